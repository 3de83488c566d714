#include "engine/fleet_shared_batch.h"

#include "engine/fleet_share.h"
#include "engine/scrub_text.h"
#include "policy/redaction.h"

namespace engine {
namespace {

using base::Result;

constexpr const char* kNoList = "[]";

class SharedBatch final : public indexing::Batch {
 public:
  SharedBatch(std::unique_ptr<indexing::Batch> server, model::FleetShare share)
      : server_(std::move(server)), shares_words_(share == model::FleetShare::full) {}

  Result<void> put(const indexing::ProjectRow& row) override { return server_->put(row); }
  Result<void> put(const indexing::RunRow& row) override {
    indexing::RunRow shared = row;
    shared.transcript.clear();  // A path that means nothing elsewhere.
    return server_->put(shared);
  }
  Result<void> put_journal_only(const indexing::RunRow& row) override {
    return server_->put_journal_only(row);
  }
  Result<void> put(const indexing::AliasRow& row) override { return server_->put(row); }
  Result<void> put(const indexing::AgentRow& row) override {
    indexing::AgentRow shared = row;
    shared.error_message = words(row.error_message);
    return server_->put(shared);
  }
  Result<std::optional<indexing::AgentRow>> agent(const std::string& id) override {
    return server_->agent(id);
  }
  Result<void> put(const indexing::ProtocolRow& row) override;
  Result<void> put(const indexing::SessionStateRow& row) override;
  Result<void> put(const indexing::SessionLinkRow& row) override { return server_->put(row); }
  Result<void> put(const indexing::DocumentRow& row) override;
  Result<void> remove_documents(std::string_view kind, std::string_view project,
                                std::string_view owner) override {
    return server_->remove_documents(kind, project, owner);
  }
  Result<void> put_requirements(std::string_view project, std::string_view branch,
                                const std::vector<indexing::RequirementRow>& rows) override {
    return server_->put_requirements(project, branch, rows);
  }
  Result<void> put_event(const indexing::EventRow& row) override;
  Result<void> put_log(const indexing::AgentLogRow& row) override;
  Result<void> put(const indexing::ViolationRow& row) override;
  Result<void> put(const indexing::DenialRow& row) override;
  Result<void> put(const indexing::PhaseEventRow& row) override { return server_->put(row); }
  Result<void> put(const indexing::MetricRow& row) override;
  Result<void> put_event_document(const indexing::DocumentRow& row) override;
  Result<void> put_activity(std::string_view run,
                            const std::optional<indexing::LastToolRow>& last) override;
  Result<void> forget_journal(std::string_view run) override {
    return server_->forget_journal(run);
  }
  Result<void> put(const indexing::FileMark& mark) override;
  Result<void> remove_mark(std::string_view project, std::string_view kind,
                           std::string_view name) override {
    return server_->remove_mark(project, kind, name);
  }
  Result<void> mark_run_missing(std::string_view uid, std::string_view since) override {
    return server_->mark_run_missing(uid, since);
  }
  Result<void> remove_alias(std::string_view project, std::string_view kind,
                            std::string_view value) override {
    return server_->remove_alias(project, kind, value);
  }
  Result<void> put(const indexing::WorkRow& row, const PutWork& how) override {
    return server_->put(shared_work(row), how);
  }
  Result<void> put(std::string_view project, std::string_view worktree,
                   const indexing::WorkMark& mark) override {
    return server_->put(project, worktree, mark);
  }
  Result<void> put_new(std::string_view project, std::string_view worktree,
                       std::span<const NewWork> works) override;
  Result<void> remove_work_mark(std::string_view project, std::string_view worktree,
                                std::string_view slug) override {
    return server_->remove_work_mark(project, worktree, slug);
  }
  Result<void> mark_work_missing(std::string_view project, std::string_view slug,
                                 std::string_view since) override {
    return server_->mark_work_missing(project, slug, since);
  }
  Result<void> remove_work(std::string_view project, std::string_view slug) override {
    return server_->remove_work(project, slug);
  }
  Result<void> set_usage(const std::vector<indexing::UsageRow>& rows) override {
    return server_->set_usage(rows);
  }
  Result<void> commit() override { return server_->commit(); }

 private:
  // What somebody said or wrote.
  std::string words(std::string_view text) const {
    return shares_words_ ? policy::redact(text) : std::string();
  }
  // The same as JSON, a text or a list.
  std::string list_of_words(const std::string& json) const {
    return shares_words_ ? scrub_lines(json).text : kNoList;
  }
  std::string payload(std::string_view json) const {
    return shares_words_ ? scrub_lines(json).text : payload_metadata(json);
  }
  indexing::DocumentRow shared_document(const indexing::DocumentRow& row) const {
    indexing::DocumentRow shared = row;
    shared.title = words(row.title);
    shared.body = words(row.body);
    return shared;
  }
  indexing::WorkRow shared_work(const indexing::WorkRow& row) const {
    indexing::WorkRow shared = row;
    shared.title = policy::redact(row.title);  // What a list of the team's work is made of.
    shared.description = words(row.description);
    shared.metadata = shares_words_ ? scrub_lines(row.metadata).text : std::string();
    return shared;
  }

  std::unique_ptr<indexing::Batch> server_;
  bool shares_words_;
};

Result<void> SharedBatch::put(const indexing::ProtocolRow& row) {
  indexing::ProtocolRow shared = row;
  shared.objective = words(row.objective);
  shared.key_decisions = words(row.key_decisions);
  shared.next_notes = words(row.next_notes);
  return server_->put(shared);
}

Result<void> SharedBatch::put(const indexing::SessionStateRow& row) {
  indexing::SessionStateRow shared = row;
  for (std::string indexing::SessionStateRow::*const member :
       {&indexing::SessionStateRow::working_memory, &indexing::SessionStateRow::hot_topics,
        &indexing::SessionStateRow::active_projects, &indexing::SessionStateRow::pending_tasks,
        &indexing::SessionStateRow::recent_learnings,
        &indexing::SessionStateRow::confidence_updates,
        &indexing::SessionStateRow::sop_interactions}) {
    shared.*member = list_of_words(row.*member);
  }
  return server_->put(shared);
}

Result<void> SharedBatch::put(const indexing::DocumentRow& row) {
  return shares_words_ ? server_->put(shared_document(row)) : Result<void>();
}

Result<void> SharedBatch::put_event_document(const indexing::DocumentRow& row) {
  return shares_words_ ? server_->put_event_document(shared_document(row)) : Result<void>();
}

Result<void> SharedBatch::put_event(const indexing::EventRow& row) {
  indexing::EventRow shared = row;
  const std::string text = payload(row.payload);
  shared.payload = text;
  return server_->put_event(shared);
}

Result<void> SharedBatch::put_log(const indexing::AgentLogRow& row) {
  indexing::AgentLogRow shared = row;
  const std::string content = words(row.content);
  const std::string text = row.payload.empty() ? std::string() : payload(row.payload);
  shared.content = content;
  shared.payload = text;
  return server_->put_log(shared);
}

Result<void> SharedBatch::put(const indexing::ViolationRow& row) {
  indexing::ViolationRow shared = row;
  shared.recovery = words(row.recovery);
  return server_->put(shared);
}

Result<void> SharedBatch::put(const indexing::DenialRow& row) {
  indexing::DenialRow shared = row;
  shared.message = words(row.message);
  shared.next_step = words(row.next_step);
  return server_->put(shared);
}

Result<void> SharedBatch::put(const indexing::MetricRow& row) {
  indexing::MetricRow shared = row;
  shared.fields = payload(row.fields);
  return server_->put(shared);
}

Result<void> SharedBatch::put_activity(std::string_view run,
                                       const std::optional<indexing::LastToolRow>& last) {
  if (!last) return server_->put_activity(run, last);
  indexing::LastToolRow shared = *last;
  shared.summary = words(last->summary);
  return server_->put_activity(run, shared);
}

// What a journal's earlier lines mean to later ones: names of phases and of work sessions, and
// whatever a line said of them.
Result<void> SharedBatch::put(const indexing::FileMark& mark) {
  indexing::FileMark shared = mark;
  if (!mark.carry.empty()) shared.carry = scrub_lines(mark.carry).text;
  return server_->put(shared);
}

Result<void> SharedBatch::put_new(std::string_view project, std::string_view worktree,
                                  std::span<const NewWork> works) {
  std::vector<indexing::WorkRow> rows;
  rows.reserve(works.size());
  std::vector<NewWork> shared;
  for (const NewWork& work : works) {
    rows.push_back(shared_work(*work.row));
    shared.push_back({&rows.back(), work.mark});
  }
  return server_->put_new(project, worktree, shared);
}

}  // namespace

std::unique_ptr<indexing::Batch> shared_batch(std::unique_ptr<indexing::Batch> server,
                                              model::FleetShare share) {
  return std::make_unique<SharedBatch>(std::move(server), share);
}

}  // namespace engine
