#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/decision_view.h"
#include "cli/document.h"
#include "cli/exit_code.h"
#include "cli/requirement_choice.h"
#include "cli/run_choice.h"
#include "engine/gate.h"

namespace cli {
namespace {

using base::Json;

void collect(const Json& input, const char* key, std::vector<std::string>& into) {
  const auto found = input.find(key);
  if (found != input.end() && found->is_string()) into.push_back(found->get<std::string>());
}

// The input of a tool has other names in every tool; these are the ones that the gate asks for.
model::ToolCall tool_call(std::string tool, const Json& input) {
  model::ToolCall call;
  call.tool = std::move(tool);
  for (const char* key : {"file_path", "notebook_path", "path"}) collect(input, key, call.targets);
  for (const char* key : {"memory_name", "memory_file_name"}) collect(input, key, call.memories);
  if (const auto command = input.find("command"); command != input.end() && command->is_string()) {
    call.command = command->get<std::string>();
  }
  return call;
}

// Where there is no run yet, the gate is asked as the first call of one would be.
base::Result<std::optional<model::RunId>> run_or_none(Context& context, const Arguments& arguments,
                                                      engine::Workspace& workspace) {
  auto run = choose_journal(context, arguments, workspace);
  if (run.ok()) return std::optional<model::RunId>(*std::move(run));
  if (run.error().code == base::Code::no_session) return std::optional<model::RunId>();
  return std::move(run).error();
}

void print_decision(Context& context, const engine::Workspace& workspace,
                    const model::GateDecision& decision) {
  const Style style(context.system.environment);
  Console& console = context.console;
  if (decision.allowed) {
    print_line(console, style.green("Allowed") + ": " + printable(decision.tool) +
                            (workspace.keeps_runs() ? " in mode " + printable(decision.mode) : "") +
                            ".");
  } else {
    print_line(console, style.red("Denied") + ": " + printable(decision.message));
  }
  print_facts(console, facts_of(decision));
}

}  // namespace

base::Result<int> run_gate_check(Context& context, Arguments& arguments) {
  std::string tool;
  std::optional<std::string> input;
  arguments.operand({"TOOL", "", "The tool's name as the host spells it: Write, Bash, …"}, tool);
  input_option(arguments, input, "The tool's input (file_path, command, …), or - for stdin");
  arguments.session_option();
  TRY(arguments.parse());
  if (tool.empty()) return arguments.wrong_use("TOOL is empty.");
  Json document = Json::object();
  if (input) {
    TRY_ASSIGN(document, read_document(context.console, *input));
  }
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments, engine::Needs::requirements));
  TRY_ASSIGN(auto run, run_or_none(context, arguments, workspace));
  const engine::GateQuestion question{.call = tool_call(tool, document),
                                      .folder = start_folder(context, arguments).native(),
                                      .run = std::move(run),
                                      .input = &document};
  const model::GateDecision decision = engine::check_gate(workspace, question);
  if (arguments.form() == Form::json) {
    print_json(context.console, decision_json(decision));
  } else {
    print_decision(context, workspace, decision);
  }
  return decision.allowed ? kDone : kDenied;
}

}  // namespace cli
