// One transaction on an index in SQLite.
#pragma once
#include <cstdint>
#include <string>

#include "index/index.h"
#include "index/sqlite/database.h"

namespace indexing {

// A row of `run_activity` that says nothing goes: a rebuild would not make it.
constexpr const char* kTidyActivity =
    "DELETE FROM run_activity WHERE run_uid=?1 AND last_tool IS NULL AND last_at IS NULL AND "
    "denials=0 AND faults=0 AND "
    "paused_until IS NULL AND agent_host IS NULL";

class SqliteBatch final : public Batch {
 public:
  // `database` has begun a transaction and outlives this.
  explicit SqliteBatch(Database& database) : database_(database) {}
  ~SqliteBatch() override;

  base::Result<void> put(const ProjectRow& row) override;
  base::Result<void> put(const RunRow& row) override;
  base::Result<void> put_journal_only(const RunRow& row) override;
  base::Result<void> put(const AliasRow& row) override;
  base::Result<void> put(const AgentRow& row) override;
  base::Result<std::optional<AgentRow>> agent(const std::string& id) override;
  base::Result<void> put(const ProtocolRow& row) override;
  base::Result<void> put(const SessionStateRow& row) override;
  base::Result<void> put(const SessionLinkRow& row) override;
  base::Result<void> put(const DocumentRow& row) override;
  base::Result<void> remove_documents(std::string_view kind, std::string_view project,
                                      std::string_view owner) override;
  base::Result<void> put_requirements(std::string_view project, std::string_view branch,
                                      const std::vector<RequirementRow>& rows) override;
  base::Result<void> put_event(const EventRow& row) override;
  base::Result<void> put_log(const AgentLogRow& row) override;
  base::Result<void> put(const ViolationRow& row) override;
  base::Result<void> put(const DenialRow& row) override;
  base::Result<void> put(const PhaseEventRow& row) override;
  base::Result<void> put(const MetricRow& row) override;
  base::Result<void> put_event_document(const DocumentRow& row) override;
  base::Result<void> put_activity(std::string_view run,
                                  const std::optional<LastToolRow>& last) override;
  base::Result<void> forget_journal(std::string_view run) override;
  base::Result<void> put(const FileMark& mark) override;
  base::Result<void> remove_mark(std::string_view project, std::string_view kind,
                                 std::string_view name) override;
  base::Result<void> mark_run_missing(std::string_view uid, std::string_view since) override;
  base::Result<void> remove_alias(std::string_view project, std::string_view kind,
                                  std::string_view value) override;
  base::Result<void> put(const WorkRow& row, const PutWork& how) override;
  base::Result<void> put(std::string_view project, std::string_view worktree,
                         const WorkMark& mark) override;
  base::Result<void> put_new(std::string_view project, std::string_view worktree,
                             std::span<const NewWork> works) override;
  base::Result<void> remove_work_mark(std::string_view project, std::string_view worktree,
                                      std::string_view slug) override;
  base::Result<void> mark_work_missing(std::string_view project, std::string_view slug,
                                       std::string_view since) override;
  base::Result<void> remove_work(std::string_view project, std::string_view slug) override;
  base::Result<void> set_usage(const std::vector<UsageRow>& rows) override;
  base::Result<void> commit() override;

 private:
  // Whether (run, hash) comes before what stands at `number`; nothing where that place is free.
  base::Result<std::optional<bool>> goes_before(std::int64_t number, std::string_view run,
                                                std::string_view hash);
  // Moves the event at `number` to the place that it has beside one that goes before it.
  base::Result<void> move_on(std::int64_t number, int depth);
  base::Result<std::int64_t> place_for(const EventRow& row);

  // The number of a worktree, given where it has none yet.
  base::Result<std::int64_t> worktree_number(std::string_view project, std::string_view worktree);

  Database& database_;
  std::string worktree_key_;  // The worktree whose number is kept.
  std::int64_t worktree_ = 0;
  bool is_committed_ = false;
  std::int64_t number_ = 0;  // Of the event that is being told.
  std::int64_t violations_ = 0;
  std::int64_t phases_ = 0;
  std::string slot_run_;  // The run whose slot is kept.
  std::uint64_t slot_ = 0;
};

}  // namespace indexing
