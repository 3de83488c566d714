#include "policy/gate.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "policy/fault.h"
#include "policy/mode.h"
#include "policy/shell_objection.h"
#include "policy/tool_class.h"

namespace policy {
namespace {

using model::GateDecision;
using model::GateRule;
using model::RuleSource;

constexpr std::string_view kUnknown = "unknown";

// Of text from outside, so that what to do about a denial still fits behind it.
std::string brief(std::string_view text) {
  constexpr std::size_t kBytesMax = 200;
  if (text.size() <= kBytesMax) return std::string(text);
  return std::string(base::clip_utf8(text, kBytesMax)) + "…";
}

// The key's place in the configuration file; built in where the file does not have it.
RuleSource source_of(const model::Config& config, std::string_view key) {
  const int line = config.line_of(key);
  return line == 0 ? RuleSource{} : RuleSource{config.file, line};
}

// A run that does not exist yet begins in the mode that the configuration names.
const model::ModeName& mode_of(const GateInput& input) {
  const bool is_absent = input.state.health == GateState::Health::absent;
  return is_absent ? input.config.gate_initial_mode : input.state.mode;
}

bool is_state_usable(const GateInput& input) {
  switch (input.state.health) {
    case GateState::Health::ok:
      return true;
    case GateState::Health::absent:
      return input.config.gate_absent == model::AbsentPolicy::create;
    case GateState::Health::faulty:
      return false;
  }
  return false;
}

std::string mode_text(const GateInput& input) {
  const std::string& text = mode_of(input).text();
  return is_state_usable(input) && !text.empty() ? text : std::string(kUnknown);
}

GateDecision decision_of(const GateInput& input, GateRule rule) {
  GateDecision decision;
  decision.tool = input.call.tool;
  decision.mode = mode_text(input);
  decision.rule = rule;
  return decision;
}

// What rows 1, 3 and 6 let through: tools that change nothing, and those that repair.
bool is_harmless(const GateInput& input) {
  return is_own_tool(input.call.tool) || is_readonly_tool(input.call.tool, input.config);
}

// Row 0.
std::optional<GateDecision> check_switches(const GateInput& input) {
  const bool is_foreign = input.state.health == GateState::Health::faulty &&
                          input.state.fault.code == base::Code::not_opted_in;
  if (!is_foreign && !input.switched_off && input.config.gate_enabled) return std::nullopt;
  GateDecision decision =
      decision_of(input, is_foreign ? GateRule::not_opted_in : GateRule::switched_off);
  decision.mode = "off";
  if (!is_foreign && !input.switched_off) {
    decision.source = source_of(input.config, "gate.enabled");
  }
  return decision;
}

// Row 1.
std::optional<GateDecision> check_input(const GateInput& input) {
  if (input.input_readable) return std::nullopt;
  const std::string problem =
      input.input_problem.empty() ? "no reason known" : brief(input.input_problem);
  GateDecision decision = decision_of(input, GateRule::unreadable_input);
  decision.mode = kUnknown;
  if (input.call.tool.empty() || is_harmless(input)) {
    decision.warning = fmt::format(
        "The hook's input could not be read ({}), so the gate was not asked. Run `holdfast "
        "doctor`.",
        problem);
    return decision;
  }
  decision.allowed = false;
  decision.message = fmt::format("Hook input could not be read. Blocking {}.", input.call.tool);
  decision.missing =
      fmt::format("A hook input that can be read to its end is missing ({}).", problem);
  decision.next_step = "Try again; if it stays so, run `holdfast doctor` in a terminal.";
  return decision;
}

GateDecision guard_denial(const GateInput& input, GateRule rule, const GuardedFile& guarded,
                          const std::string& name) {
  GateDecision decision = decision_of(input, rule);
  decision.allowed = false;
  decision.message =
      fmt::format("{} is {}. Blocking {}.", brief(name), guarded.what, input.call.tool);
  decision.missing = "It is never changed by an agent's own hand, in any mode.";
  decision.next_step = fmt::format("Use {}.", guarded.use_this);
  return decision;
}

GateDecision own_command_denial(const GateInput& input, const OwnDenial& denied) {
  GateDecision decision = decision_of(input, GateRule::guarded_command);
  decision.allowed = false;
  decision.message = fmt::format("`{}` is not an agent's to run. Blocking {}.",
                                 brief(denied.command), input.call.tool);
  decision.missing = denied.why;
  if (input.can_ask_person && !denied.asked_mode.empty()) {
    decision.asks_mode = denied.asked_mode;
    decision.next_step = "The person was asked; theirs is the answer.";
    decision.for_person = fmt::format(
        "The agent asks for the mode {} in this session. {} Yes sets it, No leaves it as it is.",
        denied.asked_mode, denied.why);
  } else if (denied.is_for_a_person) {
    decision.next_step = "If it is needed, say so and ask the person to do it.";
    decision.for_person = fmt::format(
        "The agent wanted to run `{}`. It is yours to run, in a "
        "terminal of your own.",
        brief(denied.command));
  } else {
    decision.next_step = "Leave it out.";
  }
  return decision;
}

GateDecision entry_denial(const GateInput& input, const GuardedFile& guarded) {
  GateDecision decision = decision_of(input, GateRule::guarded_file);
  decision.allowed = false;
  decision.message = fmt::format("{}. Blocking {}.", guarded.what, input.call.tool);
  decision.missing = "What lets the agent's program ask Holdfast is a person's to change.";
  decision.next_step = guarded.use_this;
  return decision;
}

// Keys may not be read either. Whatever tool has them as a target is denied, and a shell's reads
// are told apart.
std::optional<GateDecision> check_secrets(const GateInput& input) {
  if (is_own_tool(input.call.tool)) return std::nullopt;
  for (const auto* list : {&input.targets, &input.reads}) {
    for (const GateTarget& target : *list) {
      const auto secret = guarded_secret(target, input.roots);
      if (!secret) continue;
      GateDecision denial = guard_denial(input, GateRule::guarded_file, *secret, target.path);
      denial.missing = "It is never read by an agent, in any mode.";
      return denial;
    }
  }
  return std::nullopt;
}

// Row 2.
std::optional<GateDecision> check_guards(const GateInput& input) {
  if (input.own_denial) return own_command_denial(input, *input.own_denial);
  if (input.guarded_entry) return entry_denial(input, *input.guarded_entry);
  if (input.shell != nullptr || may_change_files(input.call.tool, input.config)) {
    for (const GateTarget& target : input.targets) {
      const auto guarded = guarded_target(target, input.roots);
      if (guarded) return guard_denial(input, GateRule::guarded_file, *guarded, target.path);
    }
  }
  if (auto denial = check_secrets(input)) return denial;
  if (is_memory_writing_tool(input.call.tool)) {
    for (const std::string& memory : input.call.memories) {
      const auto guarded = guarded_memory(memory);
      if (guarded) return guard_denial(input, GateRule::guarded_memory, *guarded, memory);
    }
  }
  return std::nullopt;
}

std::string fault_message(const GateInput& input, base::Code code) {
  const std::string run = input.state.run.empty() ? "this session" : input.state.run;
  if (code == base::Code::parse_error) return "Failed to parse session state";
  if (code == base::Code::signature_invalid) {
    return fmt::format("Session state signature invalid for {}", run);
  }
  if (code == base::Code::state_rollback) {
    return fmt::format("Session state rolled back for {}: an older state stands in its place", run);
  }
  return fmt::format("Session state unavailable. Blocking {}.", input.call.tool);
}

// Rows 3 and 4.
std::optional<GateDecision> check_state(const GateInput& input) {
  if (is_state_usable(input)) return std::nullopt;
  const bool is_absent = input.state.health == GateState::Health::absent;
  const base::Error& fault = input.state.fault;
  const base::Code code = is_absent ? base::Code::unavailable : fault.code;
  GateDecision decision = decision_of(input, GateRule::state_not_ok);
  std::string cause;
  std::string repair;
  if (is_absent) {
    decision.source = source_of(input.config, "gate.absent");
    cause = "There is no session state, and gate.absent is deny.";
    repair = "Run `holdfast session start` in a terminal.";
  } else {
    std::string_view detail = fault.message;
    while (detail.ends_with('.')) detail.remove_suffix(1);
    cause = fmt::format("A session state that can be trusted is missing: {}{}{}.",
                        base::code_name(code), detail.empty() ? "" : ", ", brief(detail));
    repair = fmt::format("Run `{}` in a terminal.", repair_command(code));
  }
  if (is_harmless(input)) {
    decision.warning = fmt::format("{} Only read-only tools are allowed now. {}", cause, repair);
    return decision;
  }
  decision.allowed = false;
  decision.message = fault_message(input, code);
  decision.missing = cause;
  decision.next_step = repair;
  return decision;
}

// A target counts by where links lead: that is what would be written.
bool is_own_log(const GateTarget& target, std::string_view folder) {
  constexpr std::string_view kSuffix = ".md";
  const std::string_view path = target.real_path.empty() ? target.path : target.real_path;
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view name = path.substr(slash + 1);
  return path.substr(0, slash) == folder && name.ends_with(kSuffix) && name != kSuffix;
}

bool writes_only_own_log(const GateInput& input) {
  std::string_view folder = input.session_log_folder;
  while (folder.ends_with('/')) folder.remove_suffix(1);
  if (folder.empty() || input.targets.empty() || !is_file_writing_tool(input.call.tool)) {
    return false;
  }
  return std::all_of(input.targets.begin(), input.targets.end(),
                     [&](const GateTarget& target) { return is_own_log(target, folder); });
}

// Row 6: enough to complete the protocol, and nothing more.
bool is_allowed_before_protocol(const GateInput& input) {
  return is_harmless(input) || is_memory_server_tool(input.call.tool) ||
         writes_only_own_log(input) ||
         (input.call.tool == "Bash" && is_plain_looking_command(input.call.command));
}

// " --session ID", so that a command can be copied as it stands.
std::string session_option(const GateInput& input) {
  return input.state.run.empty() ? std::string() : " --session " + brief(input.state.run);
}

GateDecision protocol_denial(const GateInput& input) {
  GateDecision decision = decision_of(input, GateRule::protocol_incomplete);
  decision.allowed = false;
  decision.mode = "blocked";
  decision.message = "Session protocol incomplete";
  if (input.config.protocol_enabled == model::ProtocolSwitch::on) {
    decision.source = source_of(input.config, "protocol.enabled");
  }
  decision.missing = "Not all start gates of the session protocol have passed.";
  decision.next_step = "Ask the person, where the gates cannot be met.";
  decision.for_person = fmt::format(
      "`holdfast pause{}` gives half an hour without the start protocol; protocol.enabled: false "
      "in "
      ".holdfast/config.yaml switches it off.",
      session_option(input));
  return decision;
}

GateDecision mode_denial(const GateInput& input) {
  GateDecision decision = decision_of(input, GateRule::mode_table);
  decision.allowed = false;
  decision.message =
      fmt::format("[BLOCKED] Tool '{}' is not allowed in {} mode.", input.call.tool, decision.mode);
  if (input.state.health == GateState::Health::absent) {
    decision.source = source_of(input.config, "gate.initial_mode");
  }
  decision.missing =
      mode_of(input).known()
          ? fmt::format("A mode that allows {} is missing.", input.call.tool)
          : std::string("This mode is not known, so it counts as the strictest, analysis.");
  decision.next_step = "Go on with what is allowed, or ask the person to change the mode.";
  decision.for_person = fmt::format(
      "To allow it, run `holdfast session mode coding{}` in a terminal.", session_option(input));
  return decision;
}

// Row 8 for a shell command: it is judged by what it would do.
std::optional<GateDecision> check_shell(const GateInput& input) {
  if (input.shell == nullptr || !mode_of(input).is(model::Mode::planning)) return std::nullopt;
  const auto objection = objection_to_writing(*input.shell, input.roots.project_root);
  if (!objection) return std::nullopt;
  GateDecision decision = mode_denial(input);
  decision.message = fmt::format("[BLOCKED] {} would {}, which is not allowed in {} mode.",
                                 input.call.tool, brief(objection->what), decision.mode);
  decision.missing = objection->missing;
  return decision;
}

std::optional<GateDecision> check_mode(const GateInput& input) {
  if (mode_denies(mode_of(input), input.call.tool)) return mode_denial(input);
  return check_shell(input);
}

// Row 9. Our own tools are not asked about: they are what satisfies a requirement.
std::optional<GateDecision> check_requirements(const GateInput& input,
                                               RequirementCheck* requirements) {
  if (requirements == nullptr || is_own_tool(input.call.tool)) return std::nullopt;
  auto denial = requirements->check(input);
  if (!denial || denial->allowed) return std::nullopt;
  denial->rule = GateRule::requirement;
  denial->tool = input.call.tool;
  if (denial->mode.empty()) denial->mode = mode_text(input);
  return denial;
}

// Rows 5 to 10, for a state that can be used.
GateDecision decide_by_state(const GateInput& input, RequirementCheck* requirements) {
  const bool is_disabled = mode_of(input).is(model::Mode::disabled);
  GateDecision passed = decision_of(input, is_disabled ? GateRule::mode_disabled : GateRule::none);
  if (!is_disabled && input.protocol_enabled && !input.state.protocol_start_complete) {
    if (is_allowed_before_protocol(input)) {
      passed.rule = GateRule::protocol_incomplete;
      return passed;
    }
    if (!input.state.paused) return protocol_denial(input);
    passed.bypassed.push_back(GateRule::protocol_incomplete);
  }
  if (auto denial = check_mode(input)) {
    if (!input.state.paused) return *std::move(denial);
    passed.bypassed.push_back(GateRule::mode_table);
  }
  // Requirements are asked in a pause and in `disabled` too, so that what they would have denied
  // is on record (C-20).
  if (auto denial = check_requirements(input, requirements)) {
    if (!is_disabled && !input.state.paused) return *std::move(denial);
    passed.bypassed.push_back(GateRule::requirement);
  }
  return passed;
}

// Rows 2 and 9, where there is no state to protect and none to ask for.
GateDecision decide_by_requirements(const GateInput& input, RequirementCheck* requirements) {
  auto denial = input.input_readable ? check_guards(input) : std::nullopt;
  if (!denial && input.input_readable) denial = check_requirements(input, requirements);
  GateDecision decision = denial ? *std::move(denial) : decision_of(input, GateRule::none);
  decision.mode = "requirements";
  return decision;
}

}  // namespace

GateDecision decide_gate(const GateInput& input, RequirementCheck* requirements) {
  if (input.requirements_only && !input.switched_off) {
    return decide_by_requirements(input, requirements);
  }
  for (const auto check : {check_switches, check_input, check_guards, check_state}) {
    if (auto decision = check(input)) return *std::move(decision);
  }
  return decide_by_state(input, requirements);
}

}  // namespace policy
