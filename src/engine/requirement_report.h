// How often requirements stood in the way, and how often for nothing: counted from the journals of
// all runs.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "engine/workspace.h"

namespace engine {

// One line of a journal, as far as it matters here.
struct ReportEvent {
  enum class Kind {
    denied,      // A call was stopped by these requirements.
    would_deny,  // It went on, since they only warn or observe.
    overridden,  // It went on, since a pause or the mode `disabled` lifted them.
    changed,     // A call that changes files went on.
    satisfied,   // By what the rule intends: a skill, a tool.
    by_hand,     // Said to be satisfied, by a command alone.
    approved,
    paused,   // All requirements of the session, whichever they are.
    held,     // The end of a turn was held up.
    stopped,  // The turn ended all the same.
  };
  Kind kind = Kind::changed;
  base::Instant at;
  std::vector<std::string> names;  // Of the requirements.
};

struct RequirementCount {
  std::string name;
  std::int64_t denials = 0;
  std::int64_t suspect = 0;     // Denials that somebody got around; see tally_run.
  std::int64_t would_deny = 0;  // Calls that `enforce: block` would have denied.
  std::int64_t overrides = 0;   // Calls that a pause let pass.
  std::int64_t approvals = 0;
  std::int64_t holds = 0;
  std::int64_t violations = 0;  // Turns that ended with it open.
  // From being missed for the first time to being satisfied, one number a satisfaction.
  std::vector<base::Millis> waits;

  // Of the denials, those that are suspect; nothing where there are none.
  std::optional<double> false_deny_rate() const;
  std::optional<base::Millis> median_wait() const;
};

struct RequirementReport {
  std::string since;                   // Empty: from the beginning.
  std::string first_at;                // The first event that was counted; empty: none was.
  std::size_t runs = 0;                // That have something to tell.
  std::vector<std::string> skipped;    // Journals that could not be read, and why.
  std::vector<RequirementCount> rows;  // The most denials first.
  RequirementCount total;
  std::string
      worst;  // The name of the one that is in the way for nothing most often; may be empty.
};

using RequirementCounts = std::map<std::string, RequirementCount, std::less<>>;

// Adds what one run tells, oldest first. A denial is suspect where the same requirement is
// approved, said to be satisfied by hand, paused or overridden within a minute, and no file was
// changed in between: nothing was done about it, so it probably stood in the way for nothing.
void tally_run(const std::vector<ReportEvent>& events, RequirementCounts& counts);

// `age`: only what happened since then.
RequirementReport requirement_report(Workspace& workspace, std::optional<base::Millis> age);

}  // namespace engine
