// ~/.claude/sessions.json: which conversations are live now, shared with the tool that users come
// from. Lossless; what is not ours stays. See docs/format/registry.md.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

struct SharedDocument;

struct RegistryEntry {
  std::string key;  // The eight characters; 13 or the whole id where two share those (B4-2).
  std::int64_t pid = 0;
  std::int64_t ppid = 0;  // The host's process.
  std::string project_dir;
  std::string branch;
  std::int64_t started_at = 0;  // Seconds since 1970.
  std::int64_t last_active = 0;
  // Ours; empty or 0 in entries of the other tool.
  std::string uid;
  std::uint64_t pid_start = 0;
  std::string boot_id;
  std::string host;
};

class SessionRegistry {
 public:
  SessionRegistry(os::System system, const Homes& homes) : system_(system), homes_(homes) {}

  os::Path file() const;  // <home>/.claude/sessions.json
  // Empty where there is none or it cannot be read (S4-23).
  std::vector<RegistryEntry> list();
  // Adds or refreshes the entry of `entry.uid`, and drops those that `is_dead` knows to be gone.
  // `entry.key` is not asked for; `started_at` of an existing entry stays. A file that cannot be
  // parsed is set aside first; a version not understood is left alone (unavailable); lock_timeout
  // after two seconds. Makes no ~/.claude where there is none: then there is no such host, and
  // nothing is written.
  using IsDead = std::function<bool(const RegistryEntry& entry)>;
  base::Result<void> enter(const RegistryEntry& entry, const IsDead& is_dead);
  // Takes the entry of `uid` out; where there is none of that uid, the other tool's under its short
  // key.
  base::Result<void> leave(const std::string& uid, const IsDead& is_dead);

 private:
  // Nothing where there is no such host.
  base::Result<std::optional<SharedDocument>> document();

  os::System system_;
  const Homes& homes_;
};

}  // namespace store
