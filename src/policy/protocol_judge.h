// The parts of judge_gate: one function a gate. Private to policy/.
#pragma once
#include <string>

#include "policy/protocol_gate.h"

namespace policy {

// Results without level, blocking and fingerprint, which judge_gate fills in.
model::GateResult gate_pass(std::string evidence, model::Trust trust = model::Trust::verified);
model::GateResult gate_fail(std::string evidence);
model::GateResult gate_skipped(std::string evidence);

// "a, b, c, d, e and 3 more": what people did not write must not flood a message.
std::string short_list(const std::vector<std::string>& names);

model::GateResult judge_docs_update(const model::Protocol& protocol, const ProtocolFacts& facts);
model::GateResult judge_quality_checks(const LintFacts& lint, const model::Config& config);
model::GateResult judge_qa_validation(const ProtocolFacts& facts, const model::Config& config);
model::GateResult judge_git_commit(const WorkFacts& work);

}  // namespace policy
