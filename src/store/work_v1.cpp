#include "store/work_v1.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace store {

using base::Json;
using model::WorkPhase;
using model::WorkStatus;

namespace {

constexpr std::int64_t kCheckpointsMax = 10'000;

// The value of the first of `keys` that is a string; the documents changed their words.
std::optional<std::string> text_of(const Json& json, std::initializer_list<const char*> keys) {
  if (!json.is_object()) return std::nullopt;
  for (const char* const key : keys) {
    const auto found = json.find(key);
    if (found != json.end() && found->is_string()) return found->get<std::string>();
  }
  return std::nullopt;
}

const Json& member_of(const Json& json, const char* key) {
  static const Json kNone;
  if (!json.is_object()) return kNone;
  const auto found = json.find(key);
  return found == json.end() ? kNone : *found;
}

std::optional<std::int64_t> id_of(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  const auto id = json.get<std::int64_t>();
  return id > 0 ? std::optional(id) : std::nullopt;
}

bool is_done(std::string_view status) {
  return status == "complete" || status == "completed" || status == "finalized" || status == "done";
}

void read_phases(const Json& json, model::WorkSession& session) {
  for (std::size_t at = 0; at < model::kTimedPhases; ++at) {
    const std::string name(model::name_of(model::kWorkPhases[at]));
    const Json& phase = member_of(json, name.c_str());
    session.phases[at].started_at = text_of(phase, {"started_at"});
    session.phases[at].completed_at = text_of(phase, {"completed_at", "finalized_at"});
  }
}

WorkPhase phase_of(const Json& json, const model::WorkSession& session) {
  const std::string name = text_of(json, {"current_phase", "phase"}).value_or("");
  if (const auto phase = model::from_name(name, static_cast<WorkPhase*>(nullptr))) return *phase;
  if (is_done(name)) return WorkPhase::complete;
  for (std::size_t at = model::kTimedPhases; at-- > 0;) {
    if (session.phases[at].started_at) return model::kWorkPhases[at];
  }
  return WorkPhase::spec;
}

WorkStatus status_of(const Json& json) {
  const std::string name = text_of(json, {"status"}).value_or("");
  if (is_done(name)) return WorkStatus::complete;
  return model::from_name(name, static_cast<WorkStatus*>(nullptr)).value_or(WorkStatus::active);
}

void read_build(const Json& state, model::BuildProgress& build) {
  const auto total = id_of(member_of(state, "checkpoints_total"));
  build.total = std::min(total.value_or(0), kCheckpointsMax);
  const Json& completed = member_of(state, "checkpoints_completed");
  if (completed.is_array()) {
    for (const Json& one : completed) {
      if (const auto id = id_of(one)) build.completed.push_back(*id);
    }
  } else if (const auto count = id_of(completed)) {
    for (std::int64_t id = 1; id <= std::min(*count, kCheckpointsMax); ++id) {
      build.completed.push_back(id);
    }
  }
  build.current = id_of(member_of(state, "current_checkpoint"));
}

void read_commits(const Json& json, std::vector<model::WorkCommit>& commits) {
  if (!json.is_array()) return;
  for (const Json& one : json) {
    const auto sha = text_of(one, {"sha"});
    if (!sha) continue;
    auto checkpoint = id_of(member_of(one, "checkpoint"));
    if (!checkpoint) checkpoint = id_of(member_of(one, "checkpoint_id"));
    commits.push_back({.sha = *sha,
                       .message = text_of(one, {"message"}).value_or(""),
                       .checkpoint = checkpoint,
                       .created_at = text_of(one, {"created_at"}).value_or("")});
  }
}

std::vector<std::string> texts_of(const Json& json) {
  std::vector<std::string> texts;
  if (!json.is_array()) return texts;
  for (const Json& one : json) {
    if (one.is_string()) {
      texts.push_back(one.get<std::string>());
    } else if (const auto text = text_of(one, {"goal", "text", "title", "description"})) {
      texts.push_back(*text);
    }
  }
  return texts;
}

void read_goals(const Json& json, WorkSpec& content) {
  if (json.is_array()) content.high_level_goals = texts_of(json);
  if (!json.is_object()) return;
  content.high_level_goals = texts_of(member_of(json, "high_level"));
  content.mid_level_goals = texts_of(member_of(json, "mid_level"));
  content.implementation_goals = texts_of(member_of(json, "implementation"));
  for (std::string& one : texts_of(member_of(json, "detailed"))) {
    content.implementation_goals.push_back(std::move(one));
  }
}

void read_questions(const Json& json, std::vector<WorkSpec::Question>& questions) {
  if (!json.is_array()) return;
  for (const Json& one : json) {
    WorkSpec::Question question;
    if (one.is_string()) {
      question.text = one.get<std::string>();
    } else if (const auto text = text_of(one, {"question", "text"})) {
      question.text = *text;
      question.answer = text_of(one, {"answer", "resolution"}).value_or("");
      const std::string status = text_of(one, {"status"}).value_or("");
      question.answered = !question.answer.empty() || is_done(status) || status == "resolved" ||
                          status == "answered" || member_of(one, "resolved") == true ||
                          member_of(one, "answered") == true;
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
    } else if (const auto title = text_of(one, {"decision", "title"})) {
      decisions.push_back({.title = *title,
                           .rationale = text_of(one, {"rationale", "reason"}).value_or(""),
                           .made = text_of(one, {"made", "date", "made_at"}).value_or("")});
    }
  }
}

// Removes what has moved from an object; nothing is left where that was all.
void keep_rest(Json& into, const Json& from, const char* key,
               std::initializer_list<const char*> moved) {
  const Json& member = member_of(from, key);
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
  session.session_id = text_of(json, {"session_id", "id"}).value_or(std::string(slug));
  session.topic = text_of(json, {"topic", "title"}).value_or(session.session_id);
  session.description = text_of(json, {"description"}).value_or("");
  const auto type = text_of(json, {"session_type"});
  if (type && !type->empty()) session.type = model::Named<model::WorkType>(*type);
  session.created_at = text_of(json, {"created_at"}).value_or("");
  session.updated_at = text_of(json, {"updated_at"}).value_or(session.created_at);
  read_phases(member_of(json, "phases"), session);
  auto& begun = session.times(WorkPhase::spec).started_at;
  if (!begun && !session.created_at.empty()) begun = session.created_at;
  WorkPhase phase = phase_of(json, session);
  WorkStatus status = status_of(json);
  if (phase == WorkPhase::complete || status == WorkStatus::complete) {
    phase = WorkPhase::complete;
    status = WorkStatus::complete;
  }
  session.phase = phase;
  session.status = status;
  read_build(member_of(json, "plan_state"), session.build);
  const Json& git = member_of(json, "git");
  session.git = {.branch = text_of(git, {"branch"}),
                 .worktree = text_of(git, {"worktree"}),
                 .base_branch = text_of(git, {"base_branch"})};
  read_commits(member_of(json, "commits"), session.commits);
  read_goals(member_of(json, "goals"), v1.content);
  read_questions(member_of(json, "open_questions"), v1.content.questions);
  read_decisions(member_of(json, "key_decisions"), v1.content.decisions);
  return v1;
}

Json leftovers_of_v1(const Json& json) {
  const WorkV1 v1 = read_work_v1(json, "");
  Json left = Json::object();
  Json phases = Json::object();
  for (std::size_t at = 0; at < model::kTimedPhases; ++at) {
    const std::string name(model::name_of(model::kWorkPhases[at]));
    keep_rest(phases, member_of(json, "phases"), name.c_str(),
              {"status", "started_at", "completed_at", "finalized_at"});
  }
  keep_rest(left, json, "phases", {"spec", "plan", "build", "docs"});
  if (!phases.empty()) {
    for (const auto& one : phases.items()) left["phases"][one.key()] = one.value();
  }
  keep_rest(left, json, "plan_state",
            {"checkpoints_total", "checkpoints_completed", "current_checkpoint"});
  const Json& goals = member_of(json, "goals");
  if (!is_all_read(goals, v1.content.high_level_goals)) {
    keep_rest(left, json, "goals", {"high_level", "mid_level", "implementation", "detailed"});
  }
  const Json& questions = member_of(json, "open_questions");
  if (!is_all_read(questions, v1.content.questions)) left["open_questions"] = questions;
  const Json& decisions = member_of(json, "key_decisions");
  if (!is_all_read(decisions, v1.content.decisions)) left["key_decisions"] = decisions;
  return left;
}

}  // namespace store
