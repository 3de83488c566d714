#include "index/sqlite/database.h"
#include "index/sqlite/documents.h"
#include "index/sqlite/happening_list.h"
#include "index/sqlite/name_list.h"
#include "index/sqlite/run_list.h"
#include "index/sqlite/schema.h"
#include "index/sqlite/spent_list.h"
#include "index/sqlite/sqlite_index.h"
#include "index/sqlite/work_query.h"

namespace indexing {
namespace {

// The upper levels of the indexes, and what the page that is asked for again and again needs: its
// runs lie beside each other, what belongs to them does not.
constexpr int kCacheKib = 2048;

class SqliteLists final : public Lists {
 public:
  explicit SqliteLists(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  base::Result<std::vector<RunListRow>> runs(const RunListQuery& query) override {
    return page_of_runs(*database_, query);
  }
  base::Result<std::optional<RunListRow>> run(const std::string& uid) override {
    return find_listed_run(*database_, uid);
  }
  base::Result<std::vector<RunListRow>> runs_of_work(const std::string& project,
                                                     const std::string& slug,
                                                     std::size_t limit) override {
    return indexing::runs_of_work(*database_, project, slug, limit);
  }
  base::Result<std::vector<RunListRow>> held_runs(const HeldRunsQuery& query) override {
    return indexing::held_runs(*database_, query);
  }
  base::Result<std::vector<RunListRow>> open_runs(std::size_t limit) override {
    return indexing::open_runs(*database_, limit);
  }
  base::Result<std::vector<AgentListRow>> agents(const std::string& run) override {
    return agents_of(*database_, run);
  }
  base::Result<std::vector<DenialListRow>> denials(const DenialListQuery& query) override {
    return page_of_denials(*database_, query);
  }
  base::Result<std::vector<ViolationListRow>> violations(const ViolationListQuery& query) override {
    return page_of_violations(*database_, query);
  }
  base::Result<std::vector<FaultListRow>> faults(std::size_t limit) override {
    return newest_faults(*database_, limit);
  }
  base::Result<std::vector<WorkRow>> work(const WorkPageQuery& query) override {
    return page_of_work(*database_, query);
  }
  base::Result<std::optional<WorkRow>> work_row(const std::string& project,
                                                const std::string& slug) override {
    return find_work(*database_, project, slug);
  }
  base::Result<std::vector<SpentRow>> spent(const SpentQuery& query) override {
    return sums_of_spent(*database_, query);
  }
  base::Result<std::vector<ProjectListRow>> projects() override {
    return list_projects(*database_);
  }
  base::Result<std::vector<std::string>> projects_named(const std::string& text) override {
    return indexing::projects_named(*database_, text);
  }
  base::Result<ActivityCounts> counts_since(base::Instant moment) override {
    return indexing::counts_since(*database_, moment);
  }
  base::Result<std::vector<NamedRun>> runs_named(const std::string& text) override {
    return indexing::runs_named(*database_, text);
  }
  base::Result<std::vector<DocumentHit>> search(const DocumentQuery& query) override {
    return search_documents(*database_, query);
  }

 private:
  std::unique_ptr<Database> database_;
};

}  // namespace

base::Result<std::unique_ptr<Lists>> open_sqlite_lists(const std::string& path) {
  TRY_ASSIGN(auto database, Database::open(path, {.read_only = true, .cache_kib = kCacheKib}));
  TRY_ASSIGN(const std::int64_t version, schema_version(*database));
  if (version != kSchemaVersion) {
    return base::Error{
        base::Code::unavailable,
        version > kSchemaVersion ? "the index " + path + " was made by a newer version"
                                 : "the index " + path + " is not up to date yet",
        version > kSchemaVersion ? "Update holdfast, or set index.path to another file."
                                 : "`holdfast index update` brings it there."};
  }
  return std::unique_ptr<Lists>(std::make_unique<SqliteLists>(std::move(database)));
}

}  // namespace indexing
