#include "index/postgres/spent_list.h"

namespace indexing {
namespace {

// Below every time that is known.
constexpr std::string_view kFirst = "0";

// What a sum is grouped by, and what stands beside it.
struct Grouping {
  std::string_view columns;  // Key, detail, machine.
  std::string_view group;
  std::string_view order;
};

constexpr std::string_view kDearest = " ORDER BY 6 DESC NULLS LAST, 1, 3";

Grouping grouping_of(SpentBy by) {
  switch (by) {
    case SpentBy::day:
      return {"left(r.started_at, 10), NULL::text, NULL::text", "1", " ORDER BY 1"};
    case SpentBy::machine:
      return {"r.machine, NULL::text, NULL::text", "r.machine", kDearest};
    case SpentBy::project:
      return {"r.project_id, max(p.name), NULL::text", "r.project_id", kDearest};
    case SpentBy::model:
      return {"g.model, NULL::text, NULL::text", "g.model", kDearest};
    case SpentBy::session:
      return {"r.uid, max(p.name), r.machine", "r.uid, r.machine", kDearest};
  }
  return {};
}

// Any machine may have written anything: one number beyond all sense must neither spoil the sum of
// the others nor end the question with an overflow.
constexpr std::string_view kSums =
    ", least(sum(greatest(g.input_tokens, 0)), 9000000000000000)::bigint, "
    "least(sum(greatest(g.output_tokens, 0)), 9000000000000000)::bigint, "
    "sum(g.cost) FILTER (WHERE g.cost>=0 AND g.cost<1e9), "
    "count(*) FILTER (WHERE g.cost IS NULL) "
    "FROM runs r JOIN agents g ON g.machine=r.machine AND g.run_uid=r.uid "
    "LEFT JOIN projects p ON p.machine=r.machine AND p.id=r.project_id WHERE ";

}  // namespace

base::Result<std::vector<SpentRow>> sums_of_spent(const Scope& scope, const SpentQuery& query) {
  const Grouping grouping = grouping_of(query.by);
  Query sums("SELECT ");
  sums.sql(grouping.columns).sql(kSums);
  scope.only(sums, "r");
  if (query.project) sums.sql("r.project_id=").value(*query.project).sql(" AND ");
  // As idx_runs_started has it: only so is it found.
  const std::string_view since = query.since.empty() ? kFirst : std::string_view(query.since);
  sums.sql("coalesce(r.started_at, '')>=").value(since);
  if (!query.until.empty()) sums.sql(" AND coalesce(r.started_at, '')<").value(query.until);
  sums.sql(" AND g.input_tokens IS NOT NULL GROUP BY ").sql(grouping.group).sql(grouping.order);
  sums.limit(query.limit);
  TRY_ASSIGN(Rows list, scope.connection.ask(sums));
  std::vector<SpentRow> rows;
  while (list.next()) {
    SpentRow& row = rows.emplace_back();
    row.key = query.by == SpentBy::machine ? scope.shown(list.view(0)) : list.text(0);
    row.detail = list.text(1);
    row.machine = scope.shown(list.view(2));
    row.input_tokens = list.number(3);
    row.output_tokens = list.number(4);
    if (!list.is_null(5)) row.cost = list.real(5);
    row.has_unpriced = list.number(6) > 0;
  }
  return rows;
}

}  // namespace indexing
