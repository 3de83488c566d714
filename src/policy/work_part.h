// The parts of the reducer of work sessions: one noun a file. Private to policy/.
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policy/work_session.h"

namespace policy::work {

using Outcome = base::Result<WorkOutcome>;

// work_phase.cpp
Outcome transition(const model::WorkSession& session, const TransitionPhase& wanted,
                   const WorkSessionFacts& facts);
Outcome complete_phase(const model::WorkSession& session, const CompletePhase& wanted,
                       const WorkSessionFacts& facts);
// Back to `phase`: it is open again and so is all behind it. The status becomes active.
void reopen_at(model::WorkSession& session, model::WorkPhase phase, const WorkSessionFacts& facts);

// work_checkpoint.cpp
Outcome init_build(const model::WorkSession& session, const InitBuild& wanted,
                   const WorkSessionFacts& facts);
Outcome start_checkpoint(const model::WorkSession& session, const StartCheckpoint& wanted,
                         const WorkSessionFacts& facts);
Outcome complete_checkpoint(const model::WorkSession& session, const CompleteCheckpoint& wanted,
                            const WorkSessionFacts& facts);
// Takes the total from the plan, if there is one, and sets the current checkpoint anew.
void refresh_build(WorkOutcome& outcome, const WorkSessionFacts& facts);
// The ids that are not completed, in order; at most `max` of them.
std::vector<std::int64_t> open_checkpoints(const model::BuildProgress& build,
                                           const WorkSessionFacts& facts, std::size_t max);
bool has_checkpoint(const model::BuildProgress& build, const WorkSessionFacts& facts,
                    std::int64_t id);

// work_commit.cpp
Outcome add_commit(const model::WorkSession& session, const AddCommit& wanted,
                   const WorkSessionFacts& facts);
// By its whole name, or by one of at least seven digits that the other begins with (B2-11).
bool is_same_commit(std::string_view a, std::string_view b);
// The commits of a list that may be long: as is_same_commit, without comparing each with each.
class KnownCommits {
 public:
  // False where it is there already.
  bool add(const std::string& sha);

 private:
  std::set<std::string> names_;
};

// work_status.cpp
Outcome set_status(const model::WorkSession& session, const SetStatus& wanted,
                   const WorkSessionFacts& facts);
// invalid_status unless the session is active.
base::Result<void> require_active(const model::WorkSession& session, std::string_view doing);

// work_identity.cpp
Outcome update_git(const model::WorkSession& session, const UpdateGit& wanted);
Outcome edit_identity(const model::WorkSession& session, const EditIdentity& wanted);
// invalid_value for what is no UTF-8, holds control characters or is longer than `bytes_max`.
base::Result<void> check_line(std::string_view name, std::string_view text, std::size_t bytes_max);

// The later of two times; the one that can be read where the other cannot, `a` where neither can.
std::string later_of(const std::string& a, const std::string& b);
std::string earlier_of(const std::string& a, const std::string& b);

// invalid_value: `phase: "x" is not one of spec, plan, build`.
base::Error not_one_of(std::string_view what, std::string_view given,
                       const std::vector<std::string>& allowed);

template <typename Enumerators>
std::vector<std::string> names_of(const Enumerators& all) {
  std::vector<std::string> names;
  for (const auto one : all) names.emplace_back(name_of(one));
  return names;
}

}  // namespace policy::work
