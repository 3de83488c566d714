// A run's past: versions, the state at each of them, going back, and repair from the journal.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/session.h"

namespace engine {

struct VersionLine {
  std::int64_t version = 0;
  std::string at;
  std::string actor;
  std::string what;
};
// Oldest first.
base::Result<std::vector<VersionLine>> list_versions(Workspace& workspace, const model::RunId& run);

base::Result<model::Run> state_at(Workspace& workspace, const model::RunId& run,
                                  std::int64_t version);

// Saves the state before the last change (or that of `to_version`) as a new version. What only the
// program or an operator sets (mode `disabled`, protocol flags, lease, end) stays as it is now.
base::Result<model::Run> undo(Workspace& workspace, const model::RunId& run,
                              std::optional<std::int64_t> to_version, const Caller& caller);

struct RecoveryOutcome {
  model::Run run;
  std::int64_t restored_version = 0;  // 0: nothing to restore, it starts anew.
  std::string set_aside;              // Where the bad note went; may be empty.
};
// Never to a weaker mode than the head record or the journal says.
base::Result<RecoveryOutcome> recover_session(Workspace& workspace, const model::RunId& run);

// The run `text` names, even where its note is bad or gone.
base::Result<model::RunId> find_run(Workspace& workspace, const std::string& text);

struct VerifyOutcome {
  model::RunId run;
  bool state_ok = false;
  std::string state_problem;
  std::vector<std::string> journal_problems;
  std::vector<std::string> remarks;  // Worth knowing, no sign of tampering.
  bool ok() const { return state_ok && journal_problems.empty(); }
};
// Note, head record, journal chain and MACs, history notes.
VerifyOutcome verify_session(Workspace& workspace, const model::RunId& run);

}  // namespace engine
