// Requirements as people and tools see them: one use case a verb of `req` and of the MCP tools.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/session.h"
#include "model/requirement.h"

namespace engine {

// A conversation whose requirements are meant.
struct RequirementSessionId {
  std::string id;        // As its host spells it.
  std::string short_id;  // The eight characters that people type.
  model::RunId run;      // Whose journal tells of it.
  std::string branch;    // What is checked out; "detached@…" without a branch.
};
// The session given, else the host's, else the one run or live session of this worktree and branch
// (B4-25). ambiguous_id lists several; no_session; unavailable outside git.
base::Result<RequirementSessionId> choose_requirement_session(Workspace& workspace,
                                                              const SessionChoice& choice);

// For a change that is kept for the whole branch, where there is no session: nobody's, with an
// empty id and a journal of its own. unavailable outside git.
base::Result<RequirementSessionId> no_requirement_session(Workspace& workspace);

struct RequirementLine {
  std::string name;
  std::string description;
  std::string type;
  std::string scope;
  std::string enforced;  // observe, warn, block
  std::string standing;  // met, unmet, expired, stale, no_evidence, guarded, exceeded
  std::string why;       // Where it is not met.
  std::string way_out;   // "/arch-review", "req satisfy NAME"
  bool enabled = true;
  bool triggered = false;
  bool stop_only = false;
  std::string satisfied_by;
  std::optional<std::int64_t> satisfied_at;
  std::optional<std::int64_t> expires_at;
  model::RuleSource source;
};

struct RequirementStatus {
  std::string branch;
  std::string session;     // Short id; empty where no session is asked about.
  std::string file;        // The branch file.
  std::string paused;      // Why, or "until …"; empty where it is not.
  bool enabled = true;     // The layer as a whole.
  bool read_only = false;  // The branch file is of a version that is not understood.
  std::vector<RequirementLine> lines;
  std::vector<std::string> neighbours;  // Other live sessions of this worktree.
  std::vector<model::ConfigProblem> problems;
  std::vector<model::ConfigProblem> unused;
  std::vector<std::string> faults;
};
// `branch`: another than the one that is checked out. Disabled ones are listed where `all`.
struct StatusQuestion {
  std::optional<RequirementSessionId> session;
  std::optional<std::string> branch;
  bool all = false;
};
RequirementStatus requirement_status(Workspace& workspace, const StatusQuestion& question);

// The cascade as it is configured now.
model::Requirements requirement_rules(Workspace& workspace);

struct SatisfyRequest {
  std::vector<std::string> names;
  bool for_branch = false;            // For every session of the branch.
  base::JsonBox metadata;             // An object, or null.
  std::optional<std::int64_t> ttl_s;  // invalid_value where negative.
};
// Whether nobody's session is asked for: all that is named is kept for the branch, or beyond it.
bool is_beyond_sessions(const model::Requirements& rules, const std::vector<std::string>& names);

struct SatisfyOutcome {
  std::vector<std::string> names;
  std::string branch;
  std::optional<std::int64_t> expires_at;
  std::vector<std::string> still_open;  // Marked, but not met: its evidence is missing.
  std::vector<std::string> faults;
};
// not_found names the nearest one; refused for a disabled one; invalid_params for the whole branch
// where one is for a single use. On an error nothing was saved.
base::Result<SatisfyOutcome> satisfy_requirements(Workspace& workspace,
                                                  const RequirementSessionId& session,
                                                  const SatisfyRequest& request,
                                                  const Caller& caller);
// For this session and a time: the requirement's approval_ttl, unless `ttl_s` is given.
base::Result<SatisfyOutcome> approve_requirements(Workspace& workspace,
                                                  const RequirementSessionId& session,
                                                  const SatisfyRequest& request,
                                                  const Caller& caller);

struct ClearRequest {
  std::vector<std::string> names;  // Empty: all.
  bool for_branch = false;         // Of every session; and what is kept for the branch.
};
// This session's marks, and for requirements kept at the branch these. A permanent one only for an
// operator (mode_forbidden). Gives the names of those that were cleared.
base::Result<std::vector<std::string>> clear_requirements(Workspace& workspace,
                                                          const RequirementSessionId& session,
                                                          const ClearRequest& request,
                                                          const Caller& caller);

struct PruneOutcome {
  std::size_t branches = 0;
  std::size_t entries = 0;
};
base::Result<PruneOutcome> prune_requirements(Workspace& workspace,
                                              std::optional<std::int64_t> days);
base::Result<void> rename_requirement_branch(Workspace& workspace, const std::string& from,
                                             const std::string& to);

struct LiveSession {
  std::string key;
  std::string project;
  std::string branch;
  std::int64_t pid = 0;
  std::int64_t started_at = 0;
  std::int64_t last_active = 0;
  bool is_here = false;  // Of this worktree.
};
// Newest first; those that are gone are left out.
std::vector<LiveSession> live_sessions(Workspace& workspace);

struct RequirementPause {
  std::string reason;
  std::optional<base::Millis> duration;  // None: 30 minutes, or for an operator until `resume`.
};
// Writes the session's `.paused`. Beyond 30 minutes only for an operator. Gives its end; empty:
// none.
base::Result<std::string> pause_requirements(Workspace& workspace,
                                             const RequirementSessionId& session,
                                             const RequirementPause& pause, const Caller& caller);
base::Result<void> resume_requirements(Workspace& workspace, const RequirementSessionId& session,
                                       const Caller& caller);

}  // namespace engine
