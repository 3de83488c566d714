// record_evidence: what is claimed is checked, what is checked ticks a step and asks the gate
// again.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/text.h"
#include "engine/git_command.h"
#include "engine/inside.h"
#include "engine/protocol_change.h"
#include "engine/protocol_facts.h"
#include "engine/protocol_gates.h"
#include "policy/protocol_gate.h"
#include "policy/redaction.h"

namespace engine {

using model::EvidenceType;
using model::ProtocolGate;

namespace {

constexpr std::size_t kEvidenceBytesMax = 4096;
constexpr std::size_t kHashDigitsMin = 7;

base::Error invalid_evidence(std::string message, std::string hint = "") {
  return {base::Code::invalid_evidence, std::move(message), std::move(hint)};
}

bool is_hex(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// What a piece of evidence is worth, and how it is kept.
struct Checked {
  std::string value;
  model::Trust trust = model::Trust::claimed;
};

base::Result<Checked> check_file(Stores& stores, const EvidenceRequest& request) {
  auto name = file_inside(stores.system.files, stores.project.root,
                          std::string(base::trim(request.evidence)));
  if (!name.ok()) return invalid_evidence("There is no such file: " + name.error().message);
  return Checked{*std::move(name), model::Trust::verified};
}

base::Result<Checked> check_commit(Stores& stores, const EvidenceRequest& request) {
  const std::string sha = base::to_lower(base::trim(request.evidence));
  if (!is_hex(sha) || sha.size() < kHashDigitsMin) {
    return invalid_evidence("A commit is at least 7 hexadecimal digits");
  }
  const auto full = run_git(stores, {"rev-parse", "--verify", "--quiet", sha + "^{commit}"});
  if (!full.ok()) return invalid_evidence("There is no commit " + sha + " in this repository");
  return Checked{std::string(base::trim(*full)), model::Trust::verified};
}

// The hash of HANDOFF.md is compared with the file (B1-11); another gate's cannot be.
base::Result<Checked> check_hash(Stores& stores, const EvidenceRequest& request,
                                 ProtocolGate gate) {
  std::string hash = base::to_lower(base::trim(request.evidence));
  if (hash.starts_with("sha256:")) hash.erase(0, 7);
  if (!is_hex(hash) || hash.size() < kHashDigitsMin) {
    return invalid_evidence("A hash is at least 7 hexadecimal digits",
                            "Give the SHA-256 of the file's bytes.");
  }
  if (gate != ProtocolGate::context_retrieval) return Checked{hash, request.trust};
  const auto actual = handoff_hash(stores);
  if (!actual) return invalid_evidence("There is no " + stores.config.protocol_handoff);
  if (!actual->starts_with(hash)) {
    return invalid_evidence("The hash is not that of " + stores.config.protocol_handoff,
                            "Read the file, and give the SHA-256 of its bytes: `sha256sum " +
                                stores.config.protocol_handoff + "`.");
  }
  return Checked{*actual, std::max(request.trust, model::Trust::verified)};
}

base::Result<Checked> check(Stores& stores, const EvidenceRequest& request, ProtocolGate gate,
                            EvidenceType type) {
  if (base::trim(request.evidence).empty()) return invalid_evidence("The evidence is empty");
  switch (type) {
    case EvidenceType::file_path:
      return check_file(stores, request);
    case EvidenceType::commit_sha:
      return check_commit(stores, request);
    case EvidenceType::content_hash:
      return check_hash(stores, request, gate);
    case EvidenceType::tool_output:
    case EvidenceType::manual:
      return Checked{request.evidence, request.trust};
  }
  return invalid_evidence("unknown type of evidence");
}

// Lower case letters and digits alone, so that marks and punctuation make no difference.
std::string plain(std::string_view text) {
  std::string letters;
  for (const char c : base::to_lower(text)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0) letters += c;
  }
  return letters;
}

// The step that is meant: its very words, else the only one that contains them.
base::Result<model::ChecklistItem*> find_step(model::Protocol& protocol, const std::string& step) {
  const std::string wanted = plain(step);
  std::vector<model::ChecklistItem*> similar;
  std::string all;
  for (auto* items : {&protocol.checklist.start, &protocol.checklist.end}) {
    for (model::ChecklistItem& item : *items) {
      if (item.step == step || plain(item.step) == wanted) return &item;
      if (!wanted.empty() && plain(item.step).find(wanted) != std::string::npos) {
        similar.push_back(&item);
      }
      all += (all.empty() ? "" : "; ") + item.step;
    }
  }
  if (similar.size() == 1) return similar.front();
  return base::Error{
      base::Code::unknown_step,
      fmt::format("{} step is called '{}'", similar.empty() ? "No" : "More than one", step),
      "The steps are: " + all};
}

// Without a step: the only open one of the gate, if there is just one.
model::ChecklistItem* only_step_of(model::Protocol& protocol, ProtocolGate gate) {
  model::ChecklistItem* only = nullptr;
  for (auto* items : {&protocol.checklist.start, &protocol.checklist.end}) {
    for (model::ChecklistItem& item : *items) {
      if (item.gate != name_of(gate)) continue;
      if (only != nullptr) return nullptr;
      only = &item;
    }
  }
  return only;
}

// The name that the document's gates look for.
std::string evidence_key(ProtocolGate gate, EvidenceType type, const model::ChecklistItem* step) {
  if (gate == ProtocolGate::context_retrieval && type == EvidenceType::content_hash) {
    return policy::kHandoffHash;
  }
  if (gate == ProtocolGate::skill_validation &&
      (step == nullptr || plain(step->step).find("mandatory") != std::string::npos)) {
    return policy::kSkillMemoryRead;
  }
  return std::string(name_of(type));
}

model::Evidence evidence_of(Stores& stores, const Checked& checked, const Caller& caller) {
  model::Evidence evidence;
  const std::string safe = policy::redact(checked.value);
  evidence.value = std::string(base::clip_utf8(safe, kEvidenceBytesMax));
  if (evidence.value.size() < safe.size()) {
    evidence.sha256 = base::to_hex(base::sha256(checked.value));
  }
  evidence.trust = checked.trust;
  evidence.at = base::to_iso(stores.system.clock.now());
  evidence.source = caller.actor;
  return evidence;
}

bool is_weaker(const model::Evidence& a, const model::Evidence& b) {
  return a.trust.known().value_or(model::Trust::claimed) <
         b.trust.known().value_or(model::Trust::claimed);
}

struct Recording {
  ProtocolGate gate;
  EvidenceType type;
  Checked checked;
};

base::Result<void> put_in(Stores& stores, model::Protocol& protocol, const Recording& recording,
                          const std::optional<std::string>& step, const Caller& caller,
                          EvidenceOutcome& outcome) {
  model::ChecklistItem* item = nullptr;
  if (step && !step->empty()) {
    TRY_ASSIGN(item, find_step(protocol, *step));
  } else {
    item = only_step_of(protocol, recording.gate);
  }
  model::Evidence evidence = evidence_of(stores, recording.checked, caller);
  if (item != nullptr) {
    policy::tick_step(*item, evidence.value, recording.checked.trust);
    evidence.step = item->step;
    outcome.step = item->step;
  }
  auto& kept = protocol.evidence[std::string(name_of(recording.gate))]
                                [evidence_key(recording.gate, recording.type, item)];
  // What was seen is not replaced by what is said; the same again is no change.
  const bool is_same =
      kept.value == evidence.value && kept.trust == evidence.trust && kept.step == evidence.step;
  if (!is_same && (kept.value.empty() || !is_weaker(evidence, kept))) kept = std::move(evidence);
  return {};
}

// A claim that is not true: refused, and in `enforce` on record (model.md 4.4).
void note_fabrication(Stores& stores, const model::RunId& run, ProtocolGate gate,
                      const base::Error& error, const Caller& caller) {
  if (error.code != base::Code::invalid_evidence) return;
  if (stores.config.protocol_enforcement != model::Enforcement::enforce) return;
  [[maybe_unused]] const auto saved =
      change_protocol(stores, run, "evidence", caller, [&](model::Run& current) {
        model::Protocol& protocol = *current.protocol;
        policy::add_violation(protocol, std::string(name_of(gate)),
                              "MUST give true evidence: " + error.message,
                              model::Severity::critical, protocol_clock(stores));
        policy::stop_at(protocol, model::ProtocolPhase::violation, gate);
        return base::Result<void>();
      });
}

}  // namespace

base::Result<EvidenceOutcome> record_evidence(Workspace& workspace, const model::RunId& run,
                                              const EvidenceRequest& request,
                                              const Caller& caller) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const ProtocolGate gate, gate_from_text(request.gate));
  const auto type = model::from_name(request.type, static_cast<EvidenceType*>(nullptr));
  if (!type) {
    return base::Error{base::Code::invalid_params,
                       "There is no evidence type '" + request.type + "'",
                       "It is tool_output, file_path, commit_sha, content_hash or manual."};
  }
  TRY(load_active(stores, run));
  auto checked = check(stores, request, gate, *type);
  if (!checked.ok()) {
    note_fabrication(stores, run, gate, checked.error(), caller);
    return std::move(checked).error();
  }
  const Recording recording{gate, *type, *std::move(checked)};
  ProtocolFactFinder facts(stores);
  EvidenceOutcome outcome;
  TRY_ASSIGN(const auto saved,
             change_protocol(
                 stores, run, "evidence", caller, [&](model::Run& current) -> base::Result<void> {
                   TRY(put_in(stores, *current.protocol, recording, request.step, caller, outcome));
                   policy::apply_result(*current.protocol, gate, facts.judge(gate, current),
                                        stores.config.protocol_enforcement, protocol_clock(stores));
                   return {};
                 }));
  outcome.run = run;
  outcome.protocol = *saved.run.protocol;
  outcome.gate = name_of(gate);
  outcome.auto_validated = true;
  outcome.trust = name_of(recording.checked.trust);
  const GateOutcome standing = outcome_of(outcome.protocol, gate);
  outcome.gate_status = standing.result.status.text();
  outcome.message = standing.message;
  return outcome;
}

}  // namespace engine
