// Which versions of a work session's files this machine has given to others or taken from them, by
// their SHA-256: `<local>/exchange/{slug}/`. By it two machines tell who has changed what since
// they last met. A copy: lost, everything counts as changed on both sides. See
// docs/format/bundle.md.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/system.h"

namespace store {

class Exchange {
 public:
  // The hashes of one file's versions, the newest last.
  using Seen = std::map<std::string, std::vector<std::string>>;

  // `folder` is Layout::exchange's.
  Exchange(os::System system, os::Path folder) : system_(system), folder_(std::move(folder)) {}

  // Empty where there is none or it cannot be read.
  Seen read() const;
  // Puts the list of one file in place of what it was; nothing where it is the same.
  base::Result<void> remember(const std::string& path,
                              const std::vector<std::string>& hashes) const;

  // Manifests are kept whole, to merge from; of many the oldest go.
  base::Result<void> keep(std::string_view text) const;
  std::optional<std::string> kept(const std::string& hash) const;

 private:
  os::System system_;
  os::Path folder_;
};

// sha256, hexadecimal.
std::string version_hash(std::string_view text);

}  // namespace store
