// Runs as people and tools see them: document S0's session service.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "engine/workspace.h"
#include "model/run.h"

namespace engine {

// Who asks for a change, for the journal and the mode history.
struct Caller {
  std::string actor = "cli";     // "cli", "hook", "mcp", "dashboard", "system"
  std::string operator_token{};  // dashboard: what was typed in.
};

struct SessionChoice {
  std::optional<std::string> given;         // --session
  std::optional<std::string> host_session;  // What the host's environment says.
};
// Any alias given; else the host's; else the only live run of this worktree; else the current
// pointer where its run lives. ambiguous_id lists several; no_session: `No current session found`.
base::Result<model::RunId> choose_run(Workspace& workspace, const SessionChoice& choice);

// The run of a conversation that a host names, also before anything was kept of it.
// invalid_params for an unsafe id.
base::Result<model::RunId> run_of_conversation(Workspace& workspace,
                                               const std::string& host_session);

// S0 createSession: `id` any safe id; a UUID is taken as it is, another becomes a custom alias.
// Empty: a new one. The pointer moves to it. Code::exists where there is one.
base::Result<model::Run> start_session(Workspace& workspace, const std::string& id,
                                       const Caller& caller);

base::Result<model::Run> get_state(Workspace& workspace, const model::RunId& run);
// The same to look at, without a copy.
base::Result<std::shared_ptr<const model::Run>> view_state(Workspace& workspace,
                                                           const model::RunId& run);

struct StateChange {
  base::JsonBox update;  // A partial SessionState; see policy/state_update.h.
  std::optional<std::int64_t> if_version;
};
// A forbidden attempt (mode_forbidden, immutable_field) is journalled, then refused.
base::Result<model::Run> set_state(Workspace& workspace, const model::RunId& run,
                                   const StateChange& change, const Caller& caller);

struct ModeRequest {
  std::string mode;
  std::string reason;
};
base::Result<model::Run> set_mode(Workspace& workspace, const model::RunId& run,
                                  const ModeRequest& request, const Caller& caller);

struct PauseRequest {
  base::Millis duration{30 * 60 * 1000};
  std::string reason;
};
// A person's alone.
base::Result<model::Run> pause_run(Workspace& workspace, const model::RunId& run,
                                   const PauseRequest& request, const Caller& caller);
base::Result<model::Run> resume_run(Workspace& workspace, const model::RunId& run,
                                    const Caller& caller);

enum class RunHealth { live, idle, ended, broken };
std::string_view name_of(RunHealth health);

struct RunLine {
  model::RunId id;
  RunHealth health = RunHealth::idle;  // idle: its holder is gone or unknown, and it was not ended.
  std::string problem;                 // broken: why.
  std::string mode;
  std::int64_t version = 0;
  std::string created_at;
  std::string updated_at;
  std::string worktree;
  bool is_current = false;
};
// Newest first; a bad note is listed with its problem.
std::vector<RunLine> list_sessions(Workspace& workspace);

struct CompactionOutcome {
  bool compacted = false;
  std::int64_t moved = 0;
  std::string note;
  std::int64_t version = 0;
};
// compaction_not_needed: `Compaction not needed`.
base::Result<CompactionOutcome> compact_session(Workspace& workspace, const model::RunId& run,
                                                const Caller& caller);

}  // namespace engine
