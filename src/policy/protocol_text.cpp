// What the protocol says to people and agents.
#include "base/text.h"
#include "policy/protocol.h"
#include "policy/protocol_judge.h"

namespace policy {
namespace {

using model::ProtocolGate;

std::string then_validate(std::string what, ProtocolGate gate) {
  return what + ", then validate_gate{phase:\"" + std::string(model::name_of(gate)) + "\"}";
}

std::vector<std::string> open_steps(const model::Protocol& protocol, std::string_view gate) {
  std::vector<std::string> open;
  for (const auto* list : {&protocol.checklist.start, &protocol.checklist.end}) {
    for (const model::ChecklistItem& item : *list) {
      const bool is_must = item.req.starts_with("MUST");
      if (item.gate == gate && is_must && !item.done) open.push_back(item.step);
    }
  }
  return open;
}

// "SKIPPED: docs-only" behind "QA_VALIDATION: SKIPPED." says the word twice.
std::string sentence_of(const model::GateResult& result) {
  constexpr std::string_view kSkipped = "SKIPPED: ";
  constexpr std::size_t kBytesMax = 2048;
  std::string_view text = base::trim(base::clip_utf8(result.evidence, kBytesMax));
  if (text.starts_with(kSkipped)) text.remove_prefix(kSkipped.size());
  if (text.empty()) return result.status.is(model::GateStatus::pending) ? "Not asked yet." : "";
  std::string sentence(text);
  if (base::is_lower(sentence[0])) sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  return sentence.ends_with('.') ? sentence : sentence + ".";
}

}  // namespace

std::string evidence_needed(ProtocolGate gate, const model::Config& config) {
  switch (gate) {
    case ProtocolGate::serena_init:
      return then_validate(
          "Call mcp__serena__activate_project and mcp__serena__initial_instructions, and see that "
          ".serena/memories can be written",
          gate);
    case ProtocolGate::skill_validation:
      return "List " + config.protocol_skills_dir +
             ", read the memory skill-usage-mandatory, then "
             "record_evidence{phase:\"SKILL_VALIDATION\", evidence_type:\"tool_output\", "
             "evidence:\"skill-usage-mandatory-read\", step:\"Read skill-usage-mandatory\"}";
    case ProtocolGate::context_retrieval:
      return "Read " + config.protocol_handoff +
             ", then record_evidence{phase:\"CONTEXT_RETRIEVAL\", evidence_type:\"content_hash\", "
             "evidence:<sha256 of the file>}";
    case ProtocolGate::session_log:
      return then_validate("Write the session log .agents/sessions/<session id>.md", gate);
    case ProtocolGate::git_state:
      return then_validate("Look at git status", gate);
    case ProtocolGate::docs_update:
      return then_validate("Update " + config.protocol_handoff +
                               " (unless the checklist forbids it) and tick the MUST rows of the "
                               "session log",
                           gate);
    case ProtocolGate::quality_checks:
      return then_validate(
          "Mend what `" + base::join(config.protocol_lint_command, " ") + "` reports", gate);
    case ProtocolGate::qa_validation:
      return then_validate("Have the agent qa write a report that names the session to " +
                               config.protocol_qa_dir + "/, or record its verdict",
                           gate);
    case ProtocolGate::git_commit:
      return then_validate("Commit all changes", gate);
  }
  return "";
}

std::string gate_message(ProtocolGate gate, const model::GateResult& result,
                         const model::Protocol& protocol) {
  const std::string_view name = model::name_of(gate);
  std::vector<std::string> parts{std::string(name) + ": " + result.status.text() + "."};
  const std::string sentence = sentence_of(result);
  if (!sentence.empty()) parts.push_back(sentence);
  if (result.stale) parts.emplace_back("The work has changed since.");
  if (result.status.is(model::GateStatus::pass) && result.trust.is(model::Trust::claimed)) {
    parts.emplace_back("So far only the agent says so.");
  }
  if (result.status.is(model::GateStatus::fail) && !step_of(gate).blocking) {
    parts.emplace_back("It does not block.");
  }
  const auto open = open_steps(protocol, name);
  if (!open.empty()) parts.push_back("Not ticked: " + short_list(open) + ".");
  return base::join(parts, " ");
}

}  // namespace policy
