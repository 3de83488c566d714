#include "index/postgres/happening_list.h"
#include "index/postgres/opening.h"
#include "index/postgres/run_list.h"
#include "index/postgres/run_query.h"
#include "index/postgres/schema.h"
#include "index/postgres/search.h"
#include "index/postgres/spent_list.h"
#include "index/postgres/work_query.h"

namespace indexing {
namespace {

class PostgresLists final : public Lists {
 public:
  PostgresLists(std::unique_ptr<Connection> connection, const OpenPostgres& options)
      : connection_(std::move(connection)), scope_(scope_of(*connection_, options)) {}

  base::Result<std::vector<RunListRow>> runs(const RunListQuery& query) override {
    return page_of_runs(scope_, query);
  }
  base::Result<std::optional<RunListRow>> run(const std::string& uid) override {
    return find_listed_run(scope_, uid);
  }
  base::Result<std::vector<RunListRow>> runs_of_work(const std::string& project,
                                                     const std::string& slug,
                                                     std::size_t limit) override {
    return indexing::runs_of_work(scope_, project, slug, limit);
  }
  base::Result<std::vector<RunListRow>> held_runs(const HeldRunsQuery& query) override {
    return indexing::held_runs(scope_, query);
  }
  base::Result<std::vector<RunListRow>> open_runs(std::size_t limit) override {
    return indexing::open_runs(scope_, limit);
  }
  base::Result<std::vector<AgentListRow>> agents(const std::string& run) override {
    return agents_of(scope_, run);
  }
  base::Result<std::vector<DenialListRow>> denials(const DenialListQuery& query) override {
    return page_of_denials(scope_, query);
  }
  base::Result<std::vector<ViolationListRow>> violations(const ViolationListQuery& query) override {
    return page_of_violations(scope_, query);
  }
  base::Result<std::vector<FaultListRow>> faults(std::size_t limit) override {
    return newest_faults(scope_, limit);
  }
  base::Result<std::vector<WorkRow>> work(const WorkPageQuery& query) override {
    return page_of_work(scope_, query);
  }
  base::Result<std::optional<WorkRow>> work_row(const std::string& project,
                                                const std::string& slug) override {
    return find_work(scope_, project, slug);
  }
  base::Result<std::vector<SpentRow>> spent(const SpentQuery& query) override {
    return sums_of_spent(scope_, query);
  }
  base::Result<std::vector<ProjectListRow>> projects() override { return list_projects(scope_); }
  base::Result<std::vector<std::string>> projects_named(const std::string& text) override {
    return indexing::projects_named(scope_, text);
  }
  base::Result<ActivityCounts> counts_since(base::Instant moment) override {
    return indexing::counts_since(scope_, moment);
  }
  base::Result<std::vector<NamedRun>> runs_named(const std::string& text) override {
    return indexing::runs_named(scope_, text);
  }
  base::Result<std::vector<DocumentHit>> search(const DocumentQuery& query) override {
    return search_documents(scope_, query);
  }

 private:
  std::unique_ptr<Connection> connection_;
  Scope scope_;
};

}  // namespace

base::Result<std::unique_ptr<Lists>> open_postgres_lists(const OpenPostgres& options) {
  TRY_ASSIGN(auto connection, Connection::open(connect_options(options)));
  TRY(check_version(*connection));
  return std::unique_ptr<Lists>(std::make_unique<PostgresLists>(std::move(connection), options));
}

}  // namespace indexing
