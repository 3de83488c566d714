#include "engine/session_context.h"

#include <fmt/format.h>

#include "engine/decision_record.h"
#include "engine/first_mode.h"
#include "engine/run_view.h"
#include "policy/fault.h"

namespace engine {
namespace {

constexpr std::size_t kContextTextBytesMax = 200;

std::string_view meaning_of(const model::ModeName& mode) {
  switch (mode.known().value_or(model::Mode::analysis)) {
    case model::Mode::analysis:
      return "look, but change nothing: Edit, Write and Bash are denied";
    case model::Mode::planning:
      return "read and plan: Edit, Write and shell commands that write files are denied";
    case model::Mode::coding:
      return "all tools are allowed";
    case model::Mode::disabled:
      return "nothing is denied";
  }
  return "";
}

std::string mode_line(const model::Run& run) {
  std::string line = fmt::format("Mode: {} ({}).", run.mode.text(), meaning_of(run.mode));
  if (!run.mode.is(model::Mode::coding) && !run.mode.is(model::Mode::disabled)) {
    line += " Only a person loosens it: where the task needs that, ask.";
  }
  return line + "\n";
}

std::string work_lines(const model::Run& run) {
  std::string text;
  if (run.active_feature)
    text += "Feature: " + safe_text(*run.active_feature, kContextTextBytesMax) + "\n";
  if (run.active_task) text += "Task: " + safe_text(*run.active_task, kContextTextBytesMax) + "\n";
  if (run.workflow && !run.workflow->pending_handoffs.empty()) {
    text += fmt::format("Pending handoffs: {} (`holdfast handoff list`).\n",
                        run.workflow->pending_handoffs.size());
  }
  return text;
}

std::string fault_lines(Stores& stores, bool is_gate_off) {
  std::string text;
  const bool is_wished_off = stores.system.environment.text("HOLDFAST_GATE") == "off";
  if (is_gate_off) {
    text += "The gate is switched off by HOLDFAST_GATE=off.\n";
  } else if (is_wished_off) {
    text += "HOLDFAST_GATE=off does nothing here, since an agent started this program.\n";
  }
  const std::string wanted = problem_of_wanted_mode(stores);
  if (!wanted.empty()) text += wanted + "\n";
  if (!stores.config.problems.empty()) {
    const model::ConfigProblem& problem = stores.config.problems.front();
    text += fmt::format("The configuration has a problem: {}:{}: {}\n", problem.file, problem.line,
                        safe_text(problem.message, kContextTextBytesMax));
  }
  return text;
}

}  // namespace

std::string session_context(Stores& stores, const model::RunId& id, bool is_gate_off) {
  std::string text = "Holdfast keeps the state of this session.\n";
  const auto loaded = stores.runs.load(id);
  if (!loaded.ok()) {
    text += fmt::format(
        "Its state cannot be trusted ({}): only read-only tools are allowed. Ask a "
        "person to run `{}`.\n",
        safe_text(loaded.error().message, kContextTextBytesMax),
        policy::repair_command(loaded.error().code));
    return text + fault_lines(stores, is_gate_off);
  }
  const model::Run& run = loaded->run;
  text += mode_line(run);
  const bool started = gate_state_of(stores, id).protocol_started;
  if (is_protocol_enabled(stores, started)) {
    text += run.protocol_start_complete ? "✓ Start protocol complete.\n"
                                        : "⬜ Start protocol not complete: only reading tools and "
                                          "those that complete it are allowed.\n";
  }
  text += work_lines(run) + fault_lines(stores, is_gate_off);
  return text + "A denied call says why and what to do; `holdfast why` tells more.\n";
}

}  // namespace engine
