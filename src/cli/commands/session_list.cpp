#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {
namespace {

using base::Json;

Json to_json(const engine::RunLine& line) {
  return Json{{"sessionId", line.id.text},    {"health", engine::name_of(line.health)},
              {"problem", line.problem},      {"mode", line.mode},
              {"version", line.version},      {"createdAt", line.created_at},
              {"updatedAt", line.updated_at}, {"worktree", line.worktree},
              {"current", line.is_current}};
}

void print_lines(Console& console, const std::vector<engine::RunLine>& lines) {
  std::vector<std::vector<std::string>> rows{{"  SESSION", "STATE", "MODE", "VERSION", "CHANGED"}};
  for (const engine::RunLine& line : lines) {
    const std::string mark = line.is_current ? "* " : "  ";
    const bool is_broken = line.health == engine::RunHealth::broken;
    rows.push_back({mark + line.id.text, std::string(engine::name_of(line.health)),
                    is_broken ? "-" : printable(line.mode),
                    is_broken ? "-" : std::to_string(line.version),
                    is_broken ? printable(line.problem) : short_time(line.updated_at)});
  }
  print_table(console, rows);
}

}  // namespace

base::Result<int> run_session_list(Context& context, Arguments& arguments) {
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  const std::vector<engine::RunLine> lines = engine::list_sessions(workspace);
  if (arguments.form() == Form::json) {
    Json sessions = Json::array();
    for (const engine::RunLine& line : lines) sessions.push_back(to_json(line));
    print_json(context.console, Json{{"sessions", sessions}});
  } else if (lines.empty()) {
    print_line(context.console, "There is no session yet.");
  } else {
    print_lines(context.console, lines);
  }
  return kDone;
}

}  // namespace cli
