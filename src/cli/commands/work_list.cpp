#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/team.h"
#include "cli/work_view.h"
#include "engine/dashboard/work_list.h"
#include "engine/onboarding.h"

namespace cli {

namespace {

using base::Json;

Json to_json(const engine::WorkRow& row) {
  Json json{{"session_id", row.slug},
            {"topic", row.title},
            {"session_type", row.type},
            {"current_phase", row.phase},
            {"status", row.status},
            {"branch", row.branch},
            {"path", row.folder},
            {"project", row.project},
            {"project_name", row.project_name},
            {"checkpoints_total", row.checkpoints_total},
            {"checkpoints_completed", row.checkpoints_completed},
            {"current_checkpoint", row.current_checkpoint ? Json(*row.current_checkpoint) : Json()},
            {"input_tokens", row.input_tokens},
            {"output_tokens", row.output_tokens},
            {"cost_usd", row.cost_usd ? Json(*row.cost_usd) : Json()},
            {"created_at", row.created_at},
            {"updated_at", row.updated_at},
            {"missing_since", row.missing_since}};
  if (!row.machine_name.empty()) json["machine"] = row.machine_name;
  return json;
}

// What a machine does not send, or what is a folder there, is left empty.
engine::WorkRow row_of(const engine::dashboard::WorkSummary& work) {
  engine::WorkRow row;
  row.project = work.project;
  row.project_name = work.project_name;
  row.slug = work.slug;
  row.title = work.title;
  row.type = work.type;
  row.phase = work.phase;
  row.status = work.is_missing ? "missing" : work.status;
  row.branch = work.branch;
  row.checkpoints_total = work.checkpoints_total;
  row.checkpoints_completed = work.checkpoints_completed;
  row.current_checkpoint = work.current_checkpoint;
  row.cost_usd = work.cost_usd;
  row.updated_at = work.updated_at;
  row.machine_name = work.machine_name;
  return row;
}

base::Result<std::vector<engine::WorkRow>> work_of_team(Context& context,
                                                        const engine::WorkQuery& query) {
  constexpr std::size_t kPageMax = 500;
  TRY_ASSIGN(TeamView team, TeamView::open(context));
  engine::dashboard::WorkQuestion question{.scope = engine::dashboard::Scope::team,
                                           .project = query.project,
                                           .phase = query.phase,
                                           .status = query.status};
  std::vector<engine::WorkRow> rows;
  while (rows.size() < query.limit) {
    question.page.limit = std::min(query.limit - rows.size(), kPageMax);
    TRY_ASSIGN(const auto page, engine::dashboard::list_work(team.dashboard(), question));
    for (const engine::dashboard::WorkSummary& work : page.items) rows.push_back(row_of(work));
    if (!page.next) break;
    question.page.cursor = page.next;
  }
  return rows;
}

// Where nothing was read of what it cost, nothing is said.
std::string cost_text(const engine::WorkRow& row) {
  return row.cost_usd ? fmt::format("${:.2f}", *row.cost_usd) : "-";
}

struct Columns {
  bool project = false;
  bool machine = false;
};

void print_rows(Console& console, const std::vector<engine::WorkRow>& rows, Columns columns) {
  std::vector<std::vector<std::string>> table{
      {"  SESSION", "PHASE", "STATUS", "CHECKPOINTS", "CHANGED"}};
  const bool with_cost =
      std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.cost_usd; });
  if (with_cost) table[0].emplace_back("COST");
  if (columns.project) table[0].emplace_back("PROJECT");
  if (columns.machine) table[0].emplace_back("MACHINE");
  for (const engine::WorkRow& row : rows) {
    const bool has_checkpoints = row.checkpoints_total > 0 || row.checkpoints_completed > 0;
    table.push_back({"  " + printable(row.slug), printable(row.phase),
                     printable(row.missing_since.empty() ? row.status : "missing"),
                     has_checkpoints ? std::to_string(row.checkpoints_completed) + "/" +
                                           std::to_string(row.checkpoints_total)
                                     : "-",
                     short_time(printable(row.updated_at))});
    if (with_cost) table.back().push_back(cost_text(row));
    if (columns.project) table.back().push_back(printable(row.project_name));
    if (columns.machine) table.back().push_back(printable(row.machine_name));
  }
  print_table(console, table);
}

}  // namespace

base::Result<int> run_work_list(Context& context, Arguments& arguments) {
  engine::WorkQuery query;
  std::optional<std::string> limit;
  arguments.option({"--status", "STATUS", "active, paused, complete or failed"}, query.status);
  arguments.option({"--phase", "PHASE", "spec, plan, build, docs or complete"}, query.phase);
  arguments.option({"--of", "PROJECT", "Of another project: its id, name or folder"},
                   query.project);
  arguments.flag({"--all", "", "Of all projects that were onboarded"}, query.all_projects);
  bool is_team = false;
  arguments.flag({"--team", "", "Of all machines of the team's server, as they sent it"}, is_team);
  arguments.option({"--limit", "NUMBER", "At most so many (default: 50)"}, limit);
  TRY(arguments.parse());
  if (limit) {
    TRY_ASSIGN(const std::int64_t number, number_of(arguments, *limit, "--limit"));
    query.limit = static_cast<std::size_t>(number);
  }
  TRY_ASSIGN(const auto rows,
             is_team ? work_of_team(context, query)
                     : engine::list_work(context.system, start_folder(context, arguments), query));
  if (arguments.form() == Form::json) {
    Json sessions = Json::array();
    for (const engine::WorkRow& row : rows) sessions.push_back(to_json(row));
    print_json(context.console, Json{{"sessions", std::move(sessions)}});
  } else if (rows.empty() && is_team) {
    print_line(context.console, "No machine of the team has sent such a work session.");
  } else if (rows.empty()) {
    // One that cannot be read is not listed either: who misses it should know where to look.
    print_line(context.console,
               "No work session to list. `holdfast work create --topic TEXT` makes one; "
               "`holdfast doctor` names those that cannot be read.");
  } else {
    print_rows(context.console, rows,
               {.project = query.all_projects || is_team, .machine = is_team});
  }
  return kDone;
}

}  // namespace cli
