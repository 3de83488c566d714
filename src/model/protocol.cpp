#include "model/protocol.h"

#include <nlohmann/json.hpp>

#include "model/fields.h"
#include "model/names.h"

namespace model {

using base::Json;

namespace {

constexpr NameTable<ProtocolPhase, 12> kProtocolPhases{
    {{ProtocolPhase::init, "INIT"},
     {ProtocolPhase::serena_ready, "SERENA_READY"},
     {ProtocolPhase::skills_validated, "SKILLS_VALIDATED"},
     {ProtocolPhase::context_loaded, "CONTEXT_LOADED"},
     {ProtocolPhase::ready, "READY"},
     {ProtocolPhase::working, "WORKING"},
     {ProtocolPhase::documenting, "DOCUMENTING"},
     {ProtocolPhase::quality_checked, "QUALITY_CHECKED"},
     {ProtocolPhase::qa_complete, "QA_COMPLETE"},
     {ProtocolPhase::complete, "COMPLETE"},
     {ProtocolPhase::blocked, "BLOCKED"},
     {ProtocolPhase::violation, "VIOLATION"}}};

constexpr NameTable<ProtocolGate, 9> kGates{{{ProtocolGate::serena_init, "SERENA_INIT"},
                                             {ProtocolGate::skill_validation, "SKILL_VALIDATION"},
                                             {ProtocolGate::context_retrieval, "CONTEXT_RETRIEVAL"},
                                             {ProtocolGate::session_log, "SESSION_LOG"},
                                             {ProtocolGate::git_state, "GIT_STATE"},
                                             {ProtocolGate::docs_update, "DOCS_UPDATE"},
                                             {ProtocolGate::quality_checks, "QUALITY_CHECKS"},
                                             {ProtocolGate::qa_validation, "QA_VALIDATION"},
                                             {ProtocolGate::git_commit, "GIT_COMMIT"}}};

constexpr NameTable<GateStatus, 4> kGateStatuses{{{GateStatus::pass, "PASS"},
                                                  {GateStatus::fail, "FAIL"},
                                                  {GateStatus::skipped, "SKIPPED"},
                                                  {GateStatus::pending, "PENDING"}}};

constexpr NameTable<Trust, 3> kTrusts{
    {{Trust::claimed, "claimed"}, {Trust::verified, "verified"}, {Trust::observed, "observed"}}};

constexpr NameTable<EvidenceType, 5> kEvidenceTypes{{{EvidenceType::tool_output, "tool_output"},
                                                     {EvidenceType::file_path, "file_path"},
                                                     {EvidenceType::commit_sha, "commit_sha"},
                                                     {EvidenceType::content_hash, "content_hash"},
                                                     {EvidenceType::manual, "manual"}}};

constexpr NameTable<Severity, 3> kSeverities{
    {{Severity::critical, "CRITICAL"}, {Severity::warning, "WARNING"}, {Severity::info, "INFO"}}};

Json to_json(const Evidence& evidence) {
  Json json{{"value", evidence.value}, {"trust", evidence.trust.text()}, {"at", evidence.at}};
  put_known(json, "source", evidence.source);
  put_known(json, "step", evidence.step);
  put_known(json, "sha256", evidence.sha256);
  append_extra(json, evidence.extra);
  return json;
}

base::Result<Evidence> evidence_from_json(const Json& json) {
  Evidence evidence;
  FieldReader fields(json);
  fields.text("value", evidence.value);
  fields.name("trust", evidence.trust);
  fields.text("at", evidence.at);
  fields.text("source", evidence.source);
  fields.text("step", evidence.step);
  fields.text("sha256", evidence.sha256);
  TRY(fields.finish(evidence.extra));
  return evidence;
}

base::Result<GateResult> gate_result_from_json(const Json& json) {
  GateResult result;
  FieldReader fields(json);
  fields.name("status", result.status);
  fields.text("level", result.level);
  fields.flag("blocking", result.blocking);
  fields.text("evidence", result.evidence);
  fields.name("trust", result.trust);
  fields.text("fingerprint", result.fingerprint);
  fields.text("at", result.at);
  fields.flag("stale", result.stale);
  TRY(fields.finish(result.extra));
  return result;
}

base::Result<ChecklistItem> checklist_item_from_json(const Json& json) {
  ChecklistItem item;
  std::string status = " ";
  FieldReader fields(json);
  fields.text("req", item.req);
  fields.text("step", item.step);
  fields.text("status", status);
  fields.text("evidence", item.evidence);
  fields.text("gate", item.gate);
  TRY(fields.finish(item.extra));
  item.done = status == "x";
  return item;
}

base::Result<Checklist> checklist_from_json(const Json& json) {
  Checklist checklist;
  FieldReader fields(json);
  const auto read_into = [](std::vector<ChecklistItem>& items) {
    return [&items](const Json& member) -> base::Result<void> {
      TRY_ASSIGN(auto item, checklist_item_from_json(member));
      items.push_back(std::move(item));
      return {};
    };
  };
  fields.each("start", read_into(checklist.start));
  fields.each("end", read_into(checklist.end));
  TRY(fields.finish(checklist.extra));
  return checklist;
}

base::Result<Violation> violation_from_json(const Json& json) {
  Violation violation;
  FieldReader fields(json);
  fields.text("id", violation.id);
  fields.text("timestamp", violation.timestamp);
  fields.text("phase", violation.phase);
  fields.text("requirement", violation.requirement);
  fields.name("severity", violation.severity);
  fields.text("recovery", violation.recovery);
  TRY(fields.finish(violation.extra));
  return violation;
}

base::Result<ProtocolEnd> end_from_json(const Json& json) {
  ProtocolEnd end;
  FieldReader fields(json);
  fields.text("status", end.status);
  fields.text("at", end.at);
  fields.text("summary", end.summary);
  fields.text("next_session_notes", end.next_session_notes);
  fields.texts("key_decisions", end.key_decisions);
  fields.text("commit_sha", end.commit_sha);
  TRY(fields.finish(end.extra));
  return end;
}

// Objects whose keys are names: each member is read by `read`.
template <typename Value, typename Read>
base::Result<void> read_map(const Json& json, std::map<std::string, Value>& into,
                            const Read& read) {
  for (const auto& [key, member] : json.items()) {
    TRY_ASSIGN(into[key], read(member));
  }
  return {};
}

base::Result<std::map<std::string, Evidence>> evidence_of_gate(const Json& json) {
  std::map<std::string, Evidence> by_type;
  if (!json.is_object()) {
    return base::Error{base::Code::parse_error, "evidence: not an object", ""};
  }
  TRY(read_map(json, by_type, evidence_from_json));
  return by_type;
}

void read_work(FieldReader& fields, Protocol& protocol) {
  fields.object("checklist", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(protocol.checklist, checklist_from_json(member));
    return {};
  });
  fields.object("evidence", [&](const Json& member) {
    return read_map(member, protocol.evidence, evidence_of_gate);
  });
  fields.object("gates", [&](const Json& member) {
    return read_map(member, protocol.gates, gate_result_from_json);
  });
  fields.each("violations", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(auto violation, violation_from_json(member));
    protocol.violations.push_back(std::move(violation));
    return {};
  });
  fields.object("ended", [&](const Json& member) -> base::Result<void> {
    TRY_ASSIGN(protocol.ended, end_from_json(member));
    return {};
  });
}

Json evidence_to_json(const Protocol& protocol) {
  Json evidence = Json::object();
  for (const auto& [gate, by_type] : protocol.evidence) {
    for (const auto& [type, one] : by_type) evidence[gate][type] = to_json(one);
  }
  return evidence;
}

}  // namespace

std::optional<ProtocolPhase> from_name(std::string_view name, ProtocolPhase*) {
  return find_name(kProtocolPhases, name);
}
std::string_view name_of(ProtocolPhase phase) { return find_value(kProtocolPhases, phase); }

std::optional<ProtocolGate> from_name(std::string_view name, ProtocolGate*) {
  return find_name(kGates, name);
}
std::string_view name_of(ProtocolGate gate) { return find_value(kGates, gate); }

const std::vector<ProtocolGate>& all_protocol_gates() {
  static const std::vector<ProtocolGate> kAll = [] {
    std::vector<ProtocolGate> all;
    for (const auto& [gate, name] : kGates) all.push_back(gate);
    return all;
  }();
  return kAll;
}

std::optional<GateStatus> from_name(std::string_view name, GateStatus*) {
  return find_name(kGateStatuses, name);
}
std::string_view name_of(GateStatus status) { return find_value(kGateStatuses, status); }

std::optional<Trust> from_name(std::string_view name, Trust*) { return find_name(kTrusts, name); }
std::string_view name_of(Trust trust) { return find_value(kTrusts, trust); }

std::optional<EvidenceType> from_name(std::string_view name, EvidenceType*) {
  return find_name(kEvidenceTypes, name);
}
std::string_view name_of(EvidenceType type) { return find_value(kEvidenceTypes, type); }

std::optional<Severity> from_name(std::string_view name, Severity*) {
  return find_name(kSeverities, name);
}
std::string_view name_of(Severity severity) { return find_value(kSeverities, severity); }

Json to_json(const GateResult& result) {
  Json json{{"status", result.status.text()},
            {"level", result.level},
            {"blocking", result.blocking},
            {"evidence", result.evidence},
            {"trust", result.trust.text()}};
  put_known(json, "fingerprint", result.fingerprint);
  put_known(json, "at", result.at);
  if (result.stale) json["stale"] = true;
  append_extra(json, result.extra);
  return json;
}

Json to_json(const ChecklistItem& item) {
  Json json{{"req", item.req},
            {"step", item.step},
            {"status", item.done ? "x" : " "},
            {"evidence", item.evidence}};
  put_known(json, "gate", item.gate);
  append_extra(json, item.extra);
  return json;
}

Json to_json(const Checklist& checklist) {
  Json start = Json::array();
  Json end = Json::array();
  for (const ChecklistItem& item : checklist.start) start.push_back(to_json(item));
  for (const ChecklistItem& item : checklist.end) end.push_back(to_json(item));
  Json json{{"start", std::move(start)}, {"end", std::move(end)}};
  append_extra(json, checklist.extra);
  return json;
}

Json to_json(const Violation& violation) {
  Json json = Json::object();
  put_known(json, "id", violation.id);
  json["timestamp"] = violation.timestamp;
  json["phase"] = violation.phase;
  json["requirement"] = violation.requirement;
  json["severity"] = violation.severity.text();
  json["recovery"] = violation.recovery ? Json(*violation.recovery) : Json(nullptr);
  append_extra(json, violation.extra);
  return json;
}

Json to_json(const ProtocolEnd& end) {
  Json json{{"status", end.status}, {"at", end.at}, {"summary", end.summary}};
  put_known(json, "next_session_notes", end.next_session_notes);
  if (!end.key_decisions.empty()) json["key_decisions"] = end.key_decisions;
  put_known(json, "commit_sha", end.commit_sha);
  append_extra(json, end.extra);
  return json;
}

Json to_json(const Protocol& protocol) {
  Json violations = Json::array();
  for (const Violation& violation : protocol.violations) violations.push_back(to_json(violation));
  Json gates = Json::object();
  for (const auto& [gate, result] : protocol.gates) gates[gate] = to_json(result);
  Json json{{"session_id", protocol.session_id},
            {"objective", protocol.objective},
            {"branch", protocol.branch},
            {"starting_commit", protocol.starting_commit},
            {"started_at", protocol.started_at},
            {"current_phase", protocol.current_phase.text()},
            {"phases_completed", protocol.phases_completed},
            {"checklist", to_json(protocol.checklist)},
            {"evidence", evidence_to_json(protocol)},
            {"gates", std::move(gates)},
            {"violations", std::move(violations)}};
  if (protocol.blocked_from) json["blocked_from"] = protocol.blocked_from->text();
  put_known(json, "blocked_by", protocol.blocked_by);
  put_known(json, "log_path", protocol.log_path);
  put_known(json, "handoff_hash", protocol.handoff_hash);
  put_known(json, "baseline_sha256", protocol.baseline_sha256);
  put_known(json, "resumed_from", protocol.resumed_from);
  if (protocol.ended) json["ended"] = to_json(*protocol.ended);
  append_extra(json, protocol.extra);
  return json;
}

base::Result<Protocol> protocol_from_json(const Json& json) {
  Protocol protocol;
  FieldReader fields(json);
  fields.text("session_id", protocol.session_id);
  fields.text("objective", protocol.objective);
  fields.text("branch", protocol.branch);
  fields.text("starting_commit", protocol.starting_commit);
  fields.text("started_at", protocol.started_at);
  fields.name("current_phase", protocol.current_phase);
  fields.name("blocked_from", protocol.blocked_from);
  fields.text("blocked_by", protocol.blocked_by);
  fields.texts("phases_completed", protocol.phases_completed);
  read_work(fields, protocol);
  fields.text("log_path", protocol.log_path);
  fields.text("handoff_hash", protocol.handoff_hash);
  fields.text("baseline_sha256", protocol.baseline_sha256);
  fields.text("resumed_from", protocol.resumed_from);
  TRY(fields.finish(protocol.extra));
  return protocol;
}

}  // namespace model
