#include "store/work_v1.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"

namespace store {

using base::Json;
using model::WorkPhase;
using model::WorkStatus;

namespace {

constexpr std::int64_t kCheckpointsMax = 10'000;

// The value of the first of `keys` that is a string; the documents changed their words.
std::optional<std::string> first_text_of(const Json& json,
                                         std::initializer_list<const char*> keys) {
  if (!json.is_object()) return std::nullopt;
  for (const char* const key : keys) {
    const auto found = json.find(key);
    if (found != json.end() && found->is_string()) return found->get<std::string>();
  }
  return std::nullopt;
}

std::optional<std::int64_t> positive_id(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  const auto id = json.get<std::int64_t>();
  return id > 0 ? std::optional(id) : std::nullopt;
}

bool says_done(std::string_view status) {
  return status == "complete" || status == "completed" || status == "finalized" || status == "done";
}

void read_phases(const Json& json, model::WorkSession& session) {
  for (std::size_t at = 0; at < model::kTimedPhases; ++at) {
    const std::string name(model::name_of(model::kWorkPhases[at]));
    const Json& phase = base::member_at(json, name);
    session.phases[at].started_at = first_text_of(phase, {"started_at"});
    session.phases[at].completed_at = first_text_of(phase, {"completed_at", "finalized_at"});
  }
}

WorkPhase phase_of(const Json& json, const model::WorkSession& session) {
  const std::string name = first_text_of(json, {"current_phase", "phase"}).value_or("");
  if (const auto phase = model::from_name(name, static_cast<WorkPhase*>(nullptr))) return *phase;
  if (says_done(name)) return WorkPhase::complete;
  for (std::size_t at = model::kTimedPhases; at-- > 0;) {
    if (session.phases[at].started_at) return model::kWorkPhases[at];
  }
  return WorkPhase::spec;
}

WorkStatus work_status_of(const Json& json) {
  const std::string name = first_text_of(json, {"status"}).value_or("");
  if (says_done(name)) return WorkStatus::complete;
  return model::from_name(name, static_cast<WorkStatus*>(nullptr)).value_or(WorkStatus::active);
}

void read_build(const Json& state, model::BuildProgress& build) {
  const auto total = positive_id(base::member_at(state, "checkpoints_total"));
  build.total = std::min(total.value_or(0), kCheckpointsMax);
  const Json& completed = base::member_at(state, "checkpoints_completed");
  if (completed.is_array()) {
    for (const Json& one : completed) {
      if (const auto id = positive_id(one)) build.completed.push_back(*id);
    }
  } else if (const auto count = positive_id(completed)) {
    for (std::int64_t id = 1; id <= std::min(*count, kCheckpointsMax); ++id) {
      build.completed.push_back(id);
    }
  }
  build.current = positive_id(base::member_at(state, "current_checkpoint"));
}

void read_commits(const Json& json, std::vector<model::WorkCommit>& commits) {
  if (!json.is_array()) return;
  for (const Json& one : json) {
    const auto sha = first_text_of(one, {"sha"});
    if (!sha) continue;
    auto checkpoint = positive_id(base::member_at(one, "checkpoint"));
    if (!checkpoint) checkpoint = positive_id(base::member_at(one, "checkpoint_id"));
    commits.push_back({.sha = *sha,
                       .message = first_text_of(one, {"message"}).value_or(""),
                       .checkpoint = checkpoint,
                       .created_at = first_text_of(one, {"created_at"}).value_or("")});
  }
}

std::vector<std::string> texts_of(const Json& json) {
  std::vector<std::string> texts;
  if (!json.is_array()) return texts;
  for (const Json& one : json) {
    if (one.is_string()) {
      texts.push_back(one.get<std::string>());
    } else if (const auto text = first_text_of(one, {"goal", "text", "title", "description"})) {
      texts.push_back(*text);
    }
  }
  return texts;
}

void read_goals(const Json& json, WorkSpec& content) {
  if (json.is_array()) content.high_level_goals = texts_of(json);
  if (!json.is_object()) return;
  content.high_level_goals = texts_of(base::member_at(json, "high_level"));
  content.mid_level_goals = texts_of(base::member_at(json, "mid_level"));
  content.implementation_goals = texts_of(base::member_at(json, "implementation"));
  for (std::string& one : texts_of(base::member_at(json, "detailed"))) {
    content.implementation_goals.push_back(std::move(one));
  }
}

void read_questions(const Json& json, std::vector<WorkSpec::Question>& questions) {
  if (!json.is_array()) return;
  for (const Json& one : json) {
    WorkSpec::Question question;
    if (one.is_string()) {
      question.text = one.get<std::string>();
    } else if (const auto text = first_text_of(one, {"question", "text"})) {
      question.text = *text;
      question.answer = first_text_of(one, {"answer", "resolution"}).value_or("");
      const std::string status = first_text_of(one, {"status"}).value_or("");
      question.answered = !question.answer.empty() || says_done(status) || status == "resolved" ||
                          status == "answered" || base::member_at(one, "resolved") == true ||
                          base::member_at(one, "answered") == true;
    } else {
      continue;
    }
    questions.push_back(std::move(question));
  }
}

void read_decisions(const Json& json, std::vector<WorkSpec::Decision>& decisions) {
  if (!json.is_array()) return;
  for (const Json& one : json) {
    if (one.is_string()) {
      decisions.push_back({.title = one.get<std::string>(), .rationale = "", .made = ""});
    } else if (const auto title = first_text_of(one, {"decision", "title"})) {
      decisions.push_back({.title = *title,
                           .rationale = first_text_of(one, {"rationale", "reason"}).value_or(""),
                           .made = first_text_of(one, {"made", "date", "made_at"}).value_or("")});
    }
  }
}

// Removes what has moved from an object; nothing is left where that was all.
void keep_rest(Json& into, const Json& from, const char* key,
               std::initializer_list<const char*> moved) {
  const Json& member = base::member_at(from, key);
  if (!member.is_object()) {
    if (from.contains(key) && !member.is_null()) into[key] = member;
    return;
  }
  Json rest = member;
  for (const char* const one : moved) rest.erase(one);
  if (!rest.empty()) into[key] = std::move(rest);
}

// Whether every element was understood; a list with others stays where it is, whole.
template <typename Item>
bool is_all_read(const Json& json, const std::vector<Item>& items) {
  return json.is_null() || (json.is_array() && json.size() == items.size());
}

}  // namespace

WorkV1 read_work_v1(const Json& json, std::string_view slug) {
  WorkV1 v1;
  model::WorkSession& session = v1.session;
  session.session_id = first_text_of(json, {"session_id", "id"}).value_or(std::string(slug));
  session.topic = first_text_of(json, {"topic", "title"}).value_or(session.session_id);
  session.description = first_text_of(json, {"description"}).value_or("");
  const auto type = first_text_of(json, {"session_type"});
  if (type && !type->empty()) session.type = model::Named<model::WorkType>(*type);
  session.created_at = first_text_of(json, {"created_at"}).value_or("");
  session.updated_at = first_text_of(json, {"updated_at"}).value_or(session.created_at);
  read_phases(base::member_at(json, "phases"), session);
  auto& begun = session.times(WorkPhase::spec).started_at;
  if (!begun && !session.created_at.empty()) begun = session.created_at;
  WorkPhase phase = phase_of(json, session);
  WorkStatus status = work_status_of(json);
  if (phase == WorkPhase::complete || status == WorkStatus::complete) {
    phase = WorkPhase::complete;
    status = WorkStatus::complete;
  }
  session.phase = phase;
  session.status = status;
  read_build(base::member_at(json, "plan_state"), session.build);
  const Json& git = base::member_at(json, "git");
  session.git = {.branch = first_text_of(git, {"branch"}),
                 .worktree = first_text_of(git, {"worktree"}),
                 .base_branch = first_text_of(git, {"base_branch"})};
  read_commits(base::member_at(json, "commits"), session.commits);
  read_goals(base::member_at(json, "goals"), v1.content);
  read_questions(base::member_at(json, "open_questions"), v1.content.questions);
  read_decisions(base::member_at(json, "key_decisions"), v1.content.decisions);
  return v1;
}

Json leftovers_of_v1(const Json& json) {
  const WorkV1 v1 = read_work_v1(json, "");
  Json left = Json::object();
  Json phases = Json::object();
  for (std::size_t at = 0; at < model::kTimedPhases; ++at) {
    const std::string name(model::name_of(model::kWorkPhases[at]));
    keep_rest(phases, base::member_at(json, "phases"), name.c_str(),
              {"status", "started_at", "completed_at", "finalized_at"});
  }
  keep_rest(left, json, "phases", {"spec", "plan", "build", "docs"});
  if (!phases.empty()) {
    for (const auto& one : phases.items()) left["phases"][one.key()] = one.value();
  }
  keep_rest(left, json, "plan_state",
            {"checkpoints_total", "checkpoints_completed", "current_checkpoint"});
  const Json& goals = base::member_at(json, "goals");
  if (!is_all_read(goals, v1.content.high_level_goals)) {
    keep_rest(left, json, "goals", {"high_level", "mid_level", "implementation", "detailed"});
  }
  const Json& questions = base::member_at(json, "open_questions");
  if (!is_all_read(questions, v1.content.questions)) left["open_questions"] = questions;
  const Json& decisions = base::member_at(json, "key_decisions");
  if (!is_all_read(decisions, v1.content.decisions)) left["key_decisions"] = decisions;
  return left;
}

}  // namespace store
