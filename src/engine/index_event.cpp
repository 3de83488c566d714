#include "engine/index_event.h"

#include <array>

#include "engine/index_decision.h"
#include "engine/index_digest.h"

namespace engine {
namespace {

// What is worth a line in the log of an agent, and which category of S2-101 it is.
std::string_view category_of(std::string_view kind) {
  static constexpr std::array<std::string_view, 9> kHooks{
      "tool",          "tool_failed",       "agent_start",      "prompt",     "agent_stop",
      "session_start", "before_compaction", "after_compaction", "session_end"};
  for (const std::string_view hook : kHooks) {
    if (kind == hook) return "hook";
  }
  if (kind == "turn_end") return "response";
  return {};
}

std::string_view call_outcome(std::string_view kind) {
  if (kind == "tool") return "ok";
  if (kind == "tool_failed") return "failed";
  return {};
}

}  // namespace

EventWriter::EventWriter(indexing::Batch& batch, const std::string& project_id,
                         const std::string& run, std::string_view carry)
    : batch_(batch), project_id_(project_id), run_(run), carry_(carry_from_text(carry)) {
  if (!carry_.work.empty()) session_id_ = indexing::work_id(project_id_, carry_.work);
}

base::Result<void> EventWriter::write(const JournalParts& parts, std::string_view line) {
  const std::string hash = fast_sha256_hex(line);
  TRY(batch_.put_event({.number = parts.seq,
                        .millis = parts.millis,
                        .at = parts.at,
                        .project_id = project_id_,
                        .run_uid = run_,
                        .kind = parts.kind,
                        .actor = parts.actor,
                        .payload = parts.payload,
                        .prev_hash = parts.prev,
                        .hash = hash}));
  return write_meaning(parts);
}

base::Result<void> EventWriter::write_meaning(const JournalParts& parts) {
  // Any event may name a fault that befell it; in a text the quotes would have backslashes.
  if (parts.payload.find("fault\":\"") != std::string_view::npos) has_counts_changed_ = true;
  if (!category_of(parts.kind).empty()) return write_call(parts);
  if (parts.kind == "state") return write_state(parts);
  if (parts.kind == "work") return write_work_step(parts);
  if (parts.kind == "gate" || parts.kind == "permission") return write_decision(parts);
  if (parts.kind == "metric") {
    payload_ = {};
    if (!read_payload(parts.payload, payload_) || payload_.name.empty()) return {};
    return batch_.put(indexing::MetricRow{.at = std::string(parts.at),
                                          .name = payload_.name,
                                          .run_uid = run_,
                                          .fields = std::string(parts.payload)});
  }
  return {};
}

base::Result<void> EventWriter::write_call(const JournalParts& parts) {
  payload_ = {};
  if (!read_payload(parts.payload, payload_)) return {};
  TRY_ASSIGN(Agent* const actor, agent(payload_.agent, parts));
  follow(*actor, parts);
  if (!call_outcome(parts.kind).empty()) follow_call(parts);
  const bool is_prompt = parts.kind == "prompt";
  TRY(batch_.put_log({.agent_id = actor->row.id,
                      .session_id = session_id_,
                      .sdk_session_id = host_session(),
                      .category = category_of(parts.kind),
                      .type = parts.kind,
                      .content = is_prompt ? payload_.text : payload_.reason,
                      .payload = parts.payload,
                      .summary = call_outcome(parts.kind),
                      .tool = payload_.tool,
                      .entry_index = parts.seq,
                      .checkpoint_id = carry_.task,
                      .at = parts.at,
                      .duration_ms = payload_.duration_ms}));
  if (!is_prompt || payload_.text.empty()) return {};
  return batch_.put_event_document({.kind = "prompt",
                                    .project_id = project_id_,
                                    .owner = run_,
                                    .part = std::to_string(parts.seq),
                                    .title = {},
                                    .body = payload_.text,
                                    .at = std::string(parts.at)});
}

void EventWriter::follow_call(const JournalParts& parts) {
  if (payload_.tool.empty()) return;
  // Both kinds of lines begin with the tool.
  const std::string beginning = R"({"tool":")" + payload_.tool + '"';
  if (last_tool_ && last_tool_->payload.starts_with(beginning)) {
    last_tool_->at.assign(parts.at);
    return;
  }
  last_tool_ = {std::string(parts.kind), std::string(parts.at), std::string(parts.payload),
                !last_tool_.has_value()};
}

base::Result<void> EventWriter::write_decision(const JournalParts& parts) {
  // In a text the quotes would have backslashes before them.
  constexpr std::string_view kDenied = "\"allowed\":false";
  const bool is_denied = parts.payload.find(kDenied) != std::string_view::npos;
  if (!is_denied && parts.payload.find("\"allowed\":true") == std::string_view::npos) return {};
  last_tool_ = {std::string(parts.kind), std::string(parts.at), std::string(parts.payload)};
  if (!is_denied) return {};
  const auto denial = denial_row(parts, run_);
  if (!denial) return {};
  has_counts_changed_ = true;
  indexing::DenialRow row = *denial;
  row.project_id = project_id_;
  return batch_.put(row);
}

base::Result<void> EventWriter::write_state(const JournalParts& parts) {
  const std::string work_before = carry_.work;
  StateFindings findings = follow_state(parts.payload, run_, carry_);
  if (carry_.work != work_before) {
    session_id_ = carry_.work.empty() ? "" : indexing::work_id(project_id_, carry_.work);
    TRY_ASSIGN(Agent* const main, agent("", parts));
    // What it last worked on is what its tokens are counted for.
    if (!carry_.work.empty()) {
      main->row.session_slug = carry_.work;
      main->row.session_id = session_id_;
      main->is_changed = true;
    }
  }
  for (indexing::PhaseEventRow& row : findings.phases) TRY(write_phase(std::move(row), parts));
  for (indexing::ViolationRow& row : findings.violations) {
    row.project_id = project_id_;
    if (row.at.empty()) row.at = parts.at;
    TRY(batch_.put(row));
  }
  return {};
}

base::Result<void> EventWriter::write_work_step(const JournalParts& parts) {
  payload_ = {};
  if (!read_payload(parts.payload, payload_) || payload_.work.empty() || payload_.to.empty()) {
    return {};
  }
  return write_phase({.entity = "work",
                      .entity_id = payload_.work,
                      .from = payload_.from,
                      .to = payload_.to,
                      .forced = payload_.forced},
                     parts);
}

base::Result<void> EventWriter::write_phase(indexing::PhaseEventRow row,
                                            const JournalParts& parts) {
  row.project_id = project_id_;
  row.actor = parts.actor;
  row.at = parts.at;
  return batch_.put(row);
}

base::Result<EventWriter::Agent*> EventWriter::agent(const std::string& name,
                                                     const JournalParts& parts) {
  const auto found = agents_.find(name);
  if (found != agents_.end()) return &found->second;
  const std::string id = indexing::agent_id(run_, name);
  TRY_ASSIGN(const auto known, batch_.agent(id));
  Agent fresh;
  if (known) {
    fresh.row = *known;
  } else {
    fresh.row.id = id;
    fresh.row.run_uid = run_;
    fresh.row.role = name.empty() ? "main" : "subagent";
    fresh.row.name = name.empty() ? "main" : name;
    fresh.row.session_slug = carry_.work;
    fresh.row.session_id = session_id_;
    fresh.row.status = "executing";
    fresh.row.created_at = fresh.row.started_at = parts.at;
    fresh.row.sdk_session_id = host_session();
    fresh.is_changed = true;
  }
  return &agents_.emplace(name, std::move(fresh)).first->second;
}

void EventWriter::follow(Agent& agent, const JournalParts& parts) {
  indexing::AgentRow& row = agent.row;
  agent.is_changed = true;
  row.updated_at = parts.at;
  row.sdk_session_id = host_session();
  if (!payload_.agent_type.empty()) row.type = payload_.agent_type;
  if (!carry_.task.empty()) row.checkpoint_id = carry_.task;
  const bool is_end = row.role == "main" ? parts.kind == "session_end" : parts.kind == "agent_stop";
  if (is_end) {
    row.status = "complete";
    row.completed_at = parts.at;
  } else if (row.status != "executing") {
    row.status = "executing";  // A conversation that was resumed.
    row.completed_at.clear();
  }
}

base::Result<void> EventWriter::finish() {
  for (auto& [name, agent] : agents_) {
    if (!agent.is_changed) continue;
    TRY(batch_.put(agent.row));
    agent.is_changed = false;
  }
  if (!last_tool_ && !has_counts_changed_) return {};
  std::optional<indexing::LastToolRow> last;
  if (last_tool_) last = last_tool_row(last_tool_->kind, last_tool_->at, last_tool_->payload);
  if (last) last->is_call = last_tool_->is_first;
  last_tool_.reset();
  has_counts_changed_ = false;
  return batch_.put_activity(run_, last);
}

}  // namespace engine
