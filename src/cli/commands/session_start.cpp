#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/protocol_view.h"
#include "cli/run_choice.h"

namespace cli {
namespace {

using base::Json;

struct StartWords {
  std::optional<std::string> id;
  std::optional<std::string> objective;
  std::optional<std::string> branch;
  std::optional<std::string> work;
  bool resume = false;
  bool no_log = false;
};

void declare(Arguments& arguments, StartWords& words) {
  arguments.operand({"ID", "", "A UUID, or a name of your own (default: a new UUID)"}, words.id);
  arguments.option({"--objective", "TEXT", "Begin a session of the protocol, for this"},
                   words.objective);
  arguments.option({"--branch", "BRANCH", "Its branch (default: what is checked out)"},
                   words.branch);
  arguments.option({"--work", "SLUG", "The work session that it belongs to"}, words.work);
  arguments.flag({"--resume", "", "Go on with a session that was left open"}, words.resume);
  arguments.flag({"--no-log", "", "Make no session log"}, words.no_log);
}

// The run that is named, made where there is none of that name; else what the engine finds.
base::Result<std::optional<model::RunId>> run_for(Context& context, const Arguments& arguments,
                                                  engine::Workspace& workspace,
                                                  const StartWords& words) {
  if (!words.id) return engine::run_to_start(workspace, session_choice(context, arguments));
  auto known = engine::choose_run(workspace, {.given = words.id, .host_session = {}});
  if (known.ok()) return std::optional(*std::move(known));
  if (known.error().code != base::Code::not_found) return std::move(known).error();
  TRY_ASSIGN(auto made, engine::start_session(workspace, *words.id, {}));
  return std::optional(std::move(made.id));
}

void print_started(Context& context, const engine::ProtocolStarted& started) {
  const model::Protocol& protocol = started.protocol;
  print_line(context.console, std::string(started.resumed ? "Resumed" : "Started") + " session " +
                                  protocol.session_id + " in phase " +
                                  printable(protocol.current_phase.text()) + ".");
  print_facts(context.console, {{"objective", printable(protocol.objective)},
                                {"branch", printable(protocol.branch)},
                                {"log", printable(protocol.log_path)},
                                {"run", started.run.text},
                                {"blocked until", base::join(started.blocked_until, ", ")}});
  print_warnings(context, started.warnings);
}

base::Result<int> start_protocol(Context& context, const Arguments& arguments,
                                 engine::Workspace& workspace, const StartWords& words) {
  engine::ProtocolStart request;
  request.objective = words.objective.value_or("");
  request.branch = words.branch;
  request.resume = words.resume;
  request.work_session = words.work;
  request.create_log = !words.no_log;
  TRY_ASSIGN(const auto run, run_for(context, arguments, workspace, words));
  TRY_ASSIGN(const auto started, engine::start_protocol(workspace, run, request, {}));
  if (arguments.form() == Form::text) {
    print_started(context, started);
    return kDone;
  }
  print_json(context.console, Json{{"session_id", started.protocol.session_id},
                                   {"phase", started.protocol.current_phase.text()},
                                   {"blocked_until", started.blocked_until},
                                   {"checklist", model::to_json(started.protocol.checklist)},
                                   {"run_id", started.run.text},
                                   {"log_path", started.protocol.log_path},
                                   {"resumed", started.resumed},
                                   {"warnings", started.warnings}});
  return kDone;
}

}  // namespace

base::Result<int> run_session_start(Context& context, Arguments& arguments) {
  StartWords words;
  declare(arguments, words);
  TRY(arguments.parse());
  if (words.id && words.id->empty()) return arguments.wrong_use("ID is empty.");
  const bool is_protocol = words.objective || words.resume;
  if (!is_protocol && (words.branch || words.work || words.no_log)) {
    return arguments.wrong_use("--branch, --work and --no-log go with --objective.");
  }
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  if (is_protocol) return start_protocol(context, arguments, workspace, words);
  TRY_ASSIGN(const auto run, engine::start_session(workspace, words.id.value_or(""), {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"sessionId", run.id.text}, {"version", run.version}});
  } else {
    print_line(context.console,
               "Started session " + run.id.text + " in mode " + printable(run.mode.text()) + ".");
  }
  return kDone;
}

}  // namespace cli
