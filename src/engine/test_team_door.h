// A team's server for tests that is an index in a file: the same interface, without a network. All
// that was pushed to it counts as another machine's.
#pragma once
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/test_closed_door.h"
#include "index/sqlite/sqlite_index.h"

namespace engine {

constexpr const char* kOtherMachine = "0123456789abcdef";

// Lists whose rows say that they are of `machine`.
class MarkedLists final : public indexing::Lists {
 public:
  MarkedLists(std::unique_ptr<indexing::Lists> lists, std::string machine, const bool& is_cut)
      : lists_(std::move(lists)), machine_(std::move(machine)), is_cut_(is_cut) {}

  base::Result<std::vector<indexing::RunListRow>> runs(
      const indexing::RunListQuery& query) override {
    return marked(lists_->runs(query));
  }
  base::Result<std::optional<indexing::RunListRow>> run(const std::string& uid) override {
    auto row = lists_->run(uid);
    if (row.ok() && *row) (*row)->machine = machine_;
    return row;
  }
  base::Result<std::vector<indexing::RunListRow>> runs_of_work(const std::string& project,
                                                               const std::string& slug,
                                                               std::size_t limit) override {
    return marked(lists_->runs_of_work(project, slug, limit));
  }
  base::Result<std::vector<indexing::RunListRow>> held_runs(
      const indexing::HeldRunsQuery& query) override {
    return marked(lists_->held_runs(query));
  }
  base::Result<std::vector<indexing::RunListRow>> open_runs(std::size_t limit) override {
    return marked(lists_->open_runs(limit));
  }
  base::Result<std::vector<indexing::AgentListRow>> agents(const std::string& run) override {
    return lists_->agents(run);
  }
  base::Result<std::vector<indexing::DenialListRow>> denials(
      const indexing::DenialListQuery& query) override {
    return marked(lists_->denials(query));
  }
  base::Result<std::vector<indexing::ViolationListRow>> violations(
      const indexing::ViolationListQuery& query) override {
    return marked(lists_->violations(query));
  }
  base::Result<std::vector<indexing::FaultListRow>> faults(std::size_t limit) override {
    return marked(lists_->faults(limit));
  }
  base::Result<std::vector<indexing::WorkRow>> work(const indexing::WorkPageQuery& query) override {
    return marked(lists_->work(query));
  }
  base::Result<std::optional<indexing::WorkRow>> work_row(const std::string& project,
                                                          const std::string& slug) override {
    return lists_->work_row(project, slug);
  }
  base::Result<std::vector<indexing::SpentRow>> spent(const indexing::SpentQuery& query) override {
    auto rows = marked(lists_->spent(query));
    if (!rows.ok() || query.by != indexing::SpentBy::machine) return rows;
    for (indexing::SpentRow& row : *rows) row.key = machine_;
    return rows;
  }
  base::Result<std::vector<indexing::ProjectListRow>> projects() override {
    return marked(lists_->projects());
  }
  base::Result<std::vector<std::string>> projects_named(const std::string& text) override {
    return lists_->projects_named(text);
  }
  base::Result<indexing::ActivityCounts> counts_since(base::Instant moment) override {
    return lists_->counts_since(moment);
  }
  base::Result<std::vector<indexing::NamedRun>> runs_named(const std::string& text) override {
    return marked(lists_->runs_named(text));
  }
  base::Result<std::vector<indexing::DocumentHit>> search(
      const indexing::DocumentQuery& query) override {
    return marked(lists_->search(query));
  }

 private:
  template <typename Row>
  base::Result<std::vector<Row>> marked(base::Result<std::vector<Row>> rows) {
    if (is_cut_) return base::Error{base::Code::unavailable, "the connection was cut", ""};
    if (!rows.ok()) return rows;
    for (Row& row : *rows) row.machine = machine_;
    return rows;
  }

  std::unique_ptr<indexing::Lists> lists_;
  std::string machine_;
  const bool& is_cut_;
};

class TestTeamDoor final : public ClosedDoor {
 public:
  explicit TestTeamDoor(std::string path) : path_(std::move(path)) {}

  bool is_away = false;
  int opened = 0;  // Lists.
  int asked = 0;   // With those that were not there.
  std::string name = "desk";

  // All that are open now fail from now on; those that are opened later do not.
  void cut() {
    *cuts_.back() = true;
    cuts_.push_back(std::make_unique<bool>(false));
  }

  base::Result<std::unique_ptr<indexing::Index>> open_index(
      const indexing::OpenPostgres& options) override {
    if (is_away) return nobody();
    return indexing::open_sqlite_index({.path = path_, .now = options.now, .create = true});
  }
  base::Result<std::unique_ptr<indexing::Fleet>> open_fleet(
      const indexing::OpenPostgres& options) override {
    ++asked;
    if (is_away) return nobody();
    return std::unique_ptr<indexing::Fleet>(std::make_unique<Machines>(
        std::vector<indexing::MachineRow>{{kOtherMachine, name, options.now, options.now},
                                          {options.machine, "here", options.now, options.now}}));
  }
  base::Result<std::unique_ptr<indexing::Lists>> open_lists(
      const indexing::OpenPostgres& options) override {
    ++asked;
    if (is_away) return nobody();
    ++opened;
    auto lists = indexing::open_sqlite_lists(path_);
    if (!lists.ok()) return lists;
    const bool is_all = options.reads == indexing::OpenPostgres::Reads::all;
    return std::unique_ptr<indexing::Lists>(std::make_unique<MarkedLists>(
        *std::move(lists), is_all ? kOtherMachine : "", *cuts_.back()));
  }

 private:
  class Machines final : public indexing::Fleet {
   public:
    explicit Machines(std::vector<indexing::MachineRow> rows) : rows_(std::move(rows)) {}
    base::Result<std::vector<indexing::MachineRow>> machines() override { return rows_; }
    base::Result<indexing::DroppedEvents> drop_events_before(base::Instant) override {
      return indexing::DroppedEvents{};
    }

   private:
    std::vector<indexing::MachineRow> rows_;
  };

  std::string path_;
  std::vector<std::unique_ptr<bool>> cuts_ = first_cut();
  static std::vector<std::unique_ptr<bool>> first_cut() {
    std::vector<std::unique_ptr<bool>> cuts;
    cuts.push_back(std::make_unique<bool>(false));
    return cuts;
  }
};

}  // namespace engine
