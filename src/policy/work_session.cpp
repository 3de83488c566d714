#include "policy/work_session.h"

#include "base/id.h"
#include "base/text.h"
#include "base/time.h"
#include "policy/work_part.h"

namespace policy {

using model::WorkSession;

namespace work {

namespace {

std::string picked(const std::string& a, const std::string& b, bool later) {
  const auto at_a = base::instant_from_iso(a);
  const auto at_b = base::instant_from_iso(b);
  if (!at_b.ok()) return a;
  if (!at_a.ok()) return b;
  if (*at_a == *at_b) return a;
  return (*at_a > *at_b) == later ? a : b;
}

}  // namespace

std::string later_of(const std::string& a, const std::string& b) { return picked(a, b, true); }
std::string earlier_of(const std::string& a, const std::string& b) { return picked(a, b, false); }

base::Error not_one_of(std::string_view what, std::string_view given,
                       const std::vector<std::string>& allowed) {
  return {base::Code::invalid_value,
          std::string(what) + ": \"" + std::string(given) + "\" is not one of " +
              base::join(allowed, ", "),
          ""};
}

}  // namespace work

namespace {

// A tool is found by the type of the wish.
struct Reducer {
  const WorkSession& session;
  const WorkSessionFacts& facts;

  work::Outcome operator()(const TransitionPhase& wish) const {
    return work::transition(session, wish, facts);
  }
  work::Outcome operator()(const CompletePhase& wish) const {
    return work::complete_phase(session, wish, facts);
  }
  work::Outcome operator()(const InitBuild& wish) const {
    return work::init_build(session, wish, facts);
  }
  work::Outcome operator()(const StartCheckpoint& wish) const {
    return work::start_checkpoint(session, wish, facts);
  }
  work::Outcome operator()(const CompleteCheckpoint& wish) const {
    return work::complete_checkpoint(session, wish, facts);
  }
  work::Outcome operator()(const AddCommit& wish) const {
    return work::add_commit(session, wish, facts);
  }
  work::Outcome operator()(const SetStatus& wish) const {
    return work::set_status(session, wish, facts);
  }
  work::Outcome operator()(const UpdateGit& wish) const { return work::update_git(session, wish); }
  work::Outcome operator()(const EditIdentity& wish) const {
    return work::edit_identity(session, wish);
  }
  work::Outcome operator()(const Touch& /*wish*/) const { return WorkOutcome{.session = session}; }
};

struct ChangeName {
  std::string_view operator()(const TransitionPhase&) const { return "transition_phase"; }
  std::string_view operator()(const CompletePhase&) const { return "complete_phase"; }
  std::string_view operator()(const InitBuild&) const { return "init_build"; }
  std::string_view operator()(const StartCheckpoint&) const { return "start_checkpoint"; }
  std::string_view operator()(const CompleteCheckpoint&) const { return "complete_checkpoint"; }
  std::string_view operator()(const AddCommit&) const { return "add_commit"; }
  std::string_view operator()(const SetStatus&) const { return "set_status"; }
  std::string_view operator()(const UpdateGit&) const { return "update_git"; }
  std::string_view operator()(const EditIdentity&) const { return "edit_identity"; }
  std::string_view operator()(const Touch&) const { return "touch"; }
};

}  // namespace

base::Result<WorkOutcome> apply_to_work(const WorkSession& session, const WorkChange& change,
                                        const WorkSessionFacts& facts) {
  TRY_ASSIGN(WorkOutcome outcome, std::visit(Reducer{session, facts}, change));
  const bool is_touch = std::holds_alternative<Touch>(change);
  if (is_touch || !(outcome.session == session)) {
    // Never back: of two that come at once, the one that waited for the lock may be the older.
    outcome.session.updated_at = work::later_of(session.updated_at, facts.now);
  }
  outcome.changed = !(outcome.session == session);
  return outcome;
}

std::string_view name_of(const WorkChange& change) { return std::visit(ChangeName{}, change); }

base::Result<WorkSession> new_work_session(const NewWork& wanted, const std::string& now) {
  if (!is_work_slug(wanted.slug)) {
    return base::Error{base::Code::invalid_value,
                       "slug: \"" + wanted.slug + "\" cannot be the name of a session's folder",
                       "Letters, digits, '.', '_' and '-' are allowed, at most 128 of them."};
  }
  const auto type = model::from_name(wanted.type, static_cast<model::WorkType*>(nullptr));
  if (!type)
    return work::not_one_of("session_type", wanted.type, work::names_of(model::kWorkTypes));
  WorkSession session;
  session.session_id = wanted.slug;
  session.type = *type;
  session.created_at = now;
  session.updated_at = now;
  const auto first =
      *type == model::WorkType::quick ? model::WorkPhase::plan : model::WorkPhase::spec;
  session.phase = first;
  session.times(first).started_at = now;
  session.git = wanted.git;
  TRY_ASSIGN(auto named, work::edit_identity(session, {.topic = wanted.topic,
                                                       .description = wanted.description,
                                                       .session_id = std::nullopt}));
  return std::move(named.session);
}

bool is_work_slug(std::string_view text) { return base::is_safe_id(text); }

std::string work_slug(std::string_view topic, std::string_view date, std::string_view suffix) {
  constexpr std::size_t kTopicMax = 40;
  std::string words;
  for (const char c : topic) {
    if (words.size() == kTopicMax) break;
    if (base::is_alnum(c)) {
      words += base::to_lower(c);
    } else if (!words.empty() && words.back() != '-') {
      words += '-';
    }
  }
  while (words.ends_with('-')) words.pop_back();
  if (words.empty()) words = "session";
  return std::string(date) + "_" + words + "_" + std::string(suffix);
}

}  // namespace policy
