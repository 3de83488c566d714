#include "index/sqlite/sqlite_index.h"

#include <algorithm>

#include "index/sqlite/batch.h"
#include "index/sqlite/database.h"
#include "index/sqlite/documents.h"
#include "index/sqlite/dump.h"
#include "index/sqlite/run_query.h"
#include "index/sqlite/schema.h"
#include "index/sqlite/work_query.h"

namespace indexing {
namespace {

class SqliteIndex final : public Index {
 public:
  explicit SqliteIndex(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  base::Result<std::unique_ptr<Batch>> begin() override {
    TRY(database_->begin());
    return std::unique_ptr<Batch>(std::make_unique<SqliteBatch>(*database_));
  }
  base::Result<std::int64_t> schema_version() override {
    return indexing::schema_version(*database_);
  }
  base::Result<std::vector<TableCount>> counts() override {
    std::vector<TableCount> counts;
    for (const std::string& table : data_tables()) {
      TRY_ASSIGN(Statement count, database_->prepare("SELECT count(*) FROM " + table));
      count.start();
      TRY(count.next());
      counts.push_back({table, count.number(0)});
    }
    return counts;
  }
  base::Result<std::vector<ProjectRow>> projects() override { return all_projects(*database_); }
  base::Result<std::vector<RunRow>> runs(const RunQuery& query) override {
    return list_runs(*database_, query);
  }
  base::Result<std::vector<RunRow>> recent_runs(const RecentRunQuery& query) override {
    return list_recent_runs(*database_, query);
  }
  base::Result<std::vector<WorkRow>> work(const WorkListQuery& query) override {
    return list_work(*database_, query);
  }
  base::Result<std::vector<DocumentHit>> search(const DocumentQuery& query) override {
    return search_documents(*database_, query);
  }
  base::Result<std::size_t> take_in_texts(std::size_t limit) override {
    return take_in_pending(*database_, limit);
  }
  base::Result<std::vector<FileMark>> marks(std::string_view project) override {
    return file_marks(*database_, project);
  }
  base::Result<std::optional<FileMark>> mark(std::string_view project, std::string_view kind,
                                             std::string_view name) override {
    return file_mark(*database_, project, kind, name);
  }
  base::Result<std::vector<WorkMark>> work_marks(std::string_view project,
                                                 std::string_view worktree) override {
    return indexing::work_marks(*database_, project, worktree);
  }
  base::Result<std::optional<WorkRow>> work_row(std::string_view project,
                                                std::string_view slug) override {
    return find_work(*database_, project, slug);
  }
  base::Result<std::int64_t> missing_work(std::string_view project) override {
    Statement& count = database_->cached(
        "SELECT count(*) FROM sessions WHERE project_id=?1 AND missing_since IS NOT NULL");
    count.start(project);
    TRY(count.next());
    const std::int64_t rows = count.number(0);
    count.done();
    return rows;
  }
  base::Result<std::vector<std::string>> worktrees(std::string_view project) override {
    return first_column(
        "SELECT path FROM index_worktrees w WHERE project_id=?1 AND "
        "EXISTS(SELECT 1 FROM index_folders f WHERE f.worktree=w.id)",
        project);
  }
  base::Result<std::vector<std::string>> missing_slugs(std::string_view project) override {
    return first_column(
        "SELECT session_slug FROM sessions WHERE project_id=?1 AND missing_since IS NOT NULL",
        project);
  }
  base::Result<void> dump(const std::vector<std::string>& tables,
                          const std::function<void(std::string_view line)>& visit) override {
    return dump_tables(*database_, tables.empty() ? data_tables() : tables, visit);
  }

 private:
  base::Result<std::vector<std::string>> first_column(const char* sql, std::string_view value) {
    std::vector<std::string> texts;
    Statement& statement = database_->cached(sql);
    statement.start(value);
    while (true) {
      TRY_ASSIGN(const bool has_row, statement.next());
      if (!has_row) return texts;
      texts.push_back(statement.text(0));
    }
  }

  std::unique_ptr<Database> database_;
};

}  // namespace

base::Result<std::unique_ptr<Index>> open_sqlite_index(const OpenIndex& options) {
  TRY_ASSIGN(auto database, Database::open(options.path, {.create = options.create,
                                                          .is_private = options.is_private}));
  TRY(migrate(*database, options.now));
  return std::unique_ptr<Index>(std::make_unique<SqliteIndex>(std::move(database)));
}

}  // namespace indexing
