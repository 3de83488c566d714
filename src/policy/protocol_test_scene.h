// A protocol with the document's own checklists, for tests.
#pragma once
#include <string>
#include <vector>

#include "model/protocol.h"
#include "policy/protocol.h"

namespace policy {

inline constexpr const char* kProtocolNow = "2026-01-18T09:30:00Z";
inline constexpr const char* kProtocolLater = "2026-01-18T11:45:10+02:00";  // 09:45:10 in UTC.
inline constexpr auto kReport = model::Enforcement::report;
inline constexpr auto kEnforce = model::Enforcement::enforce;

inline ProtocolClock clock_at(const char* now) { return {.now = now, .id = "v-1"}; }

inline model::ChecklistItem item_of(const char* req, const char* step, const char* gate) {
  model::ChecklistItem item;
  item.req = req;
  item.step = step;
  item.gate = gate;
  return item;
}

// S1-10 to S1-13; PROJECT-PLAN.md and the memories stand with a gate that does not prove them.
inline model::Protocol fresh_protocol() {
  model::Protocol protocol;
  protocol.session_id = "2026-01-18-session-01";
  protocol.handoff_hash = "aaaaaaaa11111111";
  protocol.checklist.start = {
      item_of("MUST", "Initialize Serena: mcp__serena__activate_project", "SERENA_INIT"),
      item_of("MUST", "Initialize Serena: mcp__serena__initial_instructions", "SERENA_INIT"),
      item_of("MUST", "Read .agents/HANDOFF.md", "CONTEXT_RETRIEVAL"),
      item_of("MUST", "Create session log", "SESSION_LOG"),
      item_of("MUST", "List skill scripts", "SKILL_VALIDATION"),
      item_of("MUST", "Read skill-usage-mandatory", "SKILL_VALIDATION"),
      item_of("MUST", "Read PROJECT-CONSTRAINTS.md", "SKILL_VALIDATION"),
      item_of("SHOULD", "Search relevant memories", "CONTEXT_RETRIEVAL"),
      item_of("SHOULD", "Verify git status", "GIT_STATE"),
      item_of("SHOULD", "Note starting commit", "GIT_STATE"),
  };
  protocol.checklist.end = {
      item_of("MUST", "Update .agents/HANDOFF.md", "DOCS_UPDATE"),
      item_of("MUST", "Complete session log", "DOCS_UPDATE"),
      item_of("MUST", "Run markdown lint", "QUALITY_CHECKS"),
      item_of("MUST", "Route to qa agent", "QA_VALIDATION"),
      item_of("MUST", "Commit all changes", "GIT_COMMIT"),
      item_of("SHOULD", "Update PROJECT-PLAN.md", "DOCS_UPDATE"),
      item_of("SHOULD", "Invoke retrospective", ""),
      item_of("SHOULD", "Verify clean git status", "GIT_COMMIT"),
  };
  return protocol;
}

inline model::GateResult result_of(model::GateStatus status, std::string evidence,
                                   model::Trust trust = model::Trust::verified) {
  model::GateResult result;
  result.status = status;
  result.evidence = std::move(evidence);
  result.trust = trust;
  return result;
}

inline model::GateResult passed(std::string evidence = "seen") {
  return result_of(model::GateStatus::pass, std::move(evidence));
}

inline model::GateResult failed(std::string evidence = "gone") {
  return result_of(model::GateStatus::fail, std::move(evidence));
}

// Forward to `target`, every gate passing.
inline model::Protocol protocol_in(model::ProtocolPhase target) {
  model::Protocol protocol = fresh_protocol();
  while (!protocol.current_phase.is(target)) {
    const ProtocolStep* step = step_from(phase_of(protocol));
    apply_result(protocol, step->gate, passed(), kReport, clock_at(kProtocolNow));
    take_step(protocol, *step, clock_at(kProtocolNow));
  }
  return protocol;
}

inline std::vector<std::string> ticked_steps(const model::Protocol& protocol) {
  std::vector<std::string> steps;
  for (const auto* list : {&protocol.checklist.start, &protocol.checklist.end}) {
    for (const model::ChecklistItem& item : *list) {
      if (item.done) steps.push_back(item.step);
    }
  }
  return steps;
}

}  // namespace policy
