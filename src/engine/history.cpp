#include "engine/history.h"

#include "base/text.h"
#include "engine/operator.h"
#include "engine/run_view.h"
#include "engine/stores.h"
#include "policy/mode.h"
#include "store/run_history.h"

namespace engine {
namespace {

// What an undo may bring back: the work, not the powers. Everything that only the program or a
// person sets stays as it is now.
model::Run merged_with_past(const model::Run& now, model::Run past) {
  past.id = now.id;
  past.version = now.version;
  past.created_at = now.created_at;
  past.updated_at = now.updated_at;
  past.project = now.project;
  past.key_id = now.key_id;
  past.host = now.host;
  past.host_id = now.host_id;
  past.owner = now.owner;
  past.heartbeat_at = now.heartbeat_at;
  past.ended_at = now.ended_at;
  past.end_reason = now.end_reason;
  past.pause = now.pause;
  past.worktree = now.worktree;
  past.transcript_path = now.transcript_path;
  past.resumed_from = now.resumed_from;
  past.protocol_start_complete = now.protocol_start_complete;
  past.protocol_end_complete = now.protocol_end_complete;
  past.mode_history = now.mode_history;
  return past;
}

}  // namespace

base::Result<std::vector<VersionLine>> list_versions(Workspace& workspace,
                                                     const model::RunId& run) {
  TRY_ASSIGN(const auto lines, store::state_lines(workspace.stores().journal, run, 0));
  std::vector<VersionLine> versions;
  for (const store::StateLine& line : lines) {
    if (!line.voided) versions.push_back({line.version, line.at, line.actor, line.what});
  }
  return versions;
}

base::Result<model::Run> state_at(Workspace& workspace, const model::RunId& run,
                                  std::int64_t version) {
  return workspace.stores().runs.at_version(run, version);
}

base::Result<model::Run> undo(Workspace& workspace, const model::RunId& run,
                              std::optional<std::int64_t> to_version, const Caller& caller) {
  Stores& stores = workspace.stores();
  const policy::Asker asked_by = asker(workspace, caller);
  TRY_ASSIGN(const auto saved,
             stores.runs.update(run, {.actor = caller.actor, .what = "undo"},
                                [&](model::Run now) -> base::Result<model::Run> {
                                  const std::int64_t target = to_version.value_or(now.version - 1);
                                  if (target < 1 || target >= now.version) {
                                    return base::Error{base::Code::invalid_params,
                                                       "version " + std::to_string(target) +
                                                           " is not before version " +
                                                           std::to_string(now.version),
                                                       "`holdfast history` lists the versions."};
                                  }
                                  TRY_ASSIGN(model::Run past, stores.runs.at_version(run, target));
                                  const model::ModeName wanted = past.mode;
                                  model::Run merged = merged_with_past(now, std::move(past));
                                  merged.mode = now.mode;
                                  return policy::change_mode(
                                      std::move(merged),
                                      {.mode = wanted,
                                       .reason = "undo to version " + std::to_string(target),
                                       .actor = caller.actor,
                                       .asker = asked_by,
                                       .agents_may = stores.config.gate_agent_mode_change},
                                      stores.system.clock.now());
                                }));
  return saved.run;
}

base::Result<RecoveryOutcome> recover_session(Workspace& workspace, const model::RunId& run) {
  Stores& stores = workspace.stores();
  const auto repair = [&](std::optional<model::Run> restored,
                          const std::optional<store::HeadRecord>& head) {
    const bool has_witness = restored || head;
    model::Run next = restored ? *std::move(restored) : fresh_run(stores, run);
    // Without any witness of what the mode was, only the strictest is sure not to be weaker.
    model::ModeName mode = has_witness ? next.mode : model::ModeName(model::Mode::analysis);
    if (head) mode = policy::stricter(mode, model::ModeName(head->mode));
    if (mode.is(model::Mode::disabled)) mode = stores.config.gate_initial_mode;
    if (!(mode == next.mode)) {
      const std::string now = base::to_iso(stores.system.clock.now());
      next.mode_history.push_back({mode, now, "recovered", "system", {}});
      next.mode = mode;
    }
    return next;
  };
  TRY_ASSIGN(auto recovery, stores.runs.recover(run, repair));
  return RecoveryOutcome{std::move(recovery.run), recovery.restored_version,
                         recovery.set_aside.string()};
}

base::Result<model::RunId> find_run(Workspace& workspace, const std::string& text) {
  Stores& stores = workspace.stores();
  auto run = stores.aliases.resolve(text);
  if (run.ok() || run.error().code != base::Code::not_found) return run;
  // Some have nothing but a journal: those that were only ever denied, and all of a project that
  // has requirements alone.
  constexpr std::size_t kPrefixCharsMin = 6;
  std::vector<model::RunId> candidates;
  for (const model::RunId& id : stores.journal.list()) {
    if (text.size() >= kPrefixCharsMin && id.text.starts_with(base::to_lower(text))) {
      candidates.push_back(id);
    }
  }
  if (candidates.size() != 1) return run;
  return std::move(candidates.front());
}

VerifyOutcome verify_session(Workspace& workspace, const model::RunId& run) {
  Stores& stores = workspace.stores();
  VerifyOutcome outcome;
  outcome.run = run;
  const auto loaded = stores.runs.load(run);
  // Where no runs are kept there is only the journal to be whole.
  outcome.state_ok = loaded.ok() || !stores.project.opted_in;
  if (!outcome.state_ok) outcome.state_problem = loaded.error().message;
  // A bad note says nothing against its head record, which still witnesses the journal.
  const auto findings = stores.journal.verify(run, stores.runs.head(run));
  if (!findings.ok()) {
    outcome.journal_problems.push_back(findings.error().message);
  } else {
    for (const store::JournalFinding& finding : *findings) {
      const std::string where =
          finding.line == 0 ? "" : "line " + std::to_string(finding.line) + " ";
      (finding.fatal ? outcome.journal_problems : outcome.remarks)
          .push_back(where + finding.message);
    }
  }
  if (loaded.ok() && loaded->run.workflow) {
    for (const model::CompactionEntry& entry : loaded->run.workflow->compaction_history) {
      const auto history = stores.side_notes.read_history(run, entry);
      if (history.ok()) continue;
      const bool gone = history.error().code == base::Code::not_found;  // Retention took it.
      (gone ? outcome.remarks : outcome.journal_problems).push_back(history.error().message);
    }
  }
  return outcome;
}

}  // namespace engine
