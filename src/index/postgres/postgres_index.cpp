#include "index/postgres/postgres_index.h"

#include <set>

#include "index/postgres/batch.h"
#include "index/postgres/dump.h"
#include "index/postgres/opening.h"
#include "index/postgres/run_query.h"
#include "index/postgres/schema.h"
#include "index/postgres/search.h"
#include "index/postgres/work_query.h"

namespace indexing {
namespace {

class PostgresIndex final : public Index {
 public:
  PostgresIndex(std::unique_ptr<Connection> connection, const OpenPostgres& options)
      : connection_(std::move(connection)), scope_(scope_of(*connection_, options)) {}

  base::Result<std::unique_ptr<Batch>> begin() override {
    TRY_ASSIGN(auto batch, begin_batch());
    return std::unique_ptr<Batch>(std::move(batch));
  }
  base::Result<std::int64_t> schema_version() override {
    return indexing::schema_version(*connection_);
  }
  base::Result<std::vector<TableCount>> counts() override {
    std::vector<TableCount> counts;
    for (const std::string& table : fleet_tables()) {
      Query query("SELECT count(*) FROM " + table + " t WHERE ");
      scope_.only(query, "t");
      query.sql("true");
      TRY_ASSIGN(Rows rows, connection_->ask(query));
      counts.push_back({table, rows.next() ? rows.number(0) : 0});
    }
    return counts;
  }
  base::Result<std::vector<ProjectRow>> projects() override { return all_projects(scope_); }
  base::Result<std::vector<RunRow>> runs(const RunQuery& query) override {
    return list_runs(scope_, query);
  }
  base::Result<std::vector<RunRow>> recent_runs(const RecentRunQuery& query) override {
    return list_recent_runs(scope_, query);
  }
  base::Result<std::vector<WorkRow>> work(const WorkListQuery& query) override {
    return list_work(scope_, query);
  }
  base::Result<std::vector<DocumentHit>> search(const DocumentQuery& query) override {
    return search_documents(scope_, query);
  }
  base::Result<std::size_t> take_in_texts(std::size_t limit) override {
    TRY_ASSIGN(Rows any, connection_->ask("SELECT 1 FROM search_pending WHERE machine=$1 LIMIT 1",
                                          Values::of(scope_.machine)));
    if (!any.next()) return std::size_t{0};
    TRY_ASSIGN(auto batch, begin_batch());
    TRY_ASSIGN(const std::size_t taken, batch->take_in_pending(limit));
    TRY(batch->commit());
    return taken;
  }
  base::Result<std::vector<FileMark>> marks(std::string_view project) override {
    return file_marks(scope_, project);
  }
  base::Result<std::optional<FileMark>> mark(std::string_view project, std::string_view kind,
                                             std::string_view name) override {
    return file_mark(scope_, project, kind, name);
  }
  base::Result<std::vector<WorkMark>> work_marks(std::string_view project,
                                                 std::string_view worktree) override {
    return indexing::work_marks(scope_, project, worktree);
  }
  base::Result<std::optional<WorkRow>> work_row(std::string_view project,
                                                std::string_view slug) override {
    return find_work(scope_, project, slug);
  }
  base::Result<std::int64_t> missing_work(std::string_view project) override {
    TRY_ASSIGN(const auto slugs, indexing::missing_slugs(scope_, project));
    return static_cast<std::int64_t>(slugs.size());
  }
  base::Result<std::vector<std::string>> worktrees(std::string_view project) override {
    return marked_worktrees(scope_, project);
  }
  base::Result<std::vector<std::string>> missing_slugs(std::string_view project) override {
    return indexing::missing_slugs(scope_, project);
  }
  base::Result<void> dump(const std::vector<std::string>& tables,
                          const std::function<void(std::string_view line)>& visit) override {
    return dump_tables(scope_, tables.empty() ? fleet_tables() : tables, visit);
  }

 private:
  base::Result<std::unique_ptr<PostgresBatch>> begin_batch() {
    TRY(connection_->begin(begin_batch_sql(connection_->options().schema, scope_.machine)));
    return std::make_unique<PostgresBatch>(*connection_, months_, scope_.machine);
  }

  std::unique_ptr<Connection> connection_;
  Scope scope_;
  std::set<std::string> months_;  // Whose partitions are there.
};

}  // namespace

ConnectOptions connect_options(const OpenPostgres& options) {
  return {.url = options.url,
          .schema = options.schema,
          .connect_timeout_s = options.connect_timeout_s,
          .statement_timeout_ms = options.statement_timeout_ms,
          .lock_timeout_ms = options.lock_timeout_ms,
          .is_ending = options.is_ending};
}

Scope scope_of(Connection& connection, const OpenPostgres& options) {
  return {.connection = connection,
          .machine = clean_text(options.machine),
          .is_all = options.reads == OpenPostgres::Reads::all};
}

base::Result<std::unique_ptr<Index>> open_postgres_index(const OpenPostgres& options) {
  if (options.machine.empty()) {
    return base::Error{base::Code::invalid_params, "a machine without an id has no rows", ""};
  }
  TRY_ASSIGN(auto connection, Connection::open(connect_options(options)));
  TRY(migrate(*connection, options.now));
  TRY(
      connection->ask("INSERT INTO machines(id, name, joined_at) VALUES($1, $2, $3) "
                      "ON CONFLICT(id) DO UPDATE SET name=excluded.name",
                      Values::of(options.machine, options.machine_name, options.now)));
  return std::unique_ptr<Index>(std::make_unique<PostgresIndex>(std::move(connection), options));
}

}  // namespace indexing
