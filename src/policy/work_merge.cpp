// Three manifests to one: what two branches did to a work session, together.
#include <algorithm>
#include <set>

#include "base/time.h"
#include "policy/work_part.h"

namespace policy {

using model::BuildProgress;
using model::PhaseTimes;
using model::WorkPhase;
using model::WorkSession;
using model::WorkStatus;

namespace {

class Merge {
 public:
  Merge(const WorkSession& base, const WorkSession& ours, const WorkSession& theirs)
      : base_(base), ours_(ours), theirs_(theirs), theirs_is_newer_(is_newer(theirs, ours)) {}

  WorkSession merged() const {
    WorkSession session;
    session.session_id = pick(&WorkSession::session_id);
    session.topic = pick(&WorkSession::topic);
    session.description = pick(&WorkSession::description);
    session.type = pick(&WorkSession::type);
    session.created_at = pick(&WorkSession::created_at);
    session.updated_at = work::later_of(ours_.updated_at, theirs_.updated_at);
    session.phase = phase();
    session.phases = phases();
    session.status = status(session.phase);
    session.build = build();
    session.git = {.branch = pick_in(&WorkSession::git, &model::WorkGit::branch),
                   .worktree = pick_in(&WorkSession::git, &model::WorkGit::worktree),
                   .base_branch = pick_in(&WorkSession::git, &model::WorkGit::base_branch)};
    session.commits = commits();
    using Artifacts = model::WorkArtifacts;
    session.artifacts = {
        .spec = pick_in(&WorkSession::artifacts, &Artifacts::spec),
        .plan = pick_in(&WorkSession::artifacts, &Artifacts::plan),
        .plan_readable = pick_in(&WorkSession::artifacts, &Artifacts::plan_readable)};
    return session;
  }

 private:
  static bool is_newer(const WorkSession& one, const WorkSession& other) {
    const auto at_one = base::instant_from_iso(one.updated_at);
    const auto at_other = base::instant_from_iso(other.updated_at);
    return at_one.ok() && (!at_other.ok() || *at_one > *at_other);
  }

  template <typename Value>
  const Value& pick_of(const Value& base, const Value& ours, const Value& theirs) const {
    if (theirs == base) return ours;
    if (ours == base) return theirs;
    return theirs_is_newer_ ? theirs : ours;
  }
  template <typename Value>
  const Value& pick(Value WorkSession::*member) const {
    return pick_of(base_.*member, ours_.*member, theirs_.*member);
  }
  template <typename Part, typename Value>
  const Value& pick_in(Part WorkSession::*part, Value Part::*member) const {
    return pick_of(base_.*part.*member, ours_.*part.*member, theirs_.*part.*member);
  }

  bool both_moved() const {
    return ours_.phase != base_.phase && theirs_.phase != base_.phase &&
           ours_.phase != theirs_.phase;
  }
  // Whose phase is the later one, where both moved; a phase that we do not know counts as none.
  const WorkSession& further() const {
    return theirs_.phase.known() > ours_.phase.known() ? theirs_ : ours_;
  }

  model::Named<WorkPhase> phase() const {
    return both_moved() ? further().phase : pick(&WorkSession::phase);
  }

  std::array<PhaseTimes, model::kTimedPhases> phases() const {
    if (both_moved()) return further().phases;
    std::array<PhaseTimes, model::kTimedPhases> all;
    for (std::size_t at = 0; at < all.size(); ++at) {
      all[at].started_at = time(at, &PhaseTimes::started_at);
      all[at].completed_at = time(at, &PhaseTimes::completed_at);
    }
    return all;
  }

  std::optional<std::string> time(std::size_t at,
                                  std::optional<std::string> PhaseTimes::*member) const {
    const auto& base = base_.phases[at].*member;
    const auto& ours = ours_.phases[at].*member;
    const auto& theirs = theirs_.phases[at].*member;
    if (theirs == base) return ours;
    if (ours == base) return theirs;
    // Both went the same step: it was taken when the first of them took it.
    if (ours && theirs) return work::earlier_of(*ours, *theirs);
    return theirs_is_newer_ ? theirs : ours;
  }

  model::Named<WorkStatus> status(const model::Named<WorkPhase>& phase) const {
    if (phase.is(WorkPhase::complete)) return WorkStatus::complete;
    const auto& status = pick(&WorkSession::status);
    return status.is(WorkStatus::complete) ? model::Named<WorkStatus>(WorkStatus::active) : status;
  }

  BuildProgress build() const {
    BuildProgress build;
    build.total = pick_in(&WorkSession::build, &BuildProgress::total);
    const auto& ours = ours_.build.completed;
    const auto& theirs = theirs_.build.completed;
    std::set<std::int64_t> done(ours.begin(), ours.end());
    const std::size_t count = done.size();
    done.insert(theirs.begin(), theirs.end());
    build.completed = done.size() == count ? ours : std::vector(done.begin(), done.end());
    build.current = pick_in(&WorkSession::build, &BuildProgress::current);
    if (build.current && done.count(*build.current) > 0) {
      const auto open = work::open_checkpoints(build, {}, 1);
      build.current.reset();
      if (!open.empty()) build.current = open.front();
    }
    return build;
  }

  std::vector<model::WorkCommit> commits() const {
    work::KnownCommits known;
    for (const auto& commit : ours_.commits) known.add(commit.sha);
    std::vector<model::WorkCommit> all = ours_.commits;
    for (const auto& commit : theirs_.commits) {
      if (known.add(commit.sha)) all.push_back(commit);
    }
    return all;
  }

  const WorkSession& base_;
  const WorkSession& ours_;
  const WorkSession& theirs_;
  bool theirs_is_newer_;
};

}  // namespace

WorkSession merge_work(const WorkSession& base, const WorkSession& ours,
                       const WorkSession& theirs) {
  return Merge(base, ours, theirs).merged();
}

}  // namespace policy
