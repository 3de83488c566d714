#include "engine/dashboard/team_costs.h"

#include "engine/cost_period.h"
#include "engine/dashboard/list_source.h"
#include "engine/dashboard/places.h"

namespace engine::dashboard {
namespace {

using indexing::SpentBy;
using indexing::SpentQuery;
using indexing::SpentRow;

constexpr const char* kSpan = "30d";

SpentBy spent_by(TeamCostBy by) {
  switch (by) {
    case TeamCostBy::day:
      return SpentBy::day;
    case TeamCostBy::machine:
      return SpentBy::machine;
    case TeamCostBy::project:
      return SpentBy::project;
    case TeamCostBy::model:
      return SpentBy::model;
    case TeamCostBy::session:
      return SpentBy::session;
  }
  return SpentBy::day;
}

base::Result<std::vector<TeamCostRow>> rows_of(ListSource& source, const SpentQuery& query) {
  TRY_ASSIGN(auto spent, source.ask([&](indexing::Lists& lists) { return lists.spent(query); }));
  std::vector<TeamCostRow> rows;
  for (SpentRow& one : spent) {
    TeamCostRow& row = rows.emplace_back();
    row.key = std::move(one.key);
    row.detail = std::move(one.detail);
    if (query.by == SpentBy::machine) {
      row.machine = row.key;
      row.machine_name = source.name_of(row.machine);
      row.detail = row.machine_name;
    } else if (query.by == SpentBy::session) {
      row.machine = std::move(one.machine);
      row.machine_name = source.name_of(row.machine);
    }
    row.input_tokens = one.input_tokens;
    row.output_tokens = one.output_tokens;
    row.usd = one.cost.value_or(0);
    row.has_unpriced = one.has_unpriced;
  }
  return rows;
}

TeamCostRow sum_of(const std::vector<TeamCostRow>& rows) {
  TeamCostRow total;
  total.key = "total";
  for (const TeamCostRow& row : rows) {
    total.input_tokens += row.input_tokens;
    total.output_tokens += row.output_tokens;
    total.usd += row.usd;
    total.has_unpriced = total.has_unpriced || row.has_unpriced;
  }
  return total;
}

base::Result<void> put_period(const TeamCostsQuestion& question, os::Clock& clock,
                              SpentQuery& query) {
  const auto today = static_cast<std::int32_t>(
      std::chrono::floor<std::chrono::days>(clock.now().time_since_epoch()).count());
  TRY_ASSIGN(const std::int32_t first,
             day_from_text(question.since.value_or(kSpan), today, "--since"));
  query.since = day_text(first);
  // A clock may be a day off; one that is years off must not make all other days vanish.
  query.until = day_text(today + 2);
  if (!question.until) return {};
  TRY_ASSIGN(const std::int32_t last, day_from_text(*question.until, today, "--until"));
  query.until = day_text(last + 1);
  return {};
}

}  // namespace

base::Result<TeamCosts> team_costs(Dashboard& dashboard, const TeamCostsQuestion& question) {
  ListSource source(dashboard.parts(), Scope::team);
  SpentQuery query{.by = spent_by(question.by)};
  TRY(put_period(question, dashboard.system().clock, query));
  TRY_ASSIGN(query.project, project_id_of(dashboard, source, question.project));
  TeamCosts costs;
  costs.since = question.since.value_or(kSpan);
  TRY_ASSIGN(costs.rows, rows_of(source, query));
  // Each question is a walk over all agents of that time: a second one is asked only where it says
  // more. Of sessions there may be more than are listed; of the others there are not.
  costs.total = sum_of(costs.rows);
  const bool is_cut = costs.rows.size() == query.limit;
  if (!is_cut && !costs.total.has_unpriced) return costs;
  query.by = SpentBy::model;
  TRY_ASSIGN(const auto models, rows_of(source, query));
  costs.total = sum_of(models);
  for (const TeamCostRow& row : models) {
    if (row.has_unpriced) costs.unpriced.push_back(row);
  }
  return costs;
}

}  // namespace engine::dashboard
