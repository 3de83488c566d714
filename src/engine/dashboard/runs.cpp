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

constexpr std::string_view kRunList = "runs";

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

base::Result<std::optional<RunCursor>> cursor_of(const ListSource& lists,
                                                 const PageQuestion& page) {
  if (!page.cursor) return std::optional<RunCursor>();
  const std::size_t count = lists.is_team() ? 3 : 2;
  TRY_ASSIGN(const auto values, read_cursor(lists.cursor_name(kRunList), *page.cursor, count));
  return std::optional(RunCursor{values[0], values[1], lists.is_team() ? values[2] : ""});
}

// Of one row more than the page has: that one tells whether there is a next page.
Page<RunSummary> page_of(const ListSource& lists, std::vector<RunListRow> rows, std::size_t limit,
                         const RunRows& maker) {
  Page<RunSummary> page;
  if (rows.size() > limit) {
    rows.resize(limit);
    std::vector<std::string> end{rows.back().started_at, rows.back().uid};
    if (lists.is_team()) end.push_back(rows.back().machine);
    page.next = make_cursor(lists.cursor_name(kRunList), end);
  }
  page.items = maker.summaries(std::move(rows));
  return page;
}

// Those that live are few, and found at once.
base::Result<std::vector<RunListRow>> live_page(const RunListQuery& query, const RunRows& maker) {
  TRY_ASSIGN(std::vector<RunListRow> rows, maker.live_rows());
  std::erase_if(rows, [&](const RunListRow& row) {
    if (query.project && row.project_id != *query.project) return true;
    return query.after &&
           std::tie(row.started_at, row.uid, row.machine) >=
               std::tie(query.after->started_at, query.after->uid, query.after->machine);
  });
  if (rows.size() > query.limit) rows.resize(query.limit);
  return rows;
}

// The open ones without those that live.
base::Result<std::vector<RunListRow>> idle_page(const ListSource& source, RunListQuery query,
                                                const RunRows& maker) {
  constexpr int kWalksMax = 20;  // Nobody has that many that live between two that do not.
  const std::size_t wanted = query.limit;
  std::vector<RunListRow> idle;
  for (int walk = 0; walk < kWalksMax && idle.size() < wanted; ++walk) {
    TRY_ASSIGN(auto rows, source.ask([&](indexing::Lists& lists) { return lists.runs(query); }));
    if (rows.empty()) break;
    const bool is_last = rows.size() < query.limit;
    query.after = RunCursor{rows.back().started_at, rows.back().uid, rows.back().machine};
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
  ListSource source(dashboard.parts(), question.scope);
  const std::size_t limit = question.page.limit;
  RunListQuery query{.standing = standing_of(question.health), .limit = limit + 1};
  TRY_ASSIGN(query.after, cursor_of(source, question.page));
  TRY_ASSIGN(query.project, project_id_of(dashboard, source, question.project));
  const RunRows maker(source);
  auto rows = question.health == RunHealth::live ? live_page(query, maker)
              : question.health == RunHealth::idle
                  ? idle_page(source, query, maker)
                  : source.ask([&](indexing::Lists& lists) { return lists.runs(query); });
  if (!rows.ok()) return std::move(rows).error();
  return page_of(source, *std::move(rows), limit, maker);
}

base::Result<RunSummary> run_summary(Dashboard& dashboard, const std::string& uid) {
  ListSource source(dashboard.parts(), Scope::machine);
  TRY_ASSIGN(auto row, source.ask([&](indexing::Lists& lists) { return lists.run(uid); }));
  if (!row) return base::Error{base::Code::not_found, "there is no run '" + uid + "'", ""};
  return RunRows(source).summary(*std::move(row));
}

base::Result<std::vector<RunSummary>> runs_of_work(Dashboard& dashboard, const std::string& project,
                                                   const std::string& slug, std::size_t limit) {
  ListSource source(dashboard.parts(), Scope::machine);
  TRY_ASSIGN(auto rows, source.ask([&](indexing::Lists& lists) {
    return lists.runs_of_work(project, slug, limit);
  }));
  return RunRows(source).summaries(std::move(rows));
}

}  // namespace engine::dashboard
