#include "cli/team_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/team.h"
#include "engine/dashboard/team_costs.h"

namespace cli {
namespace {

using base::Json;
using engine::dashboard::TeamCostBy;
using engine::dashboard::TeamCostRow;
using engine::dashboard::TeamCosts;

struct TeamGrouping {
  std::string_view name;
  TeamCostBy by;
  std::string_view heading;
};
constexpr std::array kTeamGroupings{
    TeamGrouping{"day", TeamCostBy::day, "DAY"},
    TeamGrouping{"machine", TeamCostBy::machine, "MACHINE"},
    TeamGrouping{"project", TeamCostBy::project, "PROJECT"},
    TeamGrouping{"session", TeamCostBy::session, "SESSION"},
    TeamGrouping{"model", TeamCostBy::model, "MODEL"},
};

Json to_json(const TeamCostRow& row) {
  return Json{{"key", row.key},
              {"detail", row.detail},
              {"machine", row.machine_name},
              {"cost_usd", row.usd},
              {"input_tokens", row.input_tokens},
              {"output_tokens", row.output_tokens},
              {"has_unpriced", row.has_unpriced}};
}

Json to_json(const TeamCosts& costs, std::string_view by) {
  Json rows = Json::array();
  for (const TeamCostRow& row : costs.rows) rows.push_back(to_json(row));
  return Json{{"total", to_json(costs.total)},
              {"by", by},
              {"since", costs.since},
              {"counted", engine::dashboard::kTeamDays},
              {"rows", std::move(rows)}};
}

std::string name_of(const TeamCostRow& row, TeamCostBy by) {
  switch (by) {
    case TeamCostBy::machine:
      return row.machine_name;
    case TeamCostBy::session:
      return row.key + " on " + row.machine_name;
    case TeamCostBy::project:
      return row.detail.empty() ? row.key : row.detail;
    case TeamCostBy::day:
    case TeamCostBy::model:
      break;
  }
  return row.key.empty() ? "(not known)" : row.key;
}

std::vector<std::string> cells(const TeamCostRow& row, const std::string& name) {
  return {printable(name), std::to_string(row.input_tokens), std::to_string(row.output_tokens),
          fmt::format("${:.2f}{}", row.usd, row.has_unpriced ? "+" : "")};
}

void print_costs(Context& context, const TeamCosts& costs, const TeamGrouping& grouping) {
  if (costs.rows.empty()) {
    print_line(context.console, "No machine of the team has sent a cost of this time.");
    return;
  }
  std::vector<std::vector<std::string>> rows{
      {std::string(grouping.heading), "INPUT", "OUTPUT", "COST"}};
  for (const TeamCostRow& row : costs.rows) rows.push_back(cells(row, name_of(row, grouping.by)));
  rows.push_back(cells(costs.total, "Total"));
  print_table(context.console, rows);
  if (costs.total.has_unpriced) print_line(context.console, "+ Some of it has no price.");
  print_line(context.console, engine::dashboard::kTeamDays);
}

}  // namespace

base::Result<int> run_team_cost(Context& context, Arguments& arguments,
                                const TeamCostRequest& request) {
  const auto grouping =
      std::find_if(kTeamGroupings.begin(), kTeamGroupings.end(),
                   [&](const TeamGrouping& one) { return one.name == request.by; });
  if (grouping == kTeamGroupings.end()) {
    return arguments.wrong_use("--by: with --team one of day, machine, project, session, model.");
  }
  TRY_ASSIGN(TeamView team, TeamView::open(context));
  auto costs = engine::dashboard::team_costs(
      team.dashboard(),
      {.by = grouping->by, .since = request.since, .until = request.until, .project = {}});
  if (!costs.ok() && costs.error().code == base::Code::invalid_value) {
    return arguments.wrong_use(costs.error().message);
  }
  if (!costs.ok()) return std::move(costs).error();
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(*costs, grouping->name));
  } else {
    print_costs(context, *costs, *grouping);
  }
  return kDone;
}

}  // namespace cli
