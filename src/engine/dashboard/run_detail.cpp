#include "engine/dashboard/run_detail.h"

#include <nlohmann/json.hpp>

#include "engine/continuity.h"
#include "engine/dashboard/open_project.h"
#include "engine/dashboard/parts.h"
#include "engine/dashboard/run_agents.h"
#include "engine/history.h"
#include "engine/protocol_gates.h"
#include "engine/requirement_scene.h"
#include "engine/run_view.h"
#include "engine/stores.h"
#include "policy/mode.h"

namespace engine::dashboard {
namespace {

// The index is a moment behind: what the note says counts.
void put_note(Stores& stores, const model::Run& run, RunSummary& summary) {
  summary.host = run.host;
  summary.mode = run.mode.text();
  summary.version = run.version;
  if (run.protocol) {
    summary.phase = run.protocol->current_phase.text();
    summary.branch = run.protocol->branch;
  } else if (run.workflow) {
    summary.phase = run.workflow->phase.text();
  }
  summary.worktree = run.worktree.value_or("");
  summary.work = run.work_session.value_or("");
  summary.started_at = run.created_at;
  summary.heartbeat_at = run.heartbeat_at;
  summary.ended_at = run.ended_at.value_or("");
  summary.end_reason = run.end_reason.value_or("");
  const bool is_live = liveness(stores, run) == policy::Liveness::live;
  summary.health = run.ended_at ? RunHealth::ended : is_live ? RunHealth::live : RunHealth::idle;
}

void put_workflow(const model::OrchestratorWorkflow& workflow, RunDetail& detail) {
  detail.decisions = workflow.decisions;
  detail.verdicts = workflow.verdicts;
  for (const model::AgentInvocation& one : workflow.agent_history) {
    if (!one.handoff_to) continue;
    detail.handoffs.push_back({.at = one.completed_at.value_or(one.started_at),
                               .from = one.agent.text(),
                               .to = one.handoff_to->text(),
                               .text = one.handoff_reason});
  }
  for (const model::Handoff& one : workflow.pending_handoffs) {
    detail.handoffs.push_back({.at = one.created_at,
                               .from = one.from_agent.text(),
                               .to = one.to_agent.text(),
                               .text = one.reason.empty() ? one.context : one.reason});
  }
}

ProtocolDetail protocol_of(const model::Protocol& protocol) {
  ProtocolDetail detail{protocol, {}};
  for (const model::ProtocolGate gate : model::all_protocol_gates()) {
    detail.gates.push_back(outcome_of(protocol, gate));
  }
  return detail;
}

std::string pause_end(Stores& stores, const model::Run& run) {
  if (!run.pause) return "";
  const auto until = base::instant_from_iso(run.pause->until);
  return until.ok() && *until > stores.system.clock.now() ? run.pause->until : std::string();
}

// A run of a linked worktree is asked about the branch that is checked out there.
std::optional<Workspace> worktree_of(Workspace& workspace, const model::Run& run) {
  const std::string folder = run.worktree.value_or("");
  if (folder.empty() || os::Path(folder) == workspace.root()) return std::nullopt;
  auto opened = Workspace::open(workspace.system(), folder, Needs::requirements);
  if (!opened.ok() || !(opened->project() == workspace.project())) return std::nullopt;
  return *std::move(opened);
}

std::vector<RequirementLine> requirements_of(Workspace& workspace, const model::Run& run) {
  auto elsewhere = worktree_of(workspace, run);
  Workspace& place = elsewhere ? *elsewhere : workspace;
  const std::string session = session_of_run(place.stores(), run.id);
  const RequirementSessionId id{
      .id = session, .short_id = model::short_session_id(session), .run = run.id, .branch = {}};
  return requirement_status(place, {.session = id, .branch = {}, .all = false}).lines;
}

base::Result<model::Run> state_of(Workspace& workspace, const model::RunId& run,
                                  std::optional<std::int64_t> version) {
  if (!version) return get_state(workspace, run);
  // The journal has to be read from its beginning for any other.
  const auto now = view_state(workspace, run);
  if (now.ok() && (*now)->version == *version) return model::Run(**now);
  return state_at(workspace, run, *version);
}

RunSummary summary_of_run(Dashboard& dashboard, const RunPlace& place) {
  auto listed = run_summary(dashboard, place.run.text);
  RunSummary summary = listed.ok() ? *std::move(listed) : RunSummary{};
  summary.id = place.run.text;
  if (summary.short_id.empty()) summary.short_id = place.run.brief();
  if (summary.project.empty()) summary.project = place.project.id;
  if (summary.project_name.empty()) summary.project_name = place.project.name;
  return summary;
}

}  // namespace

void read_run(Workspace& workspace, const model::RunId& run, RunDetail& detail) {
  Stores& stores = workspace.stores();
  const auto view = stores.runs.view(run);
  if (!view.ok()) {
    detail.problem = workspace.keeps_runs()
                         ? view.error().message
                         : "This project has requirements alone, so that no state of runs is kept.";
    if (workspace.keeps_runs()) detail.run.health = RunHealth::broken;
    if (const auto head = stores.runs.head(run)) detail.versions = head->version;
    return;
  }
  const model::Run& note = **view;
  detail.is_readable = true;
  put_note(stores, note, detail.run);
  detail.versions = note.version;
  detail.paused_until = pause_end(stores, note);
  if (!note.ended_at) {
    detail.loosened = policy::loosened_by_nobody_known(note, stores.system.clock.now());
  }
  detail.feature = note.active_feature.value_or("");
  detail.task = note.active_task.value_or("");
  detail.agents = agents_of(note);
  if (note.workflow) put_workflow(*note.workflow, detail);
  if (note.protocol) detail.protocol = protocol_of(*note.protocol);
  if (!note.ended_at) detail.requirements = requirements_of(workspace, note);
  if (auto pins = view_pins(workspace, run); pins.ok()) detail.pins = *std::move(pins);
}

base::Result<RunDetail> run_detail(Dashboard& dashboard, const std::string& run) {
  TRY_ASSIGN(const RunPlace place, find_run_place(dashboard, run));
  RunDetail detail;
  detail.run = summary_of_run(dashboard, place);
  detail.versions = detail.run.version;
  auto workspace = open_project(dashboard, place.project, Needs::requirements);
  if (workspace.ok()) {
    read_run(*workspace, place.run, detail);
  } else {
    detail.problem = workspace.error().message;
  }
  add_usage(dashboard, place.run, detail.agents);
  return detail;
}

base::Result<base::JsonBox> run_state(Dashboard& dashboard, const std::string& run,
                                      std::optional<std::int64_t> version) {
  TRY_ASSIGN(OpenRun open, open_run(dashboard, run));
  TRY_ASSIGN(const model::Run state, state_of(open.workspace, open.run, version));
  return base::JsonBox(model::to_json(state));
}

base::Result<RunDiff> run_diff(Dashboard& dashboard, const std::string& run,
                               const DiffQuestion& question) {
  TRY_ASSIGN(OpenRun open, open_run(dashboard, run));
  TRY_ASSIGN(const model::Run after, state_of(open.workspace, open.run, question.to));
  RunDiff diff;
  diff.to = after.version;
  diff.from = question.from.value_or(diff.to - 1);
  // Before the first version there was nothing.
  base::Json before = base::Json::object();
  if (diff.from > 0) {
    TRY_ASSIGN(const model::Run earlier, state_of(open.workspace, open.run, diff.from));
    before = model::to_json(earlier);
  }
  diff.differences = state_differences(before, model::to_json(after));
  return diff;
}

}  // namespace engine::dashboard
