#include "policy/protocol_gate.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "policy/protocol.h"
#include "policy/protocol_judge.h"

namespace policy {

using model::GateResult;
using model::Protocol;
using model::ProtocolGate;

namespace {

constexpr std::string_view kSerenaInit = "SERENA_INIT";

const model::Evidence* evidence_of(const Protocol& protocol, const char* gate, const char* type) {
  const auto by_type = protocol.evidence.find(gate);
  if (by_type == protocol.evidence.end()) return nullptr;
  const auto found = by_type->second.find(type);
  return found == by_type->second.end() ? nullptr : &found->second;
}

bool was_observed(const Protocol& protocol, const model::ChecklistItem& item) {
  if (trust_of_step(item) == model::Trust::observed) return true;
  const auto by_type = protocol.evidence.find(std::string(kSerenaInit));
  if (by_type == protocol.evidence.end()) return false;
  return std::any_of(by_type->second.begin(), by_type->second.end(), [&](const auto& entry) {
    return entry.second.step == item.step && entry.second.trust.is(model::Trust::observed);
  });
}

// The calls of the start that no hook has seen (B1-10).
std::vector<std::string> unobserved_init_steps(const Protocol& protocol) {
  std::vector<std::string> steps;
  for (const model::ChecklistItem& item : protocol.checklist.start) {
    if (item.gate != kSerenaInit || item.req != "MUST") continue;
    if (!was_observed(protocol, item)) steps.push_back(item.step);
  }
  return steps;
}

GateResult judge_serena_init(const Protocol& protocol, const MemoryFacts& memory,
                             const model::Config& config) {
  if (!memory.answers) return gate_fail("Serena MCP not available");
  if (config.protocol_enforcement == model::Enforcement::enforce) {
    const auto steps = unobserved_init_steps(protocol);
    if (!steps.empty()) {
      return gate_fail("Serena MCP responding, but not seen: " + short_list(steps));
    }
  }
  return gate_pass("Serena MCP responding");
}

GateResult judge_skill_validation(const Protocol& protocol, const SkillFacts& skills,
                                  const model::Config& config) {
  const std::string& folder = config.protocol_skills_dir;
  const bool is_left_out = !skills.folder_exists && skills.folder_is_default;
  if (folder.empty() || is_left_out) return gate_skipped("SKIPPED: no skills folder");
  if (!skills.folder_exists) return gate_fail("Skills dir does not exist: " + folder);
  const auto* read = evidence_of(protocol, "SKILL_VALIDATION", kSkillMemoryRead);
  if (read == nullptr) {
    return gate_fail("Skills dir exists, the memory skill-usage-mandatory has not been read");
  }
  return gate_pass("Skills dir exists, memory read at " + read->at,
                   read->trust.known().value_or(model::Trust::claimed));
}

// Whether the gate was skipped when the session had no such file: one that the session made itself
// holds nothing that it ought to have read.
bool had_no_handoff(const Protocol& protocol) {
  const auto found = protocol.gates.find("CONTEXT_RETRIEVAL");
  return protocol.handoff_hash.empty() && found != protocol.gates.end() &&
         found->second.status.is(model::GateStatus::skipped);
}

GateResult judge_context_retrieval(const Protocol& protocol, const HandoffFacts& handoff) {
  if (!handoff.hash) return gate_skipped("no HANDOFF.md");
  const auto* given = evidence_of(protocol, "CONTEXT_RETRIEVAL", kHandoffHash);
  if (given == nullptr) {
    if (had_no_handoff(protocol)) return gate_skipped("no HANDOFF.md at the start");
    return gate_fail("HANDOFF.md has not been read: its hash is not recorded");
  }
  const std::string evidence = "HANDOFF.md hash: " + std::string(base::trim(given->value));
  if (is_hash_of(given->value, *handoff.hash)) return gate_pass(evidence);
  if (is_hash_of(given->value, protocol.handoff_hash)) {
    return gate_pass(evidence + " (the file has changed since)");
  }
  return gate_fail("The recorded hash is not that of HANDOFF.md");
}

GateResult judge_session_log(const Protocol& protocol, const LogFacts& log) {
  const std::string path = protocol.log_path.empty()
                               ? ".agents/sessions/" + protocol.session_id + ".md"
                               : protocol.log_path;
  switch (log.state) {
    case LogFacts::State::missing:
      return gate_fail("Session log is missing: " + path);
    case LogFacts::State::empty:
      return gate_fail("Session log is empty: " + path);
    case LogFacts::State::not_a_file:
      return gate_fail("Session log is not a regular file: " + path);
    case LogFacts::State::there:
      break;
  }
  return gate_pass("Session log exists: " + path);
}

GateResult judge_git_state(const WorkFacts& work) {
  if (!work.is_git) return gate_skipped("not a git repository");
  std::string text = "Clean";
  if (!work.is_clean) {
    const std::size_t count = work.open_files.size();
    text = count == 0   ? "Changed"
           : count == 1 ? "1 file changed"
                        : std::to_string(count) + " files changed";
  }
  // "HEAD detached at 1f0c22a" and "(no branch)" are no names of branches, and say all.
  const bool is_name = !work.branch.empty() && !work.branch.starts_with("HEAD detached") &&
                       !work.branch.starts_with('(');
  if (is_name) {
    text += ", " + work.branch + " branch";
  } else if (!work.branch.empty()) {
    text += ", " + work.branch;
  }
  return gate_pass(text + ", " + (work.commit.empty() ? "no commits" : work.commit));
}

GateResult judge(ProtocolGate gate, const Protocol& protocol, const ProtocolFacts& facts,
                 const model::Config& config) {
  switch (gate) {
    case ProtocolGate::serena_init:
      return judge_serena_init(protocol, facts.memory, config);
    case ProtocolGate::skill_validation:
      return judge_skill_validation(protocol, facts.skills, config);
    case ProtocolGate::context_retrieval:
      return judge_context_retrieval(protocol, facts.handoff);
    case ProtocolGate::session_log:
      return judge_session_log(protocol, facts.log);
    case ProtocolGate::git_state:
      return judge_git_state(facts.work);
    case ProtocolGate::docs_update:
      return judge_docs_update(protocol, facts);
    case ProtocolGate::quality_checks:
      return judge_quality_checks(facts.lint, config);
    case ProtocolGate::qa_validation:
      return judge_qa_validation(facts, config);
    case ProtocolGate::git_commit:
      return judge_git_commit(facts.work);
  }
  return gate_fail("");
}

std::string fingerprint_of(ProtocolGate gate, const WorkFacts& work) {
  if (is_start_gate(gate)) return "";
  return gate == ProtocolGate::qa_validation ? work.code_fingerprint : work.fingerprint;
}

}  // namespace

GateResult gate_pass(std::string evidence, model::Trust trust) {
  GateResult result;
  result.status = model::GateStatus::pass;
  result.evidence = std::move(evidence);
  result.trust = trust;
  return result;
}

GateResult gate_fail(std::string evidence) {
  GateResult result;
  result.status = model::GateStatus::fail;
  result.evidence = std::move(evidence);
  return result;
}

GateResult gate_skipped(std::string evidence) {
  GateResult result;
  result.status = model::GateStatus::skipped;
  result.evidence = std::move(evidence);
  return result;
}

std::string short_list(const std::vector<std::string>& names) {
  constexpr std::size_t kNamesMax = 5;
  constexpr std::size_t kNameBytesMax = 200;
  std::vector<std::string> shown;
  for (std::size_t at = 0; at < std::min(names.size(), kNamesMax); ++at) {
    shown.emplace_back(base::clip_utf8(names[at], kNameBytesMax));
  }
  std::string text = base::join(shown, ", ");
  if (names.size() > kNamesMax) {
    text += " and " + std::to_string(names.size() - kNamesMax) + " more";
  }
  return text;
}

bool is_hash_of(std::string_view given, std::string_view full) {
  constexpr std::size_t kDigitsMin = 7;
  constexpr std::string_view kPrefix = "sha256:";
  std::string digits = base::to_lower(base::trim(given));
  if (digits.starts_with(kPrefix)) digits.erase(0, kPrefix.size());
  if (digits.size() < kDigitsMin ||
      !std::all_of(digits.begin(), digits.end(), [](char c) { return base::is_hex_digit(c); })) {
    return false;
  }
  return base::to_lower(full).starts_with(digits);
}

GateResult judge_gate(ProtocolGate gate, const Protocol& protocol, const ProtocolFacts& facts,
                      const model::Config& config) {
  GateResult result = judge(gate, protocol, facts, config);
  result.level = step_of(gate).level;
  result.blocking = step_of(gate).blocking;
  result.fingerprint = fingerprint_of(gate, facts.work);
  return result;
}

}  // namespace policy
