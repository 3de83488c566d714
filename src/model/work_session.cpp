#include "model/work_session.h"

#include <nlohmann/json.hpp>

#include "model/fields.h"
#include "model/names.h"

namespace model {

using base::Json;

namespace {

constexpr NameTable<WorkType, 3> kTypeNames{
    {{WorkType::full, "full"}, {WorkType::quick, "quick"}, {WorkType::research, "research"}}};

constexpr NameTable<WorkPhase, 5> kPhaseNames{{{WorkPhase::spec, "spec"},
                                               {WorkPhase::plan, "plan"},
                                               {WorkPhase::build, "build"},
                                               {WorkPhase::docs, "docs"},
                                               {WorkPhase::complete, "complete"}}};

constexpr NameTable<WorkStatus, 4> kStatusNames{{{WorkStatus::active, "active"},
                                                 {WorkStatus::paused, "paused"},
                                                 {WorkStatus::complete, "complete"},
                                                 {WorkStatus::failed, "failed"}}};

template <typename Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::string started_key(std::size_t phase) {
  return std::string(kPhaseNames[phase].second) + "_started_at";
}
std::string completed_key(std::size_t phase) {
  return std::string(kPhaseNames[phase].second) + "_completed_at";
}

Json phases_to_json(const WorkSession& session) {
  Json json = Json::object();
  for (std::size_t at = 0; at < kTimedPhases; ++at) {
    json[started_key(at)] = or_null(session.phases[at].started_at);
    json[completed_key(at)] = or_null(session.phases[at].completed_at);
  }
  return json;
}

Json to_json(const WorkCommit& commit) {
  return Json{{"sha", commit.sha},
              {"message", commit.message},
              {"checkpoint", or_null(commit.checkpoint)},
              {"created_at", commit.created_at}};
}

// Null and a missing member leave the text empty: the other tool writes null for no description.
void required_text(FieldReader& fields, std::string_view key, std::string& into) {
  fields.required(key);
  fields.text(key, into);
}

// A number, or none for null; FieldReader knows no number that may be null.
base::Result<std::optional<std::int64_t>> number_or_null(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return std::optional<std::int64_t>();
  if (!found->is_number_integer() || found->get<std::int64_t>() < 0) {
    return base::Error{base::Code::parse_error, std::string(key) + ": not a whole number", ""};
  }
  return std::optional<std::int64_t>(found->get<std::int64_t>());
}

base::Result<void> read_phases(const Json& json, WorkSession& session) {
  FieldReader fields(json);
  for (std::size_t at = 0; at < kTimedPhases; ++at) {
    fields.text(started_key(at), session.phases[at].started_at);
    fields.text(completed_key(at), session.phases[at].completed_at);
  }
  return fields.finish();
}

base::Result<void> read_build(const Json& json, BuildProgress& build) {
  TRY_ASSIGN(const auto total, number_or_null(json, "checkpoints_total"));
  build.total = total.value_or(0);
  TRY_ASSIGN(build.current, number_or_null(json, "current_checkpoint"));
  const auto completed = json.find("checkpoints_completed");
  if (completed == json.end() || completed->is_null()) return {};
  const base::Error wrong{base::Code::parse_error,
                          "checkpoints_completed: not a list of whole numbers", ""};
  if (!completed->is_array()) return wrong;
  for (const Json& id : *completed) {
    if (!id.is_number_integer()) return wrong;
    build.completed.push_back(id.get<std::int64_t>());
  }
  return {};
}

base::Result<void> read_git(const Json& json, WorkGit& git) {
  FieldReader fields(json);
  fields.text("branch", git.branch);
  fields.text("worktree", git.worktree);
  fields.text("base_branch", git.base_branch);
  return fields.finish();
}

base::Result<void> read_commit(const Json& json, std::vector<WorkCommit>& commits) {
  WorkCommit commit;
  FieldReader fields(json);
  required_text(fields, "sha", commit.sha);
  fields.text_or_null("message", commit.message);
  fields.text_or_null("created_at", commit.created_at);
  TRY(fields.finish());
  TRY_ASSIGN(commit.checkpoint, number_or_null(json, "checkpoint"));
  commits.push_back(std::move(commit));
  return {};
}

base::Result<void> read_artifacts(const Json& json, WorkArtifacts& artifacts) {
  FieldReader fields(json);
  const auto read = [&](std::string_view key, std::string& into) {
    std::optional<std::string> text;
    fields.text(key, text);
    if (text) into = *std::move(text);
  };
  read("spec", artifacts.spec);
  read("plan", artifacts.plan);
  read("plan_readable", artifacts.plan_readable);
  return fields.finish();
}

}  // namespace

std::optional<WorkType> from_name(std::string_view name, WorkType*) {
  return find_name(kTypeNames, name);
}
std::string_view name_of(WorkType type) { return find_value(kTypeNames, type); }

std::optional<WorkPhase> from_name(std::string_view name, WorkPhase*) {
  return find_name(kPhaseNames, name);
}
std::string_view name_of(WorkPhase phase) { return find_value(kPhaseNames, phase); }

std::optional<WorkStatus> from_name(std::string_view name, WorkStatus*) {
  return find_name(kStatusNames, name);
}
std::string_view name_of(WorkStatus status) { return find_value(kStatusNames, status); }

Json to_json(const WorkSession& session) {
  Json json{{"$schema", kWorkSchema},
            {"session_id", session.session_id},
            {"topic", session.topic},
            {"description", session.description},
            {"session_type", session.type.text()},
            {"created_at", session.created_at},
            {"updated_at", session.updated_at},
            {"current_phase", session.phase.text()},
            {"status", session.status.text()},
            {"phase_history", phases_to_json(session)}};
  json["build_progress"] = Json{{"checkpoints_total", session.build.total},
                                {"checkpoints_completed", session.build.completed},
                                {"current_checkpoint", or_null(session.build.current)}};
  json["git"] = Json{{"branch", or_null(session.git.branch)},
                     {"worktree", or_null(session.git.worktree)},
                     {"base_branch", or_null(session.git.base_branch)}};
  json["commits"] = Json::array();
  for (const WorkCommit& commit : session.commits) json["commits"].push_back(to_json(commit));
  json["artifacts"] = Json{{"spec", session.artifacts.spec},
                           {"plan", session.artifacts.plan},
                           {"plan_readable", session.artifacts.plan_readable}};
  return json;
}

base::Result<WorkSession> work_session_from_json(const Json& json) {
  WorkSession session;
  FieldReader fields(json);
  required_text(fields, "session_id", session.session_id);
  fields.text_or_null("topic", session.topic);
  fields.text_or_null("description", session.description);
  fields.name("session_type", session.type);
  fields.text_or_null("created_at", session.created_at);
  fields.text_or_null("updated_at", session.updated_at);
  fields.required("current_phase");
  fields.name("current_phase", session.phase);
  fields.required("status");
  fields.name("status", session.status);
  fields.object("phase_history", [&](const Json& member) { return read_phases(member, session); });
  fields.object("build_progress",
                [&](const Json& member) { return read_build(member, session.build); });
  fields.object("git", [&](const Json& member) { return read_git(member, session.git); });
  fields.each("commits", [&](const Json& member) { return read_commit(member, session.commits); });
  fields.object("artifacts",
                [&](const Json& member) { return read_artifacts(member, session.artifacts); });
  TRY(fields.finish());
  return session;
}

}  // namespace model
