#include "model/session_state.h"

#include <array>
#include <nlohmann/json.hpp>

#include "model/fields.h"

namespace model {

using base::Json;

namespace {

// What another tool keeps as text in a column of its database.
constexpr std::array<const char*, 7> kLists{
    "working_memory",   "hot_topics",         "active_projects", "pending_tasks",
    "recent_learnings", "confidence_updates", "sop_interactions"};
constexpr std::array<const char*, 2> kNeverStored{"relevance_score", "inherited_at"};
constexpr const char* kOurs = "holdfast";

Json or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

Json to_json(const PinOrigin& origin) {
  return Json{{"session", origin.session}, {"at", origin.at}, {"label", origin.label}};
}

Json to_json(const PendingTask& task) {
  Json json{{"task_id", task.task_id},
            {"title", task.title},
            {"stage", task.stage},
            {"flagged_incomplete", task.flagged_incomplete}};
  append_extra(json, task.extra);
  return json;
}

Json to_json(const ConfidenceUpdate& update) {
  Json json{{"memory_id", update.memory_id},
            {"old_score", update.old_score},
            {"new_score", update.new_score},
            {"reason", update.reason},
            {"timestamp", update.timestamp}};
  append_extra(json, update.extra);
  return json;
}

Json to_json(const SopInteraction& interaction) {
  Json json{{"sop_path", interaction.sop_path},
            {"injected_at", interaction.injected_at},
            {"acknowledged", interaction.acknowledged},
            {"tool_call", interaction.tool_call}};
  append_extra(json, interaction.extra);
  return json;
}

Json to_json(const SessionLink& link) {
  Json json{
      {"session", link.session}, {"score", link.score}, {"at", link.at}, {"forced", link.forced}};
  append_extra(json, link.extra);
  return json;
}

template <typename Item>
Json members_to_json(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(to_json(item));
  return list;
}

Json ours_to_json(const SessionState& state) {
  Json json{{"project", state.project},
            {"root", state.root},
            {"host", state.host},
            {"branch", state.branch},
            {"work_session", state.work_session},
            {"end_reason", state.end_reason},
            {"links", members_to_json(state.links)}};
  append_extra(json, state.holdfast_extra);
  return json;
}

// Null and a missing member leave the text empty.
void text_unless_null(FieldReader& fields, std::string_view key, std::string& into) {
  std::optional<std::string> text;
  fields.text(key, text);
  if (text) into = *std::move(text);
}

// A database has no flags: 0 and 1 are what they are read back as.
base::Result<bool> flag_or_number(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return false;
  if (found->is_boolean()) return found->get<bool>();
  if (found->is_number_unsigned() && found->get<std::uint64_t>() <= 1) {
    return found->get<std::uint64_t>() == 1;
  }
  return base::Error{base::Code::parse_error, std::string(key) + ": missing or not true or false",
                     ""};
}

// Reads the flag and tells the reader that it was read.
base::Result<void> read_flag(FieldReader& fields, const Json& json, const char* key, bool& into) {
  if (!json.is_object()) return fields.finish();
  base::JsonBox seen;
  fields.any(key, seen);
  TRY_ASSIGN(into, flag_or_number(json, key));
  return {};
}

base::Result<PinOrigin> origin_from_json(const Json& json) {
  PinOrigin origin;
  FieldReader fields(json);
  text_unless_null(fields, "session", origin.session);
  text_unless_null(fields, "at", origin.at);
  text_unless_null(fields, "label", origin.label);
  TRY(fields.finish());
  return origin;
}

base::Result<PendingTask> task_from_json(const Json& json) {
  PendingTask task;
  FieldReader fields(json);
  text_unless_null(fields, "task_id", task.task_id);
  text_unless_null(fields, "title", task.title);
  text_unless_null(fields, "stage", task.stage);
  TRY(read_flag(fields, json, "flagged_incomplete", task.flagged_incomplete));
  TRY(fields.finish(task.extra));
  return task;
}

base::Result<ConfidenceUpdate> update_from_json(const Json& json) {
  ConfidenceUpdate update;
  FieldReader fields(json);
  text_unless_null(fields, "memory_id", update.memory_id);
  fields.number("old_score", update.old_score);
  fields.number("new_score", update.new_score);
  text_unless_null(fields, "reason", update.reason);
  text_unless_null(fields, "timestamp", update.timestamp);
  TRY(fields.finish(update.extra));
  return update;
}

base::Result<SopInteraction> interaction_from_json(const Json& json) {
  SopInteraction interaction;
  FieldReader fields(json);
  text_unless_null(fields, "sop_path", interaction.sop_path);
  text_unless_null(fields, "injected_at", interaction.injected_at);
  TRY(read_flag(fields, json, "acknowledged", interaction.acknowledged));
  text_unless_null(fields, "tool_call", interaction.tool_call);
  TRY(fields.finish(interaction.extra));
  return interaction;
}

base::Result<SessionLink> link_from_json(const Json& json) {
  SessionLink link;
  FieldReader fields(json);
  text_unless_null(fields, "session", link.session);
  fields.number("score", link.score);
  text_unless_null(fields, "at", link.at);
  TRY(read_flag(fields, json, "forced", link.forced));
  TRY(fields.finish(link.extra));
  return link;
}

template <typename Item>
void read_list(FieldReader& fields, std::string_view key, std::vector<Item>& into,
               base::Result<Item> (*read)(const Json&)) {
  into.clear();
  fields.each(key, [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(Item item, read(member));
    into.push_back(std::move(item));
    return {};
  });
}

base::Result<void> check_length(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array() || found->size() <= kStateItemsMax) return {};
  return base::Error{
      base::Code::parse_error,
      std::string(key) + ": more than " + std::to_string(kStateItemsMax) + " entries", ""};
}

base::Result<void> read_ours(const Json& json, SessionState& state) {
  TRY(check_length(json, "links"));
  FieldReader fields(json);
  text_unless_null(fields, "project", state.project);
  text_unless_null(fields, "root", state.root);
  text_unless_null(fields, "host", state.host);
  text_unless_null(fields, "branch", state.branch);
  text_unless_null(fields, "work_session", state.work_session);
  text_unless_null(fields, "end_reason", state.end_reason);
  read_list(fields, "links", state.links, link_from_json);
  return fields.finish(state.holdfast_extra);
}

bool is_as_we_write_it(const Json& json) {
  if (!json.contains("session_id")) return false;
  for (const char* key : kNeverStored) {
    if (json.contains(key)) return false;
  }
  for (const char* key : kLists) {
    const auto found = json.find(key);
    if (found != json.end() && !found->is_array()) return false;
  }
  return true;
}

// A record of another tool in the form of ours: lists that were kept as text are taken apart.
base::Result<Json> in_our_form(Json json) {
  for (const char* key : kNeverStored) json.erase(key);
  if (!json.contains("session_id") && json.contains("id")) {
    json["session_id"] = Json(json["id"]);
    json.erase("id");
  }
  constexpr base::JsonLimits kColumn{.bytes_max = 1024 * 1024, .depth_max = 32};
  for (const char* key : kLists) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string()) continue;
    const std::string text = found->get<std::string>();
    auto list = text.empty() ? base::Result<Json>(Json::array()) : base::parse_json(text, kColumn);
    if (!list.ok()) return base::with_context(std::move(list).error(), key);
    *found = std::move(list).value();
  }
  return json;
}

base::Result<SessionState> read_state(const Json& json) {
  for (const char* key : kLists) TRY(check_length(json, key));
  SessionState state;
  FieldReader fields(json);
  text_unless_null(fields, "session_id", state.session_id);
  text_unless_null(fields, "start_time", state.start_time);
  fields.text("end_time", state.end_time);
  text_unless_null(fields, "channel", state.channel);
  read_list(fields, "working_memory", state.working_memory, pin_from_json);
  fields.texts("hot_topics", state.hot_topics);
  fields.texts("active_projects", state.active_projects);
  read_list(fields, "pending_tasks", state.pending_tasks, task_from_json);
  fields.texts("recent_learnings", state.recent_learnings);
  read_list(fields, "confidence_updates", state.confidence_updates, update_from_json);
  read_list(fields, "sop_interactions", state.sop_interactions, interaction_from_json);
  fields.text("previous_session_id", state.previous_session_id);
  fields.text("continued_by", state.continued_by);
  TRY(read_flag(fields, json, "crash_recovered", state.crash_recovered));
  base::JsonBox version;
  fields.any("schema_version", version);
  if (!version.get().is_null()) fields.number("schema_version", state.schema_version);
  text_unless_null(fields, "created_at", state.created_at);
  text_unless_null(fields, "updated_at", state.updated_at);
  fields.object(kOurs, [&](const Json& member) { return read_ours(member, state); });
  TRY(fields.finish(state.extra));
  return state;
}

}  // namespace

Json to_json(const Pin& pin, bool additive) {
  Json json{{"content", pin.content}, {"pinnedAt", pin.pinned_at}};
  put_known(json, "label", pin.label);
  if (additive) {
    put_known(json, "importance", pin.importance);
    put_known(json, "run", pin.run);
    put_known(json, "project", pin.project);
    if (pin.inherited_from) json["inherited_from"] = to_json(*pin.inherited_from);
  }
  append_extra(json, pin.extra);
  return json;
}

base::Result<Pin> pin_from_json(const Json& json) {
  Pin pin;
  FieldReader fields(json);
  text_unless_null(fields, "content", pin.content);
  text_unless_null(fields, "pinnedAt", pin.pinned_at);
  text_unless_null(fields, "label", pin.label);
  text_unless_null(fields, "importance", pin.importance);
  text_unless_null(fields, "run", pin.run);
  text_unless_null(fields, "project", pin.project);
  fields.object("inherited_from", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(pin.inherited_from, origin_from_json(member));
    return {};
  });
  TRY(fields.finish(pin.extra));
  return pin;
}

Json to_json(const SessionState& state, bool additive) {
  Json json{{"session_id", state.session_id},
            {"start_time", state.start_time},
            {"end_time", or_null(state.end_time)},
            {"channel", state.channel},
            {"working_memory", Json::array()},
            {"hot_topics", state.hot_topics},
            {"active_projects", state.active_projects},
            {"pending_tasks", members_to_json(state.pending_tasks)},
            {"recent_learnings", state.recent_learnings},
            {"confidence_updates", members_to_json(state.confidence_updates)},
            {"sop_interactions", members_to_json(state.sop_interactions)},
            {"previous_session_id", or_null(state.previous_session_id)},
            {"continued_by", or_null(state.continued_by)},
            {"crash_recovered", state.crash_recovered},
            {"schema_version", state.schema_version},
            {"created_at", state.created_at},
            {"updated_at", state.updated_at}};
  Json& pins = json["working_memory"];
  for (const Pin& pin : state.working_memory) pins.push_back(to_json(pin, additive));
  if (additive) json[kOurs] = ours_to_json(state);
  append_extra(json, state.extra);
  return json;
}

base::Result<SessionState> session_state_from_json(const Json& json) {
  if (!json.is_object()) return base::Error{base::Code::parse_error, "not a JSON object", ""};
  if (is_as_we_write_it(json)) return read_state(json);
  TRY_ASSIGN(const Json ours, in_our_form(json));
  return read_state(ours);
}

}  // namespace model
