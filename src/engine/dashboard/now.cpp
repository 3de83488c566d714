#include "engine/dashboard/now.h"

#include <algorithm>
#include <set>

#include "engine/cost_spent.h"
#include "engine/dashboard/run_rows.h"

namespace engine::dashboard {
namespace {

using indexing::RunListRow;

constexpr std::size_t kRunsMax = 200;
constexpr std::size_t kDenialsMax = 10;

const std::string& active_at(const RunListRow& row) {
  return std::max(row.heartbeat_at, row.last_at);
}

std::vector<RunListRow> rows_of_now(Parts& parts, const RunRows& maker) {
  const auto by_activity = [](const RunListRow& a, const RunListRow& b) {
    return active_at(a) > active_at(b);
  };
  std::vector<RunListRow> rows = maker.live_rows();
  std::stable_sort(rows.begin(), rows.end(), by_activity);
  if (rows.size() > kRunsMax) rows.resize(kRunsMax);
  std::set<std::string> seen;
  for (const RunListRow& row : rows) seen.insert(row.uid);
  const std::size_t live = rows.size();
  auto open = parts.index.ask([](indexing::Lists& lists) { return lists.open_runs(kRunsMax); });
  for (RunListRow& row : open) {
    if (rows.size() == kRunsMax) break;
    if (seen.contains(row.uid) || maker.health(row) != RunHealth::idle) continue;
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(live), rows.end(), by_activity);
  return rows;
}

base::Instant midnight(os::Clock& clock) {
  const base::Instant now = clock.now();
  const auto offset = clock.local_offset(now);
  const auto day = std::chrono::floor<std::chrono::days>(now + offset);
  return base::Instant(day.time_since_epoch()) - offset;
}

Now::Today today(Parts& parts) {
  Now::Today today;
  const base::Instant since = midnight(parts.system.clock);
  const auto counts =
      parts.index.ask([&](indexing::Lists& lists) { return lists.counts_since(since); });
  today.runs = counts.runs;
  today.tool_calls = counts.tool_calls;
  today.denials = counts.denials;
  const auto spent = measure_spent(parts.system, "day_cost_calculator", "");
  if (spent.ok()) today.usd = spent->value;
  return today;
}

}  // namespace

base::Result<Now> now(Dashboard& dashboard) {
  Parts& parts = dashboard.parts();
  const RunRows maker(parts);
  Now now;
  now.runs = maker.summaries(rows_of_now(parts, maker));
  TRY_ASSIGN(auto denials, list_denials(dashboard, {.page = {.limit = kDenialsMax}}));
  now.recent_denials = std::move(denials.items);
  now.today = today(parts);
  return now;
}

}  // namespace engine::dashboard
