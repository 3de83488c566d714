// One transaction on an index in PostgreSQL. Nothing is sent before it has to be: rows of journals,
// texts and new work wait to be copied in, everything else waits as statements, and both go when
// they are many, when an answer depends on them, or at the end. So a batch costs a few journeys to
// the server, however many rows it has.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "index/index.h"
#include "index/postgres/connection.h"
#include "index/postgres/staging.h"

namespace indexing {

class PostgresBatch final : public Batch {
 public:
  // `connection` has begun a transaction; it and `months`, the partitions that are known to be
  // there, outlive this.
  PostgresBatch(Connection& connection, std::set<std::string>& months, std::string machine)
      : connection_(connection), months_(months), machine_(std::move(machine)) {}
  ~PostgresBatch() override;

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

  // The texts of work sessions that are waiting, up to `limit`, and how many it were.
  base::Result<std::size_t> take_in_pending(std::size_t limit);

 private:
  // A statement for later: $1 is the machine, the values are $2 and on.
  template <typename... Types>
  base::Result<void> tell(const char* sql, const Types&... values) {
    return later({sql, Values::of(std::string_view(machine_), values...)});
  }
  base::Result<void> later(Connection::Step step);
  // After a row was added: sends everything where it has become much.
  base::Result<void> grown();
  // Sends what waits: rows of journals and new work, then statements in their order, then texts.
  base::Result<void> flush();
  base::Result<void> send_all();
  base::Result<void> make_months();
  // Notes that the month of the event that is being told needs a partition.
  void note_month();
  // Before a second row of one key, which one INSERT could not take.
  base::Result<void> once(bool& is_told);
  base::Result<void> add_document(std::int64_t number, const DocumentRow& row);
  void touch(std::string_view run);
  std::string told_runs() const;

  Connection& connection_;
  std::set<std::string>& months_;
  const std::string machine_;
  bool is_done_ = false;
  bool has_sent_ = false;
  std::optional<base::Error> failed_;  // The first error, which ended the transaction.

  Staging staging_;
  std::vector<Connection::Step> steps_;
  std::size_t step_bytes_ = 0;
  std::set<std::string> new_months_;           // Of staged events, with no partition yet.
  std::int64_t last_day_ = -1;                 // Whose month was looked up.
  std::unordered_set<std::string> events_;     // Staged: number and run.
  std::unordered_set<std::string> documents_;  // Staged: kind, project and owner.
  // As the table has them when what waits is sent, and those of which only that can tell.
  std::unordered_map<std::string, std::optional<AgentRow>> agents_;
  std::unordered_set<std::string> blind_agents_;
  bool has_usage_ = false;  // Waits, and changes any of them.

  std::int64_t number_ = 0;  // Of the event that is being told.
  std::string run_;          // Its run,
  std::uint64_t slot_ = 0;   // and that one's slot.
  std::int64_t violations_ = 0;
  std::int64_t phases_ = 0;
  std::int64_t texts_ = 0;
  bool has_log_ = false;
  bool has_denial_ = false;
  bool has_metric_ = false;
  std::set<std::string, std::less<>> touched_;  // Runs, for those who listen.
};

// What takes the place of SQLite's lock on its file: one writer a machine at a time.
std::string begin_batch_sql(const std::string& schema, const std::string& machine);

}  // namespace indexing
