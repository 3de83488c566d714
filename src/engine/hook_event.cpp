#include "engine/hook_event.h"

#include <nlohmann/json.hpp>

#include "engine/agent_conversation.h"
#include "engine/call_in_flight.h"
#include "engine/claim_check.h"
#include "engine/continuity_hook.h"
#include "engine/decision_record.h"
#include "engine/first_mode.h"
#include "engine/gate_input.h"
#include "engine/head_note.h"
#include "engine/own_commands.h"
#include "engine/own_files.h"
#include "engine/persons_answer.h"
#include "engine/project_choice.h"
#include "engine/protocol_events.h"
#include "engine/requirement_events.h"
#include "engine/requirement_gate.h"
#include "engine/requirement_journal.h"
#include "engine/run_lifecycle.h"
#include "engine/run_view.h"
#include "engine/session_context.h"
#include "engine/stray_calls.h"
#include "engine/taken_away.h"
#include "engine/work_hook.h"
#include "policy/fault.h"
#include "policy/requirement_trigger.h"
#include "policy/tool_class.h"
#include "store/project_identity.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kPromptBytesMax = 4000;
constexpr base::Millis kJournalLockTimeout{1000};

// One event on its way, of a project that opted in or has requirements at least.
class EventHandler {
 public:
  EventHandler(Stores& stores, const model::HostEvent& event, const HookOptions& options)
      : stores_(stores), event_(event), options_(options), requirements_(stores, event.host_id) {}

  const std::optional<model::RunId>& run() const { return run_; }
  const Told& told() const { return told_; }

  model::HostReply handle() {
    if (!event_.host_id.empty()) {
      auto run = store::run_of_host_id(stores_.project.id, event_.host, event_.host_id);
      if (run.ok()) {
        run_ = *std::move(run);
      } else {
        run_error_ = std::move(run).error();
      }
    }
    return model::asks_about_a_tool(event_.kind) ? decide() : record();
  }

 private:
  bool switched_off() {
    if (!switched_off_) switched_off_ = is_gate_off(stores_, event_, run_);
    return *switched_off_;
  }

  // The state to judge by. A run never seen before is made here, where the configuration says so.
  policy::GateState load_state() {
    policy::GateState state;
    if (!run_) {
      state.health = policy::GateState::Health::faulty;
      state.fault = run_error_.value_or(
          base::Error{base::Code::unavailable, "the hook input names no session", ""});
      state.run = event_.host_id;
      return state;
    }
    state = gate_state_of(stores_, *run_);
    const bool make = state.health == policy::GateState::Health::absent &&
                      stores_.config.gate_absent == model::AbsentPolicy::create;
    if (!make && !state.ended) return state;
    // An ended run that calls a tool was resumed without a word; both are one write, once.
    const auto begun = begin_run(stores_, *run_, event_);
    if (begun.ok()) return gate_state_of(stores_, *run_);
    if (make) {
      state.health = policy::GateState::Health::faulty;
      state.fault = begun.error();
    }
    return state;
  }

  model::HostReply decide() {
    model::HostReply reply;
    policy::GateState state;
    const bool asks_state = stores_.project.opted_in && stores_.config.gate_enabled;
    if (!switched_off() && asks_state) state = load_state();
    const bool protocol = is_protocol_enabled(stores_, state.protocol_started);
    const policy::GuardRoots roots = stores_.guard_roots();
    const auto shell = analyse_command(stores_, event_.call, event_.folder);
    const policy::shell::Analysis* const effects = shell ? &*shell : nullptr;
    auto targets = resolve_targets(stores_, event_.call, event_.folder, effects);
    auto guarded_entry =
        guarded_entry_of(stores_, {event_.call, event_.folder, roots, targets, effects});
    RequirementGate requirements(requirements_, [this] { arm_open(); });
    const policy::GateInput input{
        .call = event_.call,
        .config = stores_.config,
        .roots = roots,
        .state = std::move(state),
        .targets = std::move(targets),
        .reads = resolve_reads(stores_, event_.call, effects),
        .shell = effects,
        .own_denial = own_denial(stores_, run_, effects),
        .can_ask_person = event_.can_ask_person,
        .input_readable = event_.readable,
        .input_problem = event_.problem,
        .switched_off = switched_off(),
        .protocol_enabled = protocol,
        .session_log_folder = (stores_.project.root / ".agents" / "sessions").native(),
        .requirements_only = !stores_.project.opted_in,
        .guarded_entry = std::move(guarded_entry)};
    reply.decision = policy::decide_gate(input, &requirements);
    if (reply.decision->rule == model::GateRule::protocol_incomplete && !reply.decision->allowed) {
      explain(*reply.decision);
    }
    ask_with_plan(stores_, run_, event_, *reply.decision);
    finish_decision(*reply.decision, requirements);
    if (stores_.project.keeps_last_config && !reply.decision->allowed) {
      reply.decision->missing +=
          " A call of the agent took the configuration away or loosened it; what it said before "
          "holds.";
    }
    if (event_.is_again) return reply;
    const std::vector<std::string> claims = warn_of_claims(input, *reply.decision);
    Json record = decision_to_json(event_, *reply.decision, effects);
    if (!claims.empty()) record[kToldClaims] = claims;
    note_head(record, effects);
    note_faults(record);
    journal(std::move(record), reply);
    if (reply.decision->allowed) reply.context = reply.decision->warning;
    return reply;
  }

  // What others of the team have touched is said, and stops nothing. Gives what was said, so that
  // the journal knows it.
  std::vector<std::string> warn_of_claims(const policy::GateInput& input,
                                          model::GateDecision& decision) {
    const bool is_asked = decision.allowed && event_.kind == model::EventKind::before_tool && run_;
    if (!is_asked || !stores_.project.opted_in || input.switched_off) return {};
    ClaimAdvice advice = claim_advice(stores_, *run_, input);
    if (advice.warning.empty()) return {};
    if (!decision.warning.empty()) decision.warning += "\n";
    decision.warning += advice.warning;
    return std::move(advice.told);
  }

  // Which gates are missing is in the note, which only a denial has to read.
  void explain(model::GateDecision& decision) {
    ProtocolDenial denial = explain_protocol(stores_, *run_);
    if (!denial.missing.empty()) decision.missing = std::move(denial.missing);
    // What the agent can do itself; a person's way out stands in their own line.
    if (!denial.next_step.empty()) decision.next_step = std::move(denial.next_step);
  }

  // The integrity gate has let the call pass; the requirements fail open.
  void arm_open() {
    if (!options_.arm) return;
    model::HostReply reply;
    reply.decision.emplace();
    reply.decision->tool = event_.call.tool;
    reply.decision->rule = model::GateRule::deadline;
    reply.warning = "the requirements were not asked to the end: they took too long";
    options_.arm(reply, stores_.config.gate_hook_timeout_ms);
  }

  // What the requirements add: what they saw, and the mark that they were asked.
  void finish_decision(model::GateDecision& decision, RequirementGate& requirements) {
    decision.unmet = requirements.unmet();
    if (!decision.allowed) return;
    if (requirements.is_paused()) decision.bypassed.push_back(model::GateRule::requirement);
    if (decision.warning.empty()) decision.warning = requirements.warning();
    // A host that is about to ask its user has not let the call go on.
    if (event_.kind != model::EventKind::before_tool || !run_ || event_.is_again) return;
    const auto names = requirements.mark_triggered();
    if (names.empty()) return;
    note_requirement(stores_, *run_, "hook",
                     {.action = "triggered",
                      .names = names,
                      .branch = requirements_.head()->branch,
                      .by = "tool",
                      .detail = event_.call.tool});
  }

  // So that the call's end can tell whether it made a commit (B4-7), and which ones.
  void note_head(Json& record, const policy::shell::Analysis* shell) {
    if (shell == nullptr || !policy::may_move_head(*shell)) return;
    const bool is_wanted =
        (stores_.project.opted_in && stores_.config.work_add_commits) || requirements_.is_on();
    if (is_wanted && requirements_.head()) record[kHeadKey] = requirements_.head()->commit;
  }

  // A fault of this layer stops nothing, but it is on record and shown.
  void note_faults(Json& record) {
    if (requirements_.faults().empty()) return;
    record["fault"] = fault_text(requirements_.faults().front());
  }

  model::HostReply record() {
    model::HostReply reply;
    if (!event_.readable) reply.warning = "the hook input could not be read: " + event_.problem;
    if (!run_) return reply;
    Json payload = Json::object();
    if (event_.kind == model::EventKind::other) payload["event"] = safe_text(event_.name, 200);
    const auto put = [&](const char* key, const std::string& text, std::size_t bytes_max) {
      if (!text.empty()) payload[key] = safe_text(text, bytes_max);
    };
    put("tool", event_.call.tool, 200);
    put("call", event_.call.id, 200);
    put("agent", event_.agent_id, 200);
    put("agent_type", event_.agent_type, 200);
    put("source", event_.source, 200);
    put("reason", event_.reason, 1000);
    put("text", event_.text, kPromptBytesMax);
    put("skill", event_.call.skill, 200);
    if (event_.duration_ms) payload["duration_ms"] = *event_.duration_ms;
    if (const auto kept = follow_nested_agents(stores_, event_); !kept.ok()) {
      reply.warning = kept.error().message;
    }
    if (stores_.project.opted_in) {
      const auto changed = follow_lifecycle(stores_, *run_, event_);
      if (!changed.ok()) {
        payload["fault"] = fault_text(changed.error());
        reply.warning = changed.error().message;
      }
      // Not inside a subagent, which has its own task (BX-6).
      const bool begins = event_.kind == model::EventKind::session_start && event_.agent_id.empty();
      if (begins)
        reply.context =
            session_context(stores_, *run_, switched_off()) + work_mates(stores_, *run_);
      if (begins && changed.ok()) close_dead_sessions(stores_);
      if (changed.ok() && !switched_off()) follow_protocol(stores_, *run_, event_, reply);
      follow_work(stores_, *run_, event_, payload);
      if (changed.ok()) told_ = follow_continuity(stores_, *run_, event_, reply, payload);
    }
    if (!switched_off()) follow_requirements(requirements_, *run_, event_, reply);
    if (stores_.project.opted_in) take_persons_answer(stores_, *run_, event_, reply);
    if (stores_.project.opted_in) look_for_strays(payload, reply);
    note_faults(payload);
    if (!requirements_.faults().empty() && reply.warning.empty()) {
      reply.warning = requirements_.faults().front().message;
    }
    // A project that only has requirements keeps a journal of what they are about.
    if (stores_.project.opted_in || requirements_.is_on()) journal(std::move(payload), reply);
    return reply;
  }

  static void add_context(std::string_view text, model::HostReply& reply) {
    if (!reply.context.empty() && !reply.context.ends_with('\n')) reply.context += '\n';
    reply.context += text;
  }

  // What ran past the gate is told to the model and the person, once.
  void look_for_strays(Json& payload, model::HostReply& reply) {
    using Kind = model::EventKind;
    std::vector<StrayCall> strays;
    if (auto stray = stray_call_of(stores_, *run_, event_)) {
      payload[kStrayKey] = stray->how == StrayCall::How::denied ? "denied" : "unasked";
      strays.push_back(*std::move(stray));
    } else if (event_.kind == Kind::turn_end || event_.kind == Kind::session_start) {
      TranscriptLook look = look_at_transcript(stores_, *run_, event_);
      if (look.end) payload[kTranscriptEnd] = *look.end;
      strays = std::move(look.strays);
    } else if (event_.kind == Kind::prompt && has_strays(stores_, *run_)) {
      // The end of a turn has no way to tell the model.
      const std::string words = strays_of_last_turn(stores_, *run_);
      if (!words.empty()) add_context(stray_context(words), reply);
      return;
    }
    strays = keep_strays(stores_, *run_, std::move(strays));
    if (strays.empty()) return;
    const std::string words = words_of(strays);
    if (event_.kind != Kind::after_tool) payload[kStrayKey] = words;
    add_context(stray_context(words), reply);
    reply.alarm = words +
                  ". Another plugin of the agent's program may overrule the gate: "
                  "`holdfast doctor` lists them.";
  }

  // The journal is a layer that fails open: a line that cannot be written stops no work.
  void journal(Json payload, model::HostReply& reply) {
    if (!run_) return;
    const auto appended = stores_.journal.append(
        *run_,
        {std::string(model::name_of(event_.kind)), "hook", base::JsonBox(std::move(payload))},
        {.lock_timeout = kJournalLockTimeout});
    if (appended.ok()) {
      reply.decision_id = decision_id(*run_, appended->seq);
    } else {
      reply.warning = "the journal could not be written: " + appended.error().message;
    }
  }

  Stores& stores_;
  const model::HostEvent& event_;
  const HookOptions& options_;
  RequirementScene requirements_;
  std::optional<model::RunId> run_;
  std::optional<base::Error> run_error_;
  std::optional<bool> switched_off_;
  Told told_;
};

// What to say when time runs out: the integrity gate is closed, so only harmless tools pass. Where
// there is no such gate (`integrity`), only requirements, all of them do.
model::HostReply timeout_reply(const model::HostEvent& event, const model::Config& config,
                               bool integrity) {
  model::HostReply reply;
  if (!model::asks_about_a_tool(event.kind)) return reply;
  model::GateDecision decision;
  decision.tool = event.call.tool;
  decision.mode = "unknown";
  decision.rule = model::GateRule::deadline;
  const bool closed =
      integrity && policy::effect_of(policy::FaultLayer::integrity) == policy::FaultEffect::closed;
  decision.allowed = !closed || event.call.tool.empty() ||
                     policy::is_readonly_tool(event.call.tool, config) ||
                     policy::is_own_tool(event.call.tool);
  if (!decision.allowed) {
    decision.message = "Session state unavailable. Blocking " + event.call.tool + ".";
    decision.missing = "The gate did not come to an answer.";
    decision.next_step = "Try again; `holdfast doctor` shows what is slow or broken.";
  }
  reply.decision = std::move(decision);
  return reply;
}

// What a call may have done to our files is seen by the first event behind it.
void watch_files(Stores& stores, Witness& witness) {
  const model::HostEvent& event = witness.event;
  if (!stores.project.opted_in || is_gate_off(stores, event, std::nullopt)) return;
  const bool is_outcome =
      event.kind == model::EventKind::after_tool || event.kind == model::EventKind::tool_failed;
  const bool ends = event.kind == model::EventKind::turn_end ||
                    event.kind == model::EventKind::agent_stop ||
                    event.kind == model::EventKind::prompt;
  const bool refreshes =
      event.kind == model::EventKind::session_start || !stores.config.source.empty();
  const bool looks =
      ends || refreshes || (is_outcome && may_change_anything(event.call, stores.config));
  if (looks) look_after_call(stores, witness);
  if (!refreshes) return;
  end_with_marker(stores);
  keep_own_files(stores);
}

void tell(const Witness& witness, model::HostReply& reply) {
  if (witness.for_model.empty()) return;
  if (!reply.context.empty()) reply.context += "\n";
  reply.context += witness.for_model;
  if (!reply.alarm.empty()) reply.alarm += "\n";
  reply.alarm += witness.for_person;
}

}  // namespace

model::HostReply reply_to_fault(const model::HostEvent& event) {
  return timeout_reply(event, model::Config(), /*integrity=*/true);
}

model::HostReply handle_event(os::System system, const model::HostEvent& event,
                              const HookOptions& options) {
  // Where the project's folder is gone, the one that the agent works in.
  Witness witness{event};
  auto project = find_opted_in(system, {event.project_folder, event.folder}, &witness);
  if (!project) return {};
  const store::Homes homes = store::homes_of(system.environment);
  if (event.kind == model::EventKind::session_start && project->opted_in) {
    store::Keyring keys(system, homes, {});
    // Without a key or a disk that takes it, the session goes on under the id of the path.
    (void)store::settle_identity(system, homes, *project, keys);
  }
  auto stores = std::make_shared<Stores>(system, homes, *project, options.cache);
  if (stores->config.before && is_loosened_by_agent(*stores, &witness)) {
    project->keeps_last_config = true;
    stores = std::make_shared<Stores>(system, homes, *project, options.cache);
  }
  stores->host_files = options.host_files;
  if (options.arm) {
    options.arm(timeout_reply(event, stores->config, stores->project.opted_in),
                stores->config.gate_hook_timeout_ms);
  }
  watch_files(*stores, witness);
  const std::optional<model::HostEvent> moved = in_conversation(*stores, event);
  EventHandler handler(*stores, moved ? *moved : event, options);
  model::HostReply reply = handler.handle();
  tell(witness, reply);
  if (!handler.told().pieces.empty()) {
    reply.when_told = [stores, run = *handler.run(), told = handler.told()] {
      note_told(*stores, run, told);
    };
  }
  return reply;
}

}  // namespace engine
