#include "engine/dashboard/runs.h"

#include <algorithm>
#include <tuple>

#include "engine/dashboard/places.h"
#include "engine/dashboard/run_rows.h"

namespace engine::dashboard {
namespace {

using indexing::RunCursor;
using indexing::RunListQuery;
using indexing::RunListRow;
using indexing::RunStanding;

constexpr std::string_view kList = "runs";

std::optional<RunStanding> standing_of(const std::optional<RunHealth>& health) {
  if (!health) return std::nullopt;
  switch (*health) {
    case RunHealth::ended:
      return RunStanding::ended;
    case RunHealth::broken:
      return RunStanding::broken;
    case RunHealth::live:
    case RunHealth::idle:
      return RunStanding::open;
  }
  return std::nullopt;
}

base::Result<std::optional<RunCursor>> cursor_of(const PageQuestion& page) {
  if (!page.cursor) return std::optional<RunCursor>();
  TRY_ASSIGN(const auto values, read_cursor(kList, *page.cursor, 2));
  return std::optional(RunCursor{values[0], values[1]});
}

// Of one row more than the page has: that one tells whether there is a next page.
Page<RunSummary> page_of(std::vector<RunListRow> rows, std::size_t limit, const RunRows& maker) {
  Page<RunSummary> page;
  if (rows.size() > limit) {
    rows.resize(limit);
    page.next = make_cursor(kList, {rows.back().started_at, rows.back().uid});
  }
  page.items = maker.summaries(std::move(rows));
  return page;
}

// Those that live are few, and found at once.
std::vector<RunListRow> live_page(const RunListQuery& query, const RunRows& maker) {
  std::vector<RunListRow> rows = maker.live_rows();
  std::erase_if(rows, [&](const RunListRow& row) {
    if (query.project && row.project_id != *query.project) return true;
    return query.after &&
           std::tie(row.started_at, row.uid) >= std::tie(query.after->started_at, query.after->uid);
  });
  if (rows.size() > query.limit) rows.resize(query.limit);
  return rows;
}

// The open ones without those that live.
std::vector<RunListRow> idle_page(Parts& parts, RunListQuery query, const RunRows& maker) {
  constexpr int kWalksMax = 20;  // Nobody has that many that live between two that do not.
  const std::size_t wanted = query.limit;
  std::vector<RunListRow> idle;
  for (int walk = 0; walk < kWalksMax && idle.size() < wanted; ++walk) {
    auto rows = parts.index.ask([&](indexing::Lists& lists) { return lists.runs(query); });
    if (rows.empty()) break;
    const bool is_last = rows.size() < query.limit;
    query.after = RunCursor{rows.back().started_at, rows.back().uid};
    for (RunListRow& row : rows) {
      if (maker.health(row) == RunHealth::idle) idle.push_back(std::move(row));
    }
    if (is_last) break;
  }
  if (idle.size() > wanted) idle.resize(wanted);
  return idle;
}

}  // namespace

base::Result<Page<RunSummary>> list_runs(Dashboard& dashboard, const RunsQuestion& question) {
  Parts& parts = dashboard.parts();
  const std::size_t limit = question.page.limit;
  RunListQuery query{.standing = standing_of(question.health), .limit = limit + 1};
  TRY_ASSIGN(query.after, cursor_of(question.page));
  TRY_ASSIGN(query.project, project_id_of(dashboard, question.project));
  const RunRows maker(parts);
  if (question.health == RunHealth::live) return page_of(live_page(query, maker), limit, maker);
  if (question.health == RunHealth::idle) {
    return page_of(idle_page(parts, query, maker), limit, maker);
  }
  auto rows = parts.index.ask([&](indexing::Lists& lists) { return lists.runs(query); });
  return page_of(std::move(rows), limit, maker);
}

base::Result<RunSummary> run_summary(Dashboard& dashboard, const std::string& uid) {
  Parts& parts = dashboard.parts();
  auto row = parts.index.ask([&](indexing::Lists& lists) { return lists.run(uid); });
  if (!row) return base::Error{base::Code::not_found, "there is no run '" + uid + "'", ""};
  return RunRows(parts).summary(*std::move(row));
}

base::Result<std::vector<RunSummary>> runs_of_work(Dashboard& dashboard, const std::string& project,
                                                   const std::string& slug, std::size_t limit) {
  Parts& parts = dashboard.parts();
  return RunRows(parts).summaries(parts.index.ask(
      [&](indexing::Lists& lists) { return lists.runs_of_work(project, slug, limit); }));
}

}  // namespace engine::dashboard
