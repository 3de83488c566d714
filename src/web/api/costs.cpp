#include "engine/dashboard/costs.h"

#include <array>
#include <cmath>

#include "engine/dashboard/team_costs.h"
#include "web/api/page_json_impl.h"
#include "web/api/routes.h"

namespace web {
namespace {

using base::Json;
using engine::CostBy;
using engine::dashboard::TeamCostBy;

struct Grouping {
  std::string_view name;
  CostBy by;
};
constexpr std::array kGroupings{
    Grouping{"day", CostBy::day},       Grouping{"project", CostBy::project},
    Grouping{"branch", CostBy::branch}, Grouping{"model", CostBy::model},
    Grouping{"agent", CostBy::agent},   Grouping{"session", CostBy::session},
    Grouping{"work", CostBy::work},
};

// What the sums of a team can be told by.
struct TeamGrouping {
  std::string_view name;
  TeamCostBy by;
};
constexpr std::array kTeamGroupings{
    TeamGrouping{"day", TeamCostBy::day},         TeamGrouping{"machine", TeamCostBy::machine},
    TeamGrouping{"project", TeamCostBy::project}, TeamGrouping{"model", TeamCostBy::model},
    TeamGrouping{"session", TeamCostBy::session},
};

template <typename Groupings>
base::Result<typename Groupings::value_type> grouping_of(const Groupings& groupings,
                                                         const Query& query) {
  const std::string text = query.text("by").value_or("day");
  std::string names;
  for (const auto& grouping : groupings) {
    if (grouping.name == text) return grouping;
    names += (names.empty() ? "" : ", ") + std::string(grouping.name);
  }
  return base::Error{base::Code::invalid_params, "by must be one of " + names, ""};
}

// What a computer cannot say exactly is not shown: 0.022350000000000002 is 0.02235.
double rounded_usd(double usd) {
  constexpr double kParts = 1e9;
  return std::round(usd * kParts) / kParts;
}

Json cost_to_json(const engine::CostRow& row) {
  const engine::TokenCount& tokens = row.tokens;
  const std::uint64_t sent = tokens.cache_read + tokens.cache_write + tokens.input;
  return Json{{"key", row.key},
              {"detail", text_or_null(row.detail)},
              {"machine", nullptr},
              {"machine_name", nullptr},
              {"usd", rounded_usd(row.usd)},
              {"has_unpriced", row.has_unpriced},
              {"input", tokens.input},
              {"output", tokens.output},
              {"cache_read", tokens.cache_read},
              {"cache_write", tokens.cache_write},
              {"requests", tokens.requests},
              {"cache_hit_rate", sent == 0 ? Json()
                                           : Json(static_cast<double>(tokens.cache_read) /
                                                  static_cast<double>(sent))}};
}

Json cost_to_json(const engine::CostReport& report) {
  Json rows = Json::array();
  for (const engine::CostRow& row : report.rows) rows.push_back(cost_to_json(row));
  Json unpriced = Json::array();
  for (const engine::UnpricedModel& model : report.unpriced) {
    unpriced.push_back(Json{
        {"model", model.model}, {"input", model.tokens.input}, {"output", model.tokens.output}});
  }
  Json budgets = Json::array();
  for (const engine::BudgetState& budget : report.budgets) {
    budgets.push_back(Json{{"name", budget.name},
                           {"limit_usd", budget.limit_usd},
                           {"spent_usd", rounded_usd(budget.spent_usd)}});
  }
  return Json{{"total", cost_to_json(report.total)},
              {"rows", std::move(rows)},
              {"unpriced", std::move(unpriced)},
              {"budgets", std::move(budgets)},
              {"problems", report.problems}};
}

// What a machine does not send is not known here.
Json cost_to_json(const engine::dashboard::TeamCostRow& row) {
  return Json{{"key", row.key},
              {"detail", text_or_null(row.detail)},
              {"machine", text_or_null(row.machine)},
              {"machine_name", text_or_null(row.machine_name)},
              {"usd", rounded_usd(row.usd)},
              {"has_unpriced", row.has_unpriced},
              {"input", row.input_tokens},
              {"output", row.output_tokens},
              {"cache_read", nullptr},
              {"cache_write", nullptr},
              {"requests", nullptr},
              {"cache_hit_rate", nullptr}};
}

base::Result<base::JsonBox> team_answer(engine::dashboard::Dashboard& dashboard,
                                        const Question& question) {
  TRY_ASSIGN(const TeamGrouping grouping, grouping_of(kTeamGroupings, question.query));
  TRY_ASSIGN(const auto costs,
             engine::dashboard::team_costs(dashboard, {.by = grouping.by,
                                                       .since = question.query.text("since"),
                                                       .until = question.query.text("until"),
                                                       .project = question.query.text("project")}));
  Json rows = Json::array();
  for (const auto& row : costs.rows) rows.push_back(cost_to_json(row));
  Json unpriced = Json::array();
  for (const auto& row : costs.unpriced) {
    unpriced.push_back(
        Json{{"model", row.key}, {"input", row.input_tokens}, {"output", row.output_tokens}});
  }
  return base::JsonBox(Json{{"total", cost_to_json(costs.total)},
                            {"rows", std::move(rows)},
                            {"unpriced", std::move(unpriced)},
                            {"budgets", Json::array()},
                            {"problems", Json::array()},
                            {"by", grouping.name},
                            {"since", costs.since},
                            {"until", or_null(question.query.text("until"))},
                            {"counted", engine::dashboard::kTeamDays}});
}

base::Result<base::JsonBox> costs_answer(engine::dashboard::Dashboard& dashboard,
                                         const Question& question) {
  TRY_ASSIGN(const auto scope, scope_of(question));
  if (scope == engine::dashboard::Scope::team) return team_answer(dashboard, question);
  TRY_ASSIGN(const Grouping grouping, grouping_of(kGroupings, question.query));
  const engine::dashboard::CostsQuestion asked{.by = grouping.by,
                                               .since = question.query.text("since"),
                                               .until = question.query.text("until"),
                                               .project = question.query.text("project")};
  TRY_ASSIGN(const auto report, engine::dashboard::costs(dashboard, asked));
  Json json = cost_to_json(*report);
  json["by"] = grouping.name;
  json["since"] = or_null(asked.since);
  json["until"] = or_null(asked.until);
  json["counted"] = nullptr;
  return base::JsonBox(std::move(json));
}

}  // namespace

void add_cost_routes(Router& router, const ApiContext& context) {
  router.add({"GET", "/api/v1/costs", [&dashboard = context.dashboard](const Question& question) {
                return costs_answer(dashboard, question);
              }});
}

}  // namespace web
