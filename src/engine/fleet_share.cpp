#include "engine/fleet_share.h"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/fleet_shared_batch.h"

namespace engine {
namespace {

using base::Json;
using base::Result;
using namespace std::string_view_literals;

constexpr std::size_t kSharedNameBytesMax = 100;

// Names and numbers that the program itself gives.
constexpr std::array kShared{"tool"sv,   "rule"sv, "allowed"sv, "agent"sv,       "agent_type"sv,
                             "source"sv, "mode"sv, "from"sv,    "to"sv,          "forced"sv,
                             "phase"sv,  "name"sv, "version"sv, "duration_ms"sv, "model"sv};
// Lists find faults by these.
constexpr std::array kFaults{"fault"sv, "work_fault"sv, "continuity_fault"sv};

bool is_shared(const std::string& key, const Json& value) {
  if (std::find(kShared.begin(), kShared.end(), key) == kShared.end()) return false;
  if (value.is_string()) return value.get_ref<const std::string&>().size() <= kSharedNameBytesMax;
  return value.is_boolean() || value.is_number();
}

// Every question goes to the server; only what is written is looked at.
class SharedIndex final : public indexing::Index {
 public:
  SharedIndex(std::unique_ptr<indexing::Index> server, model::FleetShare share)
      : server_(std::move(server)), share_(share) {}

  Result<std::unique_ptr<indexing::Batch>> begin() override {
    TRY_ASSIGN(auto batch, server_->begin());
    return shared_batch(std::move(batch), share_);
  }
  Result<std::int64_t> schema_version() override { return server_->schema_version(); }
  Result<std::vector<indexing::TableCount>> counts() override { return server_->counts(); }
  Result<std::vector<indexing::ProjectRow>> projects() override { return server_->projects(); }
  Result<std::vector<indexing::RunRow>> runs(const indexing::RunQuery& query) override {
    return server_->runs(query);
  }
  Result<std::vector<indexing::RunRow>> recent_runs(
      const indexing::RecentRunQuery& query) override {
    return server_->recent_runs(query);
  }
  Result<std::vector<indexing::WorkRow>> work(const indexing::WorkListQuery& query) override {
    return server_->work(query);
  }
  // Texts of work sessions: their titles are shared, as words too.
  Result<std::size_t> take_in_texts(std::size_t limit) override {
    return server_->take_in_texts(limit);
  }
  Result<std::vector<indexing::DocumentHit>> search(const indexing::DocumentQuery& query) override {
    return server_->search(query);
  }
  Result<std::vector<indexing::FileMark>> marks(std::string_view project) override {
    return server_->marks(project);
  }
  Result<std::optional<indexing::FileMark>> mark(std::string_view project, std::string_view kind,
                                                 std::string_view name) override {
    return server_->mark(project, kind, name);
  }
  Result<std::vector<indexing::WorkMark>> work_marks(std::string_view project,
                                                     std::string_view worktree) override {
    return server_->work_marks(project, worktree);
  }
  Result<std::vector<std::string>> worktrees(std::string_view project) override {
    return server_->worktrees(project);
  }
  Result<std::optional<indexing::WorkRow>> work_row(std::string_view project,
                                                    std::string_view slug) override {
    return server_->work_row(project, slug);
  }
  Result<std::int64_t> missing_work(std::string_view project) override {
    return server_->missing_work(project);
  }
  Result<std::vector<std::string>> missing_slugs(std::string_view project) override {
    return server_->missing_slugs(project);
  }
  Result<void> dump(const std::vector<std::string>& tables,
                    const std::function<void(std::string_view line)>& visit) override {
    return server_->dump(tables, visit);
  }

 private:
  std::unique_ptr<indexing::Index> server_;
  model::FleetShare share_;
};

}  // namespace

std::unique_ptr<indexing::Index> share_through(std::unique_ptr<indexing::Index> server,
                                               model::FleetShare share) {
  return std::make_unique<SharedIndex>(std::move(server), share);
}

std::string payload_metadata(std::string_view payload) {
  const auto json = base::parse_json(payload);
  Json shared = Json::object();
  if (!json.ok() || !json->is_object()) return "{}";
  for (const auto& [key, value] : json->items()) {
    if (is_shared(key, value)) shared[key] = value;
    const bool is_fault = std::find(kFaults.begin(), kFaults.end(), key) != kFaults.end();
    if (is_fault && value.is_string()) shared[key] = "not shared";
  }
  return base::dump_line(shared);
}

}  // namespace engine
