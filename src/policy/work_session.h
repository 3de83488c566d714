// What may happen to a work session (docs/spec/model.md 4.5): a pure function from the manifest, a
// wish and what is known of the folder to the next manifest. Nothing else changes one.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "model/work_session.h"

namespace policy {

// What the reducer has to know of the world around the manifest.
struct WorkSessionFacts {
  std::string now;  // RFC 3339, as it goes into the file.
  bool has_spec = false;
  bool has_plan = false;
  // The ids of plan.json's checkpoints; nothing where there is none that can be read.
  std::optional<std::vector<std::int64_t>> plan_checkpoints;
};

// The wishes. `reopen` and `force` are recorded by the caller (they are audited).
struct TransitionPhase {
  std::string phase;
  bool reopen = false;  // Needed to go back (B2-7).
  bool force = false;   // Without the artifact (B2-24), or from build straight to complete.
};
struct CompletePhase {
  std::string phase;
};
struct InitBuild {
  std::optional<std::int64_t> total;  // None: plan.json's.
};
struct StartCheckpoint {
  std::int64_t id = 0;
};
struct CompleteCheckpoint {
  std::int64_t id = 0;
};
struct AddCommit {
  std::string sha;
  std::string message;
  std::optional<std::int64_t> checkpoint;  // None: the current one, while it is built.
  std::string created_at;                  // Empty: now.
};
struct SetStatus {
  std::string status;
  bool reopen = false;
};
struct UpdateGit {
  // Outer: whether it was given. Inner: null clears.
  std::optional<std::optional<std::string>> branch;
  std::optional<std::optional<std::string>> worktree;
  std::optional<std::optional<std::string>> base_branch;
};
// A person's correction (B2-21); no tool offers it.
struct EditIdentity {
  std::optional<std::string> topic;
  std::optional<std::string> description;
  std::optional<std::string> session_id;  // `work fix`: the folder's name (B2-22).
};
struct Touch {};  // The hook's: `updated_at` alone (S2-116).

using WorkChange =
    std::variant<TransitionPhase, CompletePhase, InitBuild, StartCheckpoint, CompleteCheckpoint,
                 AddCommit, SetStatus, UpdateGit, EditIdentity, Touch>;

struct WorkOutcome {
  model::WorkSession session;
  bool changed = true;     // False: everything was so already; `session` is the one given.
  bool duplicate = false;  // AddCommit: the commit was there, by this or a shorter name.
  std::vector<std::string> warnings;  // Sentences: "spec.md is missing".
};

// Codes: invalid_value (with what is allowed), invalid_transition (`Invalid phase transition: spec
// -> build (allowed: plan)`), precondition_failed, invalid_status, invalid_checkpoint,
// already_completed, invalid_params (an UpdateGit of nothing).
base::Result<WorkOutcome> apply_to_work(const model::WorkSession& session, const WorkChange& change,
                                        const WorkSessionFacts& facts);

// One word for the journal: "transition_phase".
std::string_view name_of(const WorkChange& change);

// The phases that the next transition may lead to, without reopen and force.
std::vector<model::WorkPhase> next_phases(const model::WorkSession& session);

struct NewWork {
  std::string slug;
  std::string topic;
  std::string description;
  std::string type;
  model::WorkGit git;
};
// A manifest as `work create` writes it: quick starts in plan, the others in spec.
base::Result<model::WorkSession> new_work_session(const NewWork& wanted, const std::string& now);

// `^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$` without "..": safe as the name of a folder (B2-18).
bool is_work_slug(std::string_view text);
// "2026-02-14_implement-dark-mode_a1b2c3" of a topic, a date and six characters of base 36.
std::string work_slug(std::string_view topic, std::string_view date, std::string_view suffix);

// Two manifests that went apart from `base` (B2-13): union of commits by sha and of checkpoints,
// the newest updated_at. What one of them changed is as it says; where both changed the phase, the
// later one; where both changed another field, the newer file's.
model::WorkSession merge_work(const model::WorkSession& base, const model::WorkSession& ours,
                              const model::WorkSession& theirs);

}  // namespace policy
