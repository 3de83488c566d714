#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {

using base::Json;

base::Result<int> run_pause(Context& context, Arguments& arguments) {
  std::optional<std::string> duration;
  std::optional<std::string> reason;
  arguments.option({"--for", "TIME", "How long: 90s, 30m (default), 2h"}, duration);
  arguments.option({"--reason", "TEXT", "Why, for the journal"}, reason);
  arguments.session_option();
  TRY(arguments.parse());
  engine::PauseRequest request;
  if (duration) {
    TRY_ASSIGN(request.duration, base::duration_from_text(*duration));
  }
  request.reason = reason.value_or("");
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto run, engine::pause_run(chosen.workspace, chosen.run, request, {}));
  const std::string until = run.pause ? run.pause->until : "";
  if (arguments.form() == Form::json) {
    print_json(context.console,
               Json{{"sessionId", run.id.text}, {"version", run.version}, {"pausedUntil", until}});
  } else {
    print_line(context.console, "Blocking is off for session " + run.id.brief() + " for " +
                                    base::to_words(request.duration) + ", until " +
                                    short_time(until) + " UTC.");
  }
  return kDone;
}

base::Result<int> run_resume(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto run, engine::resume_run(chosen.workspace, chosen.run, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"sessionId", run.id.text}, {"version", run.version}});
  } else {
    print_line(context.console, "Session " + run.id.brief() + " is not paused any more.");
  }
  return kDone;
}

}  // namespace cli
