// req sessions, req prune and req rename: which sessions are live, and order among the branches.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/requirement_choice.h"
#include "cli/requirement_text.h"

namespace cli {
namespace {

using base::Json;
using engine::LiveSession;

Json to_json(const LiveSession& session) {
  return Json{{"session", session.key},           {"project", session.project},
              {"branch", session.branch},         {"pid", session.pid},
              {"started_at", session.started_at}, {"last_active", session.last_active},
              {"here", session.is_here}};
}

void print_sessions(Console& console, const std::vector<LiveSession>& sessions) {
  std::vector<std::vector<std::string>> rows{
      {"  SESSION", "BRANCH", "STARTED", "ACTIVE", "PID", "PROJECT"}};
  for (const LiveSession& session : sessions) {
    rows.push_back({(session.is_here ? "* " : "  ") + printable(session.key),
                    session.branch.empty() ? "-" : printable(session.branch),
                    time_text(session.started_at), time_text(session.last_active),
                    session.pid > 0 ? std::to_string(session.pid) : "-",
                    printable(session.project)});
  }
  print_table(console, rows);
}

base::Result<std::int64_t> days_from_text(const Arguments& arguments, const std::string& text) {
  constexpr std::uint64_t kDaysMax = 36500;
  const auto days = base::to_number(text);
  if (days && *days <= kDaysMax) return static_cast<std::int64_t>(*days);
  return arguments.wrong_use("--days: '" + text + "' is not a number of days up to 36500.");
}

}  // namespace

base::Result<int> run_req_sessions(Context& context, Arguments& arguments) {
  bool only_here = false;
  arguments.project_choice("Only those of this project, or of the one in DIR", only_here);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_requirements(context, arguments));
  std::vector<LiveSession> sessions = engine::live_sessions(workspace);
  if (only_here) {
    std::erase_if(sessions, [](const LiveSession& session) { return !session.is_here; });
  }
  if (arguments.form() == Form::json) {
    Json list = Json::array();
    for (const LiveSession& session : sessions) list.push_back(to_json(session));
    print_json(context.console, Json{{"sessions", std::move(list)}});
  } else if (sessions.empty()) {
    print_line(context.console, "No session is live.");
  } else {
    print_sessions(context.console, sessions);
  }
  return kDone;
}

base::Result<int> run_req_prune(Context& context, Arguments& arguments) {
  std::optional<std::string> text;
  arguments.option({"--days", "N", "What is older goes (default: the configuration's, or 90)"},
                   text);
  TRY(arguments.parse());
  std::optional<std::int64_t> days;
  if (text) {
    TRY_ASSIGN(days, days_from_text(arguments, *text));
  }
  TRY_ASSIGN(auto workspace, open_requirements(context, arguments));
  const auto outcome = engine::prune_requirements(workspace, days);
  if (!outcome.ok()) return not_saved(outcome.error());
  if (arguments.form() == Form::json) {
    print_json(context.console,
               Json{{"branches", outcome->branches}, {"entries", outcome->entries}});
  } else if (outcome->entries == 0) {
    print_line(context.console, "There was nothing to prune.");
  } else {
    print_line(context.console,
               "Took away " + base::counted(outcome->entries, "old entry", "old entries") + " of " +
                   base::counted(outcome->branches, "branch", "branches") + ".");
  }
  return kDone;
}

base::Result<int> run_req_rename(Context& context, Arguments& arguments) {
  std::string from;
  std::string to;
  arguments.operand({"OLD", "", "The branch's name so far"}, from);
  arguments.operand({"NEW", "", "Its name from now on"}, to);
  TRY(arguments.parse());
  if (from.empty() || to.empty()) return arguments.wrong_use("The name of a branch is empty.");
  if (from == to) return arguments.wrong_use("OLD and NEW are the same.");
  TRY_ASSIGN(auto workspace, open_requirements(context, arguments));
  const auto renamed = engine::rename_requirement_branch(workspace, from, to);
  if (!renamed.ok()) return not_saved(renamed.error());
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"from", from}, {"to", to}});
  } else {
    const Style style(context.system.environment);
    print_line(context.console, style.green("✓ ") + "The requirements of " + printable(from) +
                                    " are those of " + printable(to) + " now.");
  }
  return kDone;
}

}  // namespace cli
