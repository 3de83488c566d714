#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"
#include "engine/continuity.h"

namespace cli {
namespace {

using base::Json;
using model::SessionState;

constexpr std::int64_t kDepth = 5;

std::string end_text(const SessionState& state) {
  if (!state.end_time) return "open";
  return short_time(printable(*state.end_time)) + (state.crash_recovered ? " (crashed)" : "");
}

void print_chain(Console& console, const std::vector<SessionState>& sessions) {
  std::vector<std::vector<std::string>> rows{
      {"  SESSION", "BEGAN", "ENDED", "CHANNEL", "PINS", "TASKS", "BRANCH"}};
  for (const SessionState& state : sessions) {
    rows.push_back({"  " + printable(state.session_id), short_time(printable(state.start_time)),
                    end_text(state), printable(state.channel),
                    std::to_string(state.working_memory.size()),
                    std::to_string(state.pending_tasks.size()), printable(state.branch)});
  }
  print_table(console, rows);
  const SessionState& last = sessions.back();
  if (last.previous_session_id) {
    print_line(console, "It goes on with " + printable(*last.previous_session_id) + ".");
  }
}

}  // namespace

base::Result<int> run_session_chain(Context& context, Arguments& arguments) {
  std::optional<std::string> id;
  std::optional<std::string> depth_text;
  arguments.operand({"ID", "", "The session to begin with (default: the current one)"}, id);
  arguments.option({"--depth", "NUMBER", "At most so many, 1 to 50 (default: 5)"}, depth_text);
  arguments.session_option();
  TRY(arguments.parse());
  std::int64_t depth = kDepth;
  if (depth_text) {
    TRY_ASSIGN(depth, number_of(arguments, *depth_text, "--depth"));
  }
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  if (!id) {
    TRY_ASSIGN(const auto run, engine::choose_run(workspace, session_choice(context, arguments)));
    id = run.text;
  }
  TRY_ASSIGN(const auto sessions, engine::session_chain(workspace, *id, depth));
  if (arguments.form() == Form::json) {
    Json list = Json::array();
    for (const SessionState& state : sessions) list.push_back(model::to_json(state));
    print_json(context.console, Json{{"sessions", std::move(list)}});
  } else if (!sessions.empty()) {
    print_chain(context.console, sessions);
  }
  return kDone;
}

}  // namespace cli
