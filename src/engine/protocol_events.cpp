#include "engine/protocol_events.h"

#include <fmt/format.h>

#include "base/text.h"
#include "engine/gate_input.h"
#include "engine/protocol_change.h"
#include "engine/protocol_facts.h"
#include "engine/redacted.h"
#include "engine/run_view.h"
#include "policy/protocol_gate.h"
#include "policy/protocol_observation.h"
#include "store/git_head.h"

namespace engine {
namespace {

constexpr std::size_t kPromptObjectiveBytesMax = 2000;

// Relative to the root; nothing for what lies elsewhere.
std::optional<std::string> inside(const Stores& stores, const std::string& path) {
  const os::Path relative = os::Path(path).lexically_relative(stores.project.root);
  if (relative.empty() || *relative.begin() == "..") return std::nullopt;
  return relative.native();
}

policy::ObservedCall observed_call(Stores& stores, const model::HostEvent& event,
                                   const policy::shell::Analysis* shell) {
  policy::ObservedCall call{event.call, {}, {}, shell};
  const bool reads = event.call.tool == "Read" || event.call.tool == "NotebookRead";
  for (const std::string& target : event.call.targets) {
    const auto path = inside(stores, os::normalised(event.folder, target).native());
    if (path) (reads ? call.reads : call.writes).push_back(*path);
  }
  if (shell == nullptr) return call;
  for (const policy::shell::FileEffect& effect : shell->files) {
    if (effect.certainty != policy::shell::Certainty::exact) continue;
    const auto path = inside(stores, effect.path);
    if (!path) continue;
    const bool is_read = effect.use == policy::shell::FileUse::read;
    (is_read ? call.reads : call.writes).push_back(*path);
  }
  return call;
}

// Ticks the first step of the list that has these words in it.
void tick(std::vector<model::ChecklistItem>& items, const std::string& words,
          const std::string& evidence) {
  const std::string wanted = base::to_lower(words);
  for (model::ChecklistItem& item : items) {
    if (item.req.ends_with("NOT")) continue;
    if (base::to_lower(item.step).find(wanted) == std::string::npos) continue;
    policy::tick_step(item, evidence, model::Trust::observed);
    return;
  }
}

// What was seen, put into a copy of the protocol.
class Observer {
 public:
  Observer(Stores& stores, const std::vector<policy::Observation>& seen)
      : stores_(stores), seen_(seen), facts_(stores) {}

  base::Result<void> put_in(model::Run& run) {
    for (const policy::Observation& one : seen_) put_in(run, one);
    return {};
  }

 private:
  void put_in(model::Run& run, const policy::Observation& seen) {
    using Gate = model::ProtocolGate;
    using Kind = policy::Observation::Kind;
    switch (seen.kind) {
      case Kind::serena_init:
        note(run, Gate::serena_init, "tool_output", seen.words, seen.evidence);
        return judge(run, Gate::serena_init);
      case Kind::handoff_read: {
        const auto hash = handoff_hash(stores_);
        if (!hash) return;
        note(run, Gate::context_retrieval, policy::kHandoffHash, seen.words, *hash);
        return judge(run, Gate::context_retrieval);
      }
      case Kind::skill_memory_read:
        note(run, Gate::skill_validation, policy::kSkillMemoryRead, seen.words, seen.evidence);
        return judge(run, Gate::skill_validation);
      case Kind::session_log:
        return judge(run, Gate::session_log);
      case Kind::step:
        return tick(run.protocol->checklist.start, seen.words, seen.evidence);
      case Kind::commit: {
        const auto head = store::read_head(stores_.system.files, stores_.project);
        const bool moved =
            head && !head->commit.empty() && head->commit != run.protocol->starting_commit;
        if (moved) note(run, Gate::git_commit, "commit_sha", "", head->commit);
        return;
      }
    }
  }

  void note(model::Run& run, model::ProtocolGate gate, const std::string& key,
            const std::string& words, const std::string& value) {
    if (!words.empty()) tick(run.protocol->checklist.start, words, value);
    model::Evidence& kept = run.protocol->evidence[std::string(name_of(gate))][key];
    if (kept.value == value && kept.trust.is(model::Trust::observed)) return;
    kept = {.value = value,
            .trust = model::Trust::observed,
            .at = base::to_iso(stores_.system.clock.now()),
            .source = "hook",
            .step = "",
            .sha256 = "",
            .extra = {}};
  }

  void judge(model::Run& run, model::ProtocolGate gate) {
    policy::apply_result(*run.protocol, gate, facts_.judge(gate, run),
                         stores_.config.protocol_enforcement, protocol_clock(stores_));
  }

  Stores& stores_;
  const std::vector<policy::Observation>& seen_;
  ProtocolFactFinder facts_;
};

void observe_call(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                  model::HostReply& reply) {
  const auto shell = analyse_command(stores, event.call, event.folder);
  const auto loaded = stores.runs.load(run);
  if (!loaded.ok() || !model::is_active(loaded->run.protocol)) return;
  const auto seen = policy::observe(observed_call(stores, event, shell ? &*shell : nullptr),
                                    stores.config, log_path_of(*loaded->run.protocol));
  if (seen.empty()) return;
  Observer observer(stores, seen);
  const auto saved = change_protocol(stores, run, "observed", {.actor = "hook"},
                                     [&](model::Run& current) { return observer.put_in(current); });
  if (!saved.ok()) {
    reply.warning = "the protocol's evidence was not saved: " + saved.error().message;
  }
}

std::string start_context(const ProtocolStarted& started, const model::Config& config) {
  std::string text = fmt::format("Session protocol: {} has begun.", started.protocol.session_id);
  if (!started.protocol.log_path.empty()) text += " Its log is " + started.protocol.log_path + ".";
  if (started.blocked_until.empty()) return text + "\n";
  text += " Before tools that change anything are allowed, these gates must pass:\n";
  for (const std::string& name : started.blocked_until) {
    const auto gate = model::from_name(name, static_cast<model::ProtocolGate*>(nullptr));
    if (gate) text += fmt::format("- {}: {}\n", name, policy::evidence_needed(*gate, config));
  }
  return text + "Then call advance_phase with target_phase WORKING.\n";
}

// Only where a file or the configuration asks for the protocol: it never enables itself.
void start_by_prompt(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                     model::HostReply& reply) {
  if (!stores.config.protocol_auto_start || !is_protocol_enabled(stores, false)) return;
  const std::string_view prompt = base::trim(event.text);
  if (prompt.empty() || !event.agent_id.empty()) return;
  auto loaded = stores.runs.load(run);
  if (!loaded.ok() || loaded->run.protocol) return;  // Begun already, or ended.
  ProtocolStart request;
  request.objective = redacted_head(prompt, kPromptObjectiveBytesMax);
  const auto started = start_protocol(stores, run, request, {.actor = "hook"},
                                      [&]() -> base::Result<model::Run> { return loaded->run; });
  if (started.ok()) {
    reply.context += start_context(*started, stores.config);
  } else if (started.error().code == base::Code::session_active) {
    reply.context += started.error().message + "\n";
  } else {
    reply.warning = "the session protocol was not started: " + started.error().message;
  }
}

}  // namespace

void follow_protocol(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                     model::HostReply& reply) {
  if (stores.config.protocol_enabled == model::ProtocolSwitch::off) return;
  if (event.kind == model::EventKind::prompt) return start_by_prompt(stores, run, event, reply);
  if (event.kind != model::EventKind::after_tool || !event.agent_id.empty()) return;
  // Without a session there is nothing to prove; the head record tells that for nothing.
  const auto head = stores.runs.head(run);
  if (head && head->protocol_started) observe_call(stores, run, event, reply);
}

ProtocolDenial explain_protocol(Stores& stores, const model::RunId& run) {
  ProtocolDenial denial;
  const auto loaded = stores.runs.load(run);
  if (!loaded.ok()) return denial;
  if (!model::is_active(loaded->run.protocol)) {
    denial.missing = "No session of the protocol has begun.";
    denial.next_step = "Call session_start with an objective.";
    return denial;
  }
  const auto unmet =
      policy::unmet_start_gates(*loaded->run.protocol, stores.config.protocol_enforcement);
  if (unmet.empty()) {
    denial.missing = "All start gates have passed, but the phase has not moved on.";
    denial.next_step = "Call advance_phase with target_phase WORKING.";
    return denial;
  }
  denial.missing = "Start gates that have not passed: " + base::join(unmet, ", ") + ".";
  const auto gate = model::from_name(unmet.front(), static_cast<model::ProtocolGate*>(nullptr));
  if (gate) {
    denial.next_step = fmt::format("{}: {} Then call advance_phase with target_phase WORKING.",
                                   unmet.front(), policy::evidence_needed(*gate, stores.config));
  }
  return denial;
}

}  // namespace engine
