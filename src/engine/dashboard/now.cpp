#include "engine/dashboard/now.h"

#include <algorithm>
#include <set>

#include "engine/cost_spent.h"
#include "engine/dashboard/run_rows.h"

namespace engine::dashboard {
namespace {

using indexing::RunListRow;

constexpr std::size_t kRunsNowMax = 200;
constexpr std::size_t kDenialsMax = 10;

const std::string& active_at(const RunListRow& row) {
  return std::max(row.heartbeat_at, row.last_at);
}

base::Result<std::vector<RunListRow>> rows_of_now(const ListSource& source, const RunRows& maker) {
  const auto by_activity = [](const RunListRow& a, const RunListRow& b) {
    return active_at(a) > active_at(b);
  };
  TRY_ASSIGN(std::vector<RunListRow> rows, maker.live_rows());
  std::set<std::pair<std::string, std::string>> seen;
  for (const RunListRow& row : rows) seen.emplace(row.machine, row.uid);
  std::vector<RunListRow> idle;
  TRY_ASSIGN(auto open,
             source.ask([](indexing::Lists& lists) { return lists.open_runs(kRunsNowMax); }));
  for (RunListRow& row : open) {
    if (seen.contains({row.machine, row.uid})) continue;
    const RunHealth health = maker.health(row);
    // Of another machine's run a tool may have been heard of later than its heart.
    if (health == RunHealth::live)
      rows.push_back(std::move(row));
    else if (health == RunHealth::idle)
      idle.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), by_activity);
  std::stable_sort(idle.begin(), idle.end(), by_activity);
  for (RunListRow& row : idle) rows.push_back(std::move(row));
  if (rows.size() > kRunsNowMax) rows.resize(kRunsNowMax);
  return rows;
}

base::Instant midnight(os::Clock& clock) {
  const base::Instant now = clock.now();
  const auto offset = clock.local_offset(now);
  const auto day = std::chrono::floor<std::chrono::days>(now + offset);
  return base::Instant(day.time_since_epoch()) - offset;
}

// What the runs cost that began today: a machine sends no other days of it.
base::Result<std::optional<double>> spent_by_team(const ListSource& source, base::Instant since) {
  TRY_ASSIGN(const auto rows, source.ask([&](indexing::Lists& lists) {
    return lists.spent({.by = indexing::SpentBy::machine, .since = base::to_iso(since)});
  }));
  std::optional<double> sum;
  for (const indexing::SpentRow& row : rows) {
    if (row.cost) sum = sum.value_or(0) + *row.cost;
  }
  return sum;
}

base::Result<Now::Today> today(const ListSource& source) {
  Now::Today today;
  const os::System system = source.parts().system;
  const base::Instant since = midnight(system.clock);
  TRY_ASSIGN(const auto counts,
             source.ask([&](indexing::Lists& lists) { return lists.counts_since(since); }));
  today.runs = counts.runs;
  today.tool_calls = counts.tool_calls;
  today.denials = counts.denials;
  if (source.is_team()) {
    TRY_ASSIGN(today.usd, spent_by_team(source, since));
    return today;
  }
  const auto spent = measure_spent(system, "day_cost_calculator", "");
  if (spent.ok()) today.usd = spent->value;
  return today;
}

}  // namespace

base::Result<Now> now(Dashboard& dashboard, Scope scope) {
  ListSource source(dashboard.parts(), scope);
  const RunRows maker(source);
  Now now;
  TRY_ASSIGN(auto rows, rows_of_now(source, maker));
  now.runs = maker.summaries(std::move(rows));
  TRY_ASSIGN(auto denials,
             list_denials(dashboard, {.scope = scope, .page = {.limit = kDenialsMax}}));
  now.recent_denials = std::move(denials.items);
  TRY_ASSIGN(now.today, today(source));
  return now;
}

}  // namespace engine::dashboard
