#include "index/sqlite/spent_list.h"

namespace indexing {
namespace {

// Between these lies every time that is known.
constexpr std::string_view kFirst = "0";
constexpr std::string_view kLast = "~";

#define SUMS                                                          \
  ", sum(g.input_tokens), sum(g.output_tokens), sum(g.cost), "        \
  "max(g.cost IS NULL) FROM runs r JOIN agents g ON g.run_uid=r.uid " \
  "LEFT JOIN projects p ON p.id=r.project_id WHERE "                  \
  "r.started_at>=?2 AND r.started_at<?3 AND (?4 IS NULL OR r.project_id=?4) AND "
#define USED "g.input_tokens IS NOT NULL GROUP BY "
#define DEAREST " ORDER BY sum(g.cost) IS NULL, sum(g.cost) DESC, 1 LIMIT ?1"

// Statements are found by the address of their text.
const char* statement_for(SpentBy by) {
  switch (by) {
    case SpentBy::day:
      return "SELECT substr(r.started_at, 1, 10), NULL" SUMS USED "1 ORDER BY 1 LIMIT ?1";
    case SpentBy::machine:
      return "SELECT NULL, NULL" SUMS USED "1" DEAREST;
    case SpentBy::project:
      return "SELECT r.project_id, max(p.name)" SUMS USED "1" DEAREST;
    case SpentBy::model:
      return "SELECT g.model, NULL" SUMS USED "1" DEAREST;
    case SpentBy::session:
      return "SELECT r.uid, max(p.name)" SUMS USED "1" DEAREST;
  }
  return "";
}

#undef DEAREST
#undef USED
#undef SUMS

}  // namespace

base::Result<std::vector<SpentRow>> sums_of_spent(Database& database, const SpentQuery& query) {
  Statement& sums = database.cached(statement_for(query.by));
  const std::string_view since = query.since.empty() ? kFirst : std::string_view(query.since);
  const std::string_view until = query.until.empty() ? kLast : std::string_view(query.until);
  sums.start(query.limit, since, until, query.project);
  std::vector<SpentRow> rows;
  while (true) {
    TRY_ASSIGN(const bool has_row, sums.next());
    if (!has_row) return rows;
    SpentRow& row = rows.emplace_back();
    row.key = sums.text(0);
    row.detail = sums.text(1);
    row.input_tokens = sums.number(2);
    row.output_tokens = sums.number(3);
    if (!sums.is_null(4)) row.cost = sums.real(4);
    row.has_unpriced = sums.number(5) != 0;
  }
}

}  // namespace indexing
