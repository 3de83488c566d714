// The index: a copy of what the files of all projects say, for questions across them. Rows go in,
// answers come out, and no SQL is seen outside this layer: SQLite is behind it here, and a team's
// server can be. It decides nothing, and may be thrown away at any time.
//
// Errors: lock_timeout (another process writes), parse_error (the file is damaged), unavailable (a
// newer version made it, or its tables are another program's), io (disk full, read-only).
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "index/rows.h"

namespace indexing {

// One transaction: all of it or nothing. Without `commit` it is undone. What is wrong with a row
// may be told by a later call, at the latest by `commit`.
class Batch {
 public:
  Batch() = default;
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  virtual ~Batch() = default;

  virtual base::Result<void> put(const ProjectRow& row) = 0;
  virtual base::Result<void> put(const RunRow& row) = 0;
  // For a run that has no note, or none that can be read: what its journal tells. A row of a note
  // stays, but for a beginning that it does not know.
  virtual base::Result<void> put_journal_only(const RunRow& row) = 0;
  virtual base::Result<void> put(const AliasRow& row) = 0;
  virtual base::Result<void> put(const AgentRow& row) = 0;
  virtual base::Result<std::optional<AgentRow>> agent(const std::string& id) = 0;
  virtual base::Result<void> put(const ProtocolRow& row) = 0;
  // Updates the row in place where there is one; created_at of the first stays (B3-5). A row that
  // another program has brought further stays. The run of that id has its channel from now on,
  // also where its own row comes later.
  virtual base::Result<void> put(const SessionStateRow& row) = 0;
  virtual base::Result<void> put(const SessionLinkRow& row) = 0;
  virtual base::Result<void> put(const DocumentRow& row) = 0;
  // Takes out what `owner` has of a kind.
  virtual base::Result<void> remove_documents(std::string_view kind, std::string_view project,
                                              std::string_view owner) = 0;
  // Takes the place of all entries of a branch.
  virtual base::Result<void> put_requirements(std::string_view project, std::string_view branch,
                                              const std::vector<RequirementRow>& rows) = 0;

  // A line of a journal; the calls after it, up to the next one, are about this line and take their
  // numbers from its own.
  virtual base::Result<void> put_event(const EventRow& row) = 0;
  virtual base::Result<void> put_log(const AgentLogRow& row) = 0;
  virtual base::Result<void> put(const ViolationRow& row) = 0;
  virtual base::Result<void> put(const DenialRow& row) = 0;
  virtual base::Result<void> put(const PhaseEventRow& row) = 0;
  virtual base::Result<void> put(const MetricRow& row) = 0;
  virtual base::Result<void> put_event_document(const DocumentRow& row) = 0;
  // What lists show of a run, when its journal's new lines are told: the last tool where there was
  // one, and how many denials and faults it has now.
  virtual base::Result<void> put_activity(std::string_view run,
                                          const std::optional<LastToolRow>& last) = 0;
  // A journal that was rewritten is taken in anew.
  virtual base::Result<void> forget_journal(std::string_view run) = 0;

  virtual base::Result<void> put(const FileMark& mark) = 0;
  virtual base::Result<void> remove_mark(std::string_view project, std::string_view kind,
                                         std::string_view name) = 0;
  // The run stays, marked, where `since` is not empty; else the mark goes.
  virtual base::Result<void> mark_run_missing(std::string_view uid, std::string_view since) = 0;
  virtual base::Result<void> remove_alias(std::string_view project, std::string_view kind,
                                          std::string_view value) = 0;

  // Where the slug has a row of another folder, the newer `updated_at` counts, unless `always`.
  struct PutWork {
    bool always = false;
  };
  virtual base::Result<void> put(const WorkRow& row, const PutWork& how) = 0;
  virtual base::Result<void> put(std::string_view project, std::string_view worktree,
                                 const WorkMark& mark) = 0;
  // Work sessions that have neither row nor mark, which is for the caller to know: as both of the
  // above for each, in less than half the time.
  struct NewWork {
    const WorkRow* row;
    const WorkMark* mark;
  };
  virtual base::Result<void> put_new(std::string_view project, std::string_view worktree,
                                     std::span<const NewWork> works) = 0;
  virtual base::Result<void> remove_work_mark(std::string_view project, std::string_view worktree,
                                              std::string_view slug) = 0;
  // The row stays, marked; the time of an earlier mark is kept.
  virtual base::Result<void> mark_work_missing(std::string_view project, std::string_view slug,
                                               std::string_view since) = 0;
  // The row, its mark and its texts go; what was executed for it stays (B2-15).
  virtual base::Result<void> remove_work(std::string_view project, std::string_view slug) = 0;

  // Tokens and costs of agents, and their sums in the work sessions they belong to.
  virtual base::Result<void> set_usage(const std::vector<UsageRow>& rows) = 0;

  virtual base::Result<void> commit() = 0;
};

// Where a page ends: the values of its last row, as the next page begins behind them.
struct RunCursor {
  std::string started_at;
  std::string uid;
  std::string machine;
};
struct RunQuery {
  std::optional<std::string> project;
  std::optional<RunCursor> after;
  std::size_t limit = 50;
};
struct RecentRunQuery {
  std::optional<std::string> project;
  std::string since;  // Runs that ended then or later, the newest first.
  std::size_t limit = 20;
};
struct WorkListQuery {
  std::optional<std::string> project;
  std::optional<std::string> status;
  std::optional<std::string> phase;
  std::size_t limit = 50;
};
struct DocumentQuery {
  std::string text;
  std::optional<std::string> project;
  std::size_t limit = 20;
};
struct DocumentHit {
  DocumentRow document;  // The body is an excerpt, with matches between \x02 and \x03.
  std::string machine;   // Empty: this one.
};
struct TableCount {
  std::string name;
  std::int64_t rows = 0;
};

class Index {
 public:
  Index() = default;
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;
  virtual ~Index() = default;

  virtual base::Result<std::unique_ptr<Batch>> begin() = 0;

  virtual base::Result<std::int64_t> schema_version() = 0;
  virtual base::Result<std::vector<TableCount>> counts() = 0;

  virtual base::Result<std::vector<ProjectRow>> projects() = 0;
  // Newest first.
  virtual base::Result<std::vector<RunRow>> runs(const RunQuery& query) = 0;
  virtual base::Result<std::vector<RunRow>> recent_runs(const RecentRunQuery& query) = 0;
  virtual base::Result<std::vector<WorkRow>> work(const WorkListQuery& query) = 0;
  // Up to `limit` texts of work sessions that came since the last time, so that a search finds
  // them; how many it were.
  virtual base::Result<std::size_t> take_in_texts(std::size_t limit) = 0;
  // Of the newest that match: those that have all words in the title first.
  virtual base::Result<std::vector<DocumentHit>> search(const DocumentQuery& query) = 0;

  virtual base::Result<std::vector<FileMark>> marks(std::string_view project) = 0;
  // The one of a file, where there is one.
  virtual base::Result<std::optional<FileMark>> mark(std::string_view project,
                                                     std::string_view kind,
                                                     std::string_view name) = 0;
  // Sorted by slug.
  virtual base::Result<std::vector<WorkMark>> work_marks(std::string_view project,
                                                         std::string_view worktree) = 0;
  // Those that have marks.
  virtual base::Result<std::vector<std::string>> worktrees(std::string_view project) = 0;
  virtual base::Result<std::optional<WorkRow>> work_row(std::string_view project,
                                                        std::string_view slug) = 0;
  // How many rows are marked missing.
  virtual base::Result<std::int64_t> missing_work(std::string_view project) = 0;

  virtual base::Result<std::vector<std::string>> missing_slugs(std::string_view project) = 0;

  // Every row of the tables as a line of JSON, sorted, for comparison and for keeping. `tables`
  // empty: all that are ours but the search's own.
  virtual base::Result<void> dump(const std::vector<std::string>& tables,
                                  const std::function<void(std::string_view line)>& visit) = 0;
};

// The tables that no file of a project gives back but the journals: what ran, and what it cost.
std::vector<std::string> execution_tables();

}  // namespace indexing
