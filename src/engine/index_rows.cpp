#include "engine/index_rows.h"

#include <nlohmann/json.hpp>

#include "engine/redacted.h"

namespace engine {
namespace {

using base::Json;

std::string redacted_text(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return "";
  const std::string text = found->is_string()
                               ? found->get<std::string>()
                               : found->dump(-1, ' ', false, Json::error_handler_t::replace);
  return redacted_head(text, kIndexedTextBytesMax);
}

std::optional<std::int64_t> number_in(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_integer()) return std::nullopt;
  return found->get<std::int64_t>();
}

indexing::RequirementRow requirement_row(const std::string& name, const Json& entry) {
  indexing::RequirementRow row;
  row.requirement = name;
  row.satisfied = base::flag_at(entry, "satisfied");
  row.satisfied_at = number_in(entry, "satisfied_at");
  row.satisfied_by = base::text_at(entry, "satisfied_by");
  row.expires_at = number_in(entry, "expires_at");
  row.triggered = base::flag_at(entry, "triggered");
  row.triggered_at = number_in(entry, "triggered_at");
  return row;
}

}  // namespace

indexing::RunRow run_row(const model::Run& run, const model::ProjectId& project,
                         const std::string& signature) {
  indexing::RunRow row;
  row.uid = run.id.text;
  row.project_id = project.text;
  row.note_id = "session-" + run.id.text;
  row.version = run.version;
  row.signature = signature;
  row.mode = run.mode.text();
  if (run.protocol) {
    row.phase = run.protocol->current_phase.text();
    row.branch = run.protocol->branch;
  } else if (run.workflow) {
    row.phase = run.workflow->phase.text();
  }
  row.started_at = run.created_at;
  row.ended_at = run.ended_at.value_or("");
  row.end_reason = run.end_reason.value_or("");
  if (run.owner) {
    row.host = run.owner->host;
    row.boot_id = run.owner->boot_id;
    row.pid = run.owner->pid;
    row.pid_start = std::to_string(run.owner->pid_start);
  }
  row.heartbeat_at = run.heartbeat_at;
  row.channel = run.host;
  row.worktree = run.worktree.value_or("");
  row.transcript = run.transcript_path.value_or("");
  row.resumed_from = run.resumed_from.value_or("");
  row.work_slug = run.work_session.value_or("");
  row.trust = "verified";
  if (run.pause) row.paused_until = run.pause->until;
  return row;
}

indexing::ProtocolRow protocol_row(const Json& entry, const model::ProjectId& project) {
  return {.session_id = base::text_at(entry, "session_id"),
          .project_id = project.text,
          .objective = redacted_text(entry, "objective"),
          .outcome = base::text_at(entry, "outcome"),
          .commit_sha = base::text_at(entry, "commit_sha"),
          .key_decisions = redacted_text(entry, "key_decisions"),
          .next_notes = redacted_text(entry, "next_session_notes"),
          .ended_at = base::text_at(entry, "ended_at")};
}

std::vector<indexing::RequirementRow> requirement_rows(const Json& document) {
  std::vector<indexing::RequirementRow> rows;
  const auto requirements = document.find("requirements");
  if (requirements == document.end() || !requirements->is_object()) return rows;
  for (const auto& [name, record] : requirements->items()) {
    if (!record.is_object()) continue;
    if (record.contains("satisfied") || record.contains("triggered")) {
      rows.push_back(requirement_row(name, record));
    }
    const auto sessions = record.find("sessions");
    if (sessions == record.end() || !sessions->is_object()) continue;
    for (const auto& [key, entry] : sessions->items()) {
      if (!entry.is_object()) continue;
      indexing::RequirementRow row = requirement_row(name, entry);
      row.session = base::text_at(entry, "session");
      if (row.session.empty()) row.session = key;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace engine
