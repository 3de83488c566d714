// end_protocol: every gate that is left is asked, then the session is closed, or stays open.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/protocol_change.h"
#include "engine/protocol_close.h"
#include "engine/protocol_facts.h"
#include "engine/protocol_gates.h"
#include "engine/protocol_history.h"
#include "engine/protocol_projection.h"
#include "policy/protocol_gate.h"
#include "policy/redaction.h"

namespace engine {

using base::Json;
using model::ProtocolGate;

namespace {

constexpr std::size_t kEndNotesBytesMax = 16'000;

// What the end is judged on.
struct Judgement {
  bool is_complete = true;
  bool may_close = true;  // `enforce`: an incomplete session stays open.
};

// QA that was skipped although there is work to check (B1-14).
bool skips_due_qa(const model::Protocol& protocol, const EndRequest& request) {
  const auto found = protocol.gates.find(std::string(name_of(ProtocolGate::qa_validation)));
  return request.skip_qa && found != protocol.gates.end() &&
         found->second.status.is(model::GateStatus::fail);
}

void note_once(model::Protocol& protocol, const std::string& phase, const std::string& requirement,
               Stores& stores) {
  const auto& all = protocol.violations;
  const bool is_known = std::any_of(all.begin(), all.end(), [&](const model::Violation& one) {
    return one.phase == phase && one.requirement == requirement;
  });
  if (is_known) return;
  policy::add_violation(protocol, phase, requirement, model::Severity::critical,
                        protocol_clock(stores));
}

Judgement judge_end(Stores& stores, model::Protocol& protocol, const EndRequest& request) {
  const model::Enforcement enforcement = stores.config.protocol_enforcement;
  const bool enforced = enforcement == model::Enforcement::enforce;
  Judgement judgement;
  for (const ProtocolGate gate : model::all_protocol_gates()) {
    const policy::ProtocolStep& step = policy::step_of(gate);
    if (!step.blocking || policy::is_met(protocol, gate, enforcement)) continue;
    const std::string name(name_of(gate));
    const bool is_start = policy::is_start_gate(gate);
    if (gate == ProtocolGate::qa_validation && skips_due_qa(protocol, request)) {
      note_once(protocol, name, "MUST QA_VALIDATION: skipped although code has changed", stores);
      if (enforced) judgement.is_complete = false;
      continue;
    }
    note_once(protocol, name, std::string(step.level) + " " + name + ": not met at the end",
              stores);
    if (!is_start || enforced) judgement.is_complete = false;
  }
  const bool is_violated = protocol.current_phase.is(model::ProtocolPhase::violation);
  if (is_violated) judgement.is_complete = false;
  judgement.may_close = judgement.is_complete || !enforced || is_violated;
  return judgement;
}

// Start gates once, as they were left; all gates of the end on the work as it is now (B1-17).
void ask_gates(Stores& stores, model::Run& run, ProtocolFactFinder& facts) {
  for (const ProtocolGate gate : model::all_protocol_gates()) {
    const bool is_asked = !policy::is_start_gate(gate) ||
                          !policy::is_met(*run.protocol, gate, stores.config.protocol_enforcement);
    if (!is_asked) continue;
    policy::apply_result(*run.protocol, gate, facts.judge(gate, run),
                         stores.config.protocol_enforcement, protocol_clock(stores));
  }
}

std::vector<std::string> decisions_of(const model::Run& run, const EndRequest& request) {
  std::vector<std::string> decisions;
  for (const std::string& text : request.key_decisions) decisions.push_back(policy::redact(text));
  if (!run.workflow) return decisions;
  // Those that were recorded while the session went on (C-15).
  const std::string since = run.protocol->started_at.substr(0, 19);
  for (const model::Decision& decision : run.workflow->decisions) {
    if (decision.timestamp >= since) decisions.push_back(policy::redact(decision.description));
  }
  return decisions;
}

model::ProtocolEnd end_of(Stores& stores, const model::Run& run, const EndRequest& request,
                          const policy::WorkFacts& work, bool is_complete) {
  model::ProtocolEnd end;
  end.status = is_complete ? "COMPLETE" : "INCOMPLETE";
  end.at = base::to_iso(stores.system.clock.now());
  end.summary = policy::redact(request.summary);
  end.next_session_notes = policy::redact(request.next_session_notes);
  end.key_decisions = decisions_of(run, request);
  end.commit_sha = work.commit;
  return end;
}

}  // namespace

base::Result<Closed> close_protocol(Stores& stores, const model::RunId& run,
                                    const model::ProtocolEnd& end, const Caller& caller,
                                    const std::function<void(model::Run&)>& last_change) {
  TRY_ASSIGN(auto saved, stores.runs.update(run, {.actor = caller.actor, .what = "protocol end"},
                                            [&](model::Run current) -> base::Result<model::Run> {
                                              if (!current.protocol) return no_protocol_error();
                                              if (last_change) last_change(current);
                                              current.protocol->ended = end;
                                              current.protocol->current_phase =
                                                  model::ProtocolPhase::complete;
                                              current.protocol->blocked_from.reset();
                                              current.protocol->blocked_by.clear();
                                              mirror_to_run(current);
                                              return current;
                                            }));
  Closed closed{std::move(saved.run), {}};
  const auto kept = stores.protocols.add_history(to_json(past_session_of(closed.run)));
  if (!kept.ok()) closed.warnings.push_back(kept.error().message);
  for (std::string& warning : project_end(stores, closed.run)) {
    closed.warnings.push_back(std::move(warning));
  }
  const auto cleared = stores.protocols.clear_active(stores.project.root, run);
  if (!cleared.ok()) closed.warnings.push_back(cleared.error().message);
  Json payload{{"action", "ended"}, {"session", closed.run.protocol->session_id}};
  payload["end"] = model::to_json(end);
  note_protocol(stores, run, caller, payload);
  return closed;
}

base::Result<void> abandon_protocol(Stores& stores, const model::RunId& run, const Caller& caller) {
  model::ProtocolEnd end;
  end.status = "ABANDONED";
  end.at = base::to_iso(stores.system.clock.now());
  end.summary = "Its owner is gone.";
  TRY(close_protocol(stores, run, end, caller));
  return {};
}

base::Result<EndOutcome> end_protocol(Workspace& workspace, const model::RunId& run,
                                      const EndRequest& request, const Caller& caller) {
  Stores& stores = workspace.stores();
  if (request.summary.size() + request.next_session_notes.size() > kEndNotesBytesMax) {
    return base::Error{base::Code::invalid_params, "summary and notes are over 16,000 bytes", ""};
  }
  ProtocolFactFinder facts(stores);
  Judgement judgement;
  std::optional<std::string> handoff;
  TRY_ASSIGN(auto saved,
             change_protocol(stores, run, "end gates", caller, [&](model::Run& current) {
               ask_gates(stores, current, facts);
               judgement = judge_end(stores, *current.protocol, request);
               handoff = handoff_hash(stores);
               return base::Result<void>();
             }));
  EndOutcome outcome;
  outcome.run = run;
  outcome.protocol = *saved.run.protocol;
  outcome.closed = judgement.may_close;
  outcome.warnings = std::move(saved.warnings);
  outcome.handoff_updated = handoff && *handoff != outcome.protocol.handoff_hash;
  for (const ProtocolGate gate : model::all_protocol_gates()) {
    outcome.gates.push_back(outcome_of(outcome.protocol, gate));
    if (policy::step_of(gate).blocking &&
        !policy::is_met(outcome.protocol, gate, stores.config.protocol_enforcement)) {
      outcome.unmet.emplace_back(name_of(gate));
    }
  }
  const model::ProtocolEnd end =
      end_of(stores, saved.run, request, facts.work(outcome.protocol), judgement.is_complete);
  outcome.status = end.status;
  outcome.commit_sha = end.commit_sha;
  if (!outcome.closed) return outcome;
  TRY_ASSIGN(const auto lock,
             stores.protocols.lock(base::Millis{stores.config.locking_timeout_ms}));
  TRY_ASSIGN(auto closed, close_protocol(stores, run, end, caller));
  outcome.protocol = *closed.run.protocol;
  outcome.warnings.insert(outcome.warnings.end(), closed.warnings.begin(), closed.warnings.end());
  return outcome;
}

}  // namespace engine
