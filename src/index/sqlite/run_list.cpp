#include "index/sqlite/run_list.h"
#include "index/row_columns.h"

#include <array>
#include <set>

namespace indexing {
namespace {

// As idx_runs_standing has it, to the letter: only so is it found.
#define STANDING                                                   \
  "(CASE WHEN trust NOT IN ('verified', 'journal') THEN 'broken' " \
  "WHEN ended_at IS NULL THEN 'open' ELSE 'ended' END)"

constexpr std::string_view kColumns =
    "SELECT uid, project_id, p.name, version, mode, phase, started_at, ended_at, end_reason, host, "
    "boot_id, pid, pid_start, heartbeat_at, coalesce(a.agent_host, channel), branch, worktree, "
    "work_slug, trust, "
    "missing_since, a.last_tool, a.last_at, a.last_allowed, a.last_summary, a.denials, a.faults, "
    "a.paused_until, (SELECT sum(cost) FROM agents g WHERE g.run_uid=uid) FROM runs ";
constexpr std::string_view kJoins =
    " LEFT JOIN projects p ON p.id=project_id LEFT JOIN run_activity a ON a.run_uid=uid ";
constexpr std::string_view kNewestFirst = " ORDER BY started_at DESC, uid DESC LIMIT ?1";
// Behind every id.
constexpr std::string_view kLastUid = "~";

std::string statement_text(std::string_view index, std::string_view where, std::string_view order) {
  return std::string(kColumns) + "INDEXED BY " + std::string(index) + std::string(kJoins) +
         std::string(where.empty() ? "" : "WHERE ") + std::string(where) + std::string(order);
}

// A walk from the newest to the oldest. ?1 limit, ?2 project, ?3 standing, ?4 and ?5 the cursor.
struct Walk {
  Walk(std::string_view index, const std::string& where)
      : first(statement_text(index, where, kNewestFirst)),
        next(statement_text(index, also(where) + "(started_at, uid)<(?4, ?5)", kNewestFirst)),
        undated(statement_text(index, also(where) + "started_at IS NULL AND uid<?5",
                               " ORDER BY uid DESC LIMIT ?1")) {}
  static std::string also(const std::string& where) { return where.empty() ? "" : where + " AND "; }

  std::string first;
  std::string next;
  std::string undated;  // Those whose beginning is not known, which are behind all others.
};

// Made once: statements are found by the address of their text.
struct Walks {
  Walk all{"idx_runs_started", ""};
  Walk of_project{"idx_runs_project", "project_id=?2"};
  Walk standing{"idx_runs_standing", STANDING "=?3"};
  Walk of_project_standing{"idx_runs_project_standing", "project_id=?2 AND " STANDING "=?3"};
  std::string of_work =
      statement_text("idx_runs_work", "project_id=?2 AND work_slug=?3", kNewestFirst);
  std::string of_boot = statement_text("idx_runs_boot", "ended_at IS NULL AND boot_id=?2",
                                       " ORDER BY heartbeat_at DESC, uid DESC LIMIT ?1");
  std::string heard_of =
      statement_text("idx_runs_heartbeat", "ended_at IS NULL AND heartbeat_at>=?2",
                     " ORDER BY heartbeat_at DESC, uid DESC LIMIT ?1");
  std::string open = statement_text("idx_runs_heartbeat", "ended_at IS NULL",
                                    " ORDER BY heartbeat_at DESC, uid DESC LIMIT ?1");
  std::string one = std::string(kColumns) + std::string(kJoins) + "WHERE uid=?1";

  const Walk& of(const RunListQuery& query) const {
    if (query.standing) return query.project ? of_project_standing : standing;
    return query.project ? of_project : all;
  }
};

#undef STANDING

const Walks& walks() {
  static const Walks made;
  return made;
}

std::string_view name_of(RunStanding standing) {
  switch (standing) {
    case RunStanding::open:
      return "open";
    case RunStanding::ended:
      return "ended";
    case RunStanding::broken:
      return "broken";
  }
  return "";
}

base::Result<void> add_rows(Statement& statement, std::vector<RunListRow>& rows) {
  while (true) {
    TRY_ASSIGN(const bool has_row, statement.next());
    if (!has_row) return {};
    rows.push_back(run_list_row_from(statement));
  }
}

}  // namespace

RunStanding RunListRow::standing() const {
  if (trust != "verified" && trust != kJournalOnly && !trust.empty()) return RunStanding::broken;
  return ended_at.empty() ? RunStanding::open : RunStanding::ended;
}

base::Result<std::vector<RunListRow>> page_of_runs(Database& database, const RunListQuery& query) {
  const Walk& walk = walks().of(query);
  const std::string_view standing = query.standing ? name_of(*query.standing) : "";
  const RunCursor after = query.after.value_or(RunCursor{});
  std::vector<RunListRow> rows;
  const bool is_among_undated = query.after && after.started_at.empty();
  if (!is_among_undated) {
    Statement& list = database.cached((query.after ? walk.next : walk.first).c_str());
    list.start(query.limit, query.project, standing, after.started_at, after.uid);
    TRY(add_rows(list, rows));
    // The first page walks over both kinds.
    if (!query.after || rows.size() == query.limit) return rows;
  }
  Statement& rest = database.cached(walk.undated.c_str());
  rest.start(query.limit - rows.size(), query.project, standing, std::string_view(),
             is_among_undated ? std::string_view(after.uid) : kLastUid);
  TRY(add_rows(rest, rows));
  return rows;
}

base::Result<std::optional<RunListRow>> find_listed_run(Database& database,
                                                        const std::string& uid) {
  Statement& find = database.cached(walks().one.c_str());
  find.start(uid);
  TRY_ASSIGN(const bool is_there, find.next());
  if (!is_there) return std::optional<RunListRow>();
  std::optional<RunListRow> row = run_list_row_from(find);
  find.done();
  return row;
}

base::Result<std::vector<RunListRow>> runs_of_work(Database& database, const std::string& project,
                                                   const std::string& slug, std::size_t limit) {
  std::vector<RunListRow> rows;
  Statement& list = database.cached(walks().of_work.c_str());
  list.start(limit, project, slug);
  TRY(add_rows(list, rows));
  return rows;
}

base::Result<std::vector<RunListRow>> held_runs(Database& database, const HeldRunsQuery& query) {
  std::vector<RunListRow> found;
  if (!query.boot_id.empty()) {
    Statement& of_boot = database.cached(walks().of_boot.c_str());
    of_boot.start(query.limit, query.boot_id);
    TRY(add_rows(of_boot, found));
  }
  Statement& heard_of = database.cached(walks().heard_of.c_str());
  heard_of.start(query.limit, query.since);
  TRY(add_rows(heard_of, found));
  std::set<std::string> seen;
  std::vector<RunListRow> rows;
  for (RunListRow& row : found) {
    if (seen.insert(row.uid).second) rows.push_back(std::move(row));
  }
  return rows;
}

base::Result<std::vector<RunListRow>> open_runs(Database& database, std::size_t limit) {
  std::vector<RunListRow> rows;
  Statement& list = database.cached(walks().open.c_str());
  list.start(limit);
  TRY(add_rows(list, rows));
  return rows;
}

std::vector<std::string> run_list_statements() {
  const Walks& all = walks();
  std::vector<std::string> texts{all.of_work, all.of_boot, all.heard_of, all.open, all.one};
  for (const Walk* walk : {&all.all, &all.of_project, &all.standing, &all.of_project_standing}) {
    texts.insert(texts.end(), {walk->first, walk->next, walk->undated});
  }
  return texts;
}

}  // namespace indexing
