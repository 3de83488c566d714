#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/progress.h"
#include "cli/protocol_view.h"
#include "cli/run_choice.h"

namespace cli {
namespace {

using base::Json;

struct LogCount {
  std::size_t added = 0;
  std::size_t known = 0;
  std::size_t unread = 0;
};

LogCount count_of(const std::vector<engine::ImportedLog>& logs) {
  LogCount count;
  for (const engine::ImportedLog& log : logs) {
    ++(log.session_id.empty() ? count.unread : log.is_new ? count.added : count.known);
  }
  return count;
}

void print_logs(Context& context, const std::vector<engine::ImportedLog>& logs) {
  const Style style(context.system.environment);
  for (const engine::ImportedLog& log : logs) {
    const std::string mark = log.session_id.empty() ? style.red("✗ ") : style.yellow("! ");
    for (const std::string& warning : log.warnings) {
      print_line(context.console, mark + printable(log.file) + ": " + printable(warning));
    }
  }
  const LogCount count = count_of(logs);
  print_line(context.console, "Added " + std::to_string(count.added) + " of " +
                                  std::to_string(logs.size()) + " session logs to the history; " +
                                  std::to_string(count.known) + " were there already, " +
                                  std::to_string(count.unread) + " could not be read.");
}

Json to_json(const std::vector<engine::ImportedLog>& logs) {
  Json list = Json::array();
  for (const engine::ImportedLog& log : logs) {
    list.push_back(Json{{"file", log.file},
                        {"session_id", log.session_id},
                        {"new", log.is_new},
                        {"warnings", log.warnings}});
  }
  const LogCount count = count_of(logs);
  return Json{{"added", count.added},
              {"known", count.known},
              {"unread", count.unread},
              {"logs", std::move(list)}};
}

}  // namespace

base::Result<int> run_session_import(Context& context, Arguments& arguments) {
  std::optional<std::string> folder;
  arguments.operand({"FOLDER", "", "Where the logs are (default: .agents/sessions)"}, folder);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  std::optional<os::Path> path;
  if (folder) path = os::normalised(context.system.environment.current_folder(), *folder);
  base::Result<std::vector<engine::ImportedLog>> logs =
      base::Error{base::Code::failed, "nothing was read", ""};
  {
    Progress progress(context, "Reading session logs");
    logs = engine::import_session_logs(
        workspace, path, [&](std::size_t done, std::size_t total) { progress.show(done, total); });
  }
  if (!logs.ok()) return std::move(logs).error();
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(*logs));
  } else {
    print_logs(context, *logs);
  }
  return count_of(*logs).unread == 0 ? kDone : kBadData;
}

}  // namespace cli
