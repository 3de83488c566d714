// The key pair by which other machines know this one: `<config home>/holdfast/machine-key`, and the
// machines whose bundles this person accepts: `<config home>/holdfast/signers`. See
// docs/format/bundle.md.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/signature.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

// Made where there is none. unavailable without a home; untrusted where the file is another user's
// or others may read or write it; no_secret for what is no key.
base::Result<base::SigningKey> machine_key(const os::System& system, const Homes& homes);
// Nothing where there is none yet: then this machine has signed nothing.
base::Result<std::optional<base::SigningKey>> existing_machine_key(const os::System& system,
                                                                   const Homes& homes);

struct Signer {
  std::string fingerprint;  // "SHA256:…"
  std::string accepted_at;
  std::string name;  // The machine's, as it called itself then.
};

class Signers {
 public:
  // `homes` outlives this.
  Signers(os::System system, const Homes& homes) : system_(system), homes_(homes) {}

  // In the order they were accepted; none where there is no file. untrusted, io, too_large.
  base::Result<std::vector<Signer>> list() const;
  base::Result<bool> is_accepted(const std::string& fingerprint) const;
  // Fine where it is accepted already; then nothing is written.
  base::Result<void> accept(const Signer& signer) const;

 private:
  os::System system_;
  const Homes& homes_;
};

// "SHA256:" and 43 characters of base64.
bool is_fingerprint(std::string_view text);

}  // namespace store
