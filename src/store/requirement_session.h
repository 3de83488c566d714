// Files of one session beside the branch files: what it did (metrics, S4-95) and whether its
// requirements are paused. See docs/format/requirement-session.md.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "os/system.h"

namespace store {

struct SharedDocument;

class RequirementSession {
 public:
  // `folder` is <git common dir>/requirements; `key` the session's short id.
  RequirementSession(os::System system, os::Path folder, std::string key)
      : system_(system), folder_(std::move(folder)), key_(std::move(key)) {}

  struct Pause {
    std::string paused_at;  // ISO
    std::string reason;
    std::string until;  // Ours: ends by itself. Empty: until it is taken away.
  };
  // Nothing where there is no such file, or its time is over. One that cannot be parsed counts: its
  // presence is what the other tool asks for.
  std::optional<Pause> pause(base::Instant now);
  // An empty reason becomes "manual". invalid_params for a session id or an end that cannot be
  // read.
  base::Result<void> set_pause(const Pause& pause);
  base::Result<void> end_pause();  // Fine where there is none.

  // The metrics document: read, changed, written under a lock; made with all its keys where there
  // is none. A file that cannot be parsed is set aside first; one of a version not understood is
  // left alone (unavailable); lock_timeout after two seconds. Where `change` stumbles over a member
  // of another type than it thinks, nothing is written (parse_error).
  base::Result<void> update_metrics(const std::function<void(base::Json& document)>& change);
  std::optional<base::JsonBox> metrics();

 private:
  os::Path sessions() const;
  os::Path pause_file() const;
  SharedDocument metrics_document() const;
  // Before every write: a key and a folder that lead to nowhere else.
  base::Result<void> check_place();

  os::System system_;
  os::Path folder_;
  std::string key_;
};

}  // namespace store
