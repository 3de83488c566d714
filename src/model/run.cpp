#include "model/run.h"

#include <nlohmann/json.hpp>

#include "model/fields.h"

namespace model {

using base::Json;

namespace {

Json to_json(const Lease& lease) {
  Json json{{"host", lease.host},
            {"boot_id", lease.boot_id},
            {"pid", lease.pid},
            {"pid_start", lease.pid_start}};
  append_extra(json, lease.extra);
  return json;
}

base::Result<Lease> lease_from_json(const Json& json) {
  Lease lease;
  FieldReader fields(json);
  fields.text("host", lease.host);
  fields.text("boot_id", lease.boot_id);
  fields.number("pid", lease.pid);
  fields.number("pid_start", lease.pid_start);
  TRY(fields.finish(lease.extra));
  return lease;
}

Json to_json(const Pause& pause) {
  Json json{{"until", pause.until}, {"reason", pause.reason}, {"actor", pause.actor}};
  put_known(json, "by", pause.by.text());
  put_known(json, "way", pause.way);
  append_extra(json, pause.extra);
  return json;
}

base::Result<Pause> pause_from_json(const Json& json) {
  Pause pause;
  FieldReader fields(json);
  fields.text("until", pause.until);
  fields.text("reason", pause.reason);
  fields.text("actor", pause.actor);
  fields.name("by", pause.by);
  fields.text("way", pause.way);
  TRY(fields.finish(pause.extra));
  return pause;
}

void append_additions(Json& json, const Run& run) {
  put_known(json, "projectId", run.project.text);
  put_known(json, "keyId", run.key_id);
  put_known(json, "host", run.host);
  put_known(json, "hostSessionId", run.host_id);
  if (run.owner) json["owner"] = to_json(*run.owner);
  put_known(json, "heartbeatAt", run.heartbeat_at);
  put_known(json, "endedAt", run.ended_at);
  put_known(json, "endReason", run.end_reason);
  if (run.pause) json["pause"] = to_json(*run.pause);
  put_known(json, "worktree", run.worktree);
  put_known(json, "transcriptPath", run.transcript_path);
  put_known(json, "resumedFrom", run.resumed_from);
  put_known(json, "workSession", run.work_session);
  if (run.protocol) json["protocol"] = to_json(*run.protocol);
}

void read_additions(FieldReader& fields, Run& run) {
  fields.text("projectId", run.project.text);
  fields.text("keyId", run.key_id);
  fields.text("host", run.host);
  fields.text("hostSessionId", run.host_id);
  fields.object("owner", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(run.owner, lease_from_json(member));
    return {};
  });
  fields.text("heartbeatAt", run.heartbeat_at);
  fields.text("endedAt", run.ended_at);
  fields.text("endReason", run.end_reason);
  fields.object("pause", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(run.pause, pause_from_json(member));
    return {};
  });
  fields.text("worktree", run.worktree);
  fields.text("transcriptPath", run.transcript_path);
  fields.text("resumedFrom", run.resumed_from);
  fields.text("workSession", run.work_session);
  fields.object("protocol", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(run.protocol, protocol_from_json(member));
    return {};
  });
}

}  // namespace

Json to_json(const Run& run) {
  Json history = Json::array();
  for (const ModeHistoryEntry& entry : run.mode_history) history.push_back(to_json(entry));
  Json json{{"sessionId", run.id.text},
            {"currentMode", run.mode.text()},
            {"modeHistory", std::move(history)},
            {"protocolStartComplete", run.protocol_start_complete},
            {"protocolEndComplete", run.protocol_end_complete},
            {"protocolStartEvidence", run.protocol_start_evidence},
            {"protocolEndEvidence", run.protocol_end_evidence},
            {"orchestratorWorkflow", run.workflow ? to_json(*run.workflow) : Json(nullptr)}};
  put_known(json, "activeFeature", run.active_feature);
  put_known(json, "activeTask", run.active_task);
  json["version"] = run.version;
  json["createdAt"] = run.created_at;
  json["updatedAt"] = run.updated_at;
  append_additions(json, run);
  append_extra(json, run.extra);
  return json;
}

base::Result<Run> run_from_json(const Json& json) {
  Run run;
  FieldReader fields(json);
  for (const char* key : {"sessionId", "currentMode", "version"}) fields.required(key);
  fields.text("sessionId", run.id.text);
  fields.name("currentMode", run.mode);
  fields.each("modeHistory", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(auto entry, mode_history_entry_from_json(member));
    run.mode_history.push_back(std::move(entry));
    return {};
  });
  fields.flag("protocolStartComplete", run.protocol_start_complete);
  fields.flag("protocolEndComplete", run.protocol_end_complete);
  fields.text_map("protocolStartEvidence", run.protocol_start_evidence);
  fields.text_map("protocolEndEvidence", run.protocol_end_evidence);
  fields.object("orchestratorWorkflow", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(run.workflow, workflow_from_json(member));
    return {};
  });
  fields.text("activeFeature", run.active_feature);
  fields.text("activeTask", run.active_task);
  fields.number("version", run.version);
  fields.text("createdAt", run.created_at);
  fields.text("updatedAt", run.updated_at);
  read_additions(fields, run);
  TRY(fields.finish(run.extra));
  return run;
}

}  // namespace model
