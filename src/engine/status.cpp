#include "engine/status.h"

#include <nlohmann/json.hpp>

#include "engine/continuity.h"
#include "engine/cost_spent.h"
#include "engine/fleet_lag.h"
#include "engine/gate.h"
#include "engine/handoff_packet.h"
#include "engine/requirement_journal.h"
#include "engine/requirement_scene.h"
#include "engine/run_view.h"
#include "engine/stores.h"
#include "engine/stray_calls.h"
#include "engine/taken_away.h"
#include "policy/mode.h"
#include "store/fleet_mark.h"

namespace engine {
namespace {

void fill_from_run(Stores& stores, const model::Run& run, Status& status) {
  status.mode = run.mode.text();
  status.version = run.version;
  const bool live = liveness(stores, run) == policy::Liveness::live;
  status.health = run.ended_at ? RunHealth::ended : live ? RunHealth::live : RunHealth::idle;
  const bool started = model::is_active(run.protocol);
  status.protocol = !is_protocol_enabled(stores, started) ? "off"
                    : run.protocol_start_complete         ? "complete"
                                                          : "incomplete";
  if (run.pause) {
    const auto until = base::instant_from_iso(run.pause->until);
    if (until.ok() && *until > stores.system.clock.now()) status.paused_until = run.pause->until;
  }
  for (std::string& clause : policy::loosened_by_nobody_known(run, stores.system.clock.now())) {
    status.faults.push_back(std::move(clause));
  }
  status.work_session = run.work_session.value_or("");
  status.active_feature = run.active_feature.value_or("");
  status.active_task = run.active_task.value_or("");
  if (!run.workflow) return;
  if (run.workflow->active_agent) status.active_agent = run.workflow->active_agent->text();
  status.decisions = run.workflow->decisions.size();
  status.verdicts = run.workflow->verdicts.size();
}

void fill_requirements(Stores& stores, const model::RunId& run, Status& status) {
  RequirementScene scene(stores, session_of_run(stores, run));
  if (!scene.is_on()) return;
  for (const model::Requirement& one : scene.cascade().list) {
    if (!one.enabled) continue;
    const policy::JudgedRequirement judged = scene.judge(one);
    if (judged.verdict.is_met()) {
      ++status.requirements_met;
    } else {
      status.requirements_open.push_back(one.name + ": " + policy::reason_of(judged));
    }
  }
  for (const model::ConfigProblem& problem : scene.cascade().problems) {
    status.faults.push_back(problem.file + ":" + std::to_string(problem.line) + ": " +
                            problem.message);
  }
  for (const base::Error& fault : scene.faults()) status.faults.push_back(fault.message);
}

// What went wrong when the session was last captured or restored; empty where nothing did.
std::string last_continuity_fault(Stores& stores, const model::RunId& run) {
  std::string fault;
  read_recent(stores, run, kTurnBytes, [&](const model::JournalEvent& event) {
    const bool concerns = event.kind == "session_start" || event.kind == "prompt" ||
                          event.kind == "turn_end" || event.kind == "before_compaction";
    if (!concerns) return;
    const auto found = event.payload.get().find("continuity_fault");
    const bool is_there = found != event.payload.get().end() && found->is_string();
    fault = is_there ? found->get<std::string>() : "";
  });
  return fault;
}

void fill_continuity(Workspace& workspace, const model::RunId& run, Status& status) {
  if (!workspace.config().continuity.enabled) return;
  if (const auto pins = view_pins(workspace, run); pins.ok()) {
    status.pins = pins->size();
  } else {
    status.faults.push_back(pins.error().message);
  }
  if (std::string fault = last_continuity_fault(workspace.stores(), run); !fault.empty()) {
    status.faults.push_back("continuity: " + std::move(fault));
  }
  const auto packets = list_packets(workspace, {.with_accepted = false, .ask_git = false});
  if (packets.ok()) status.waiting_handoffs = packets->size();
}

void fill_fleet(Stores& stores, Status& status) {
  if (!store::has_fleet_mark(stores.system.files, stores.homes)) return;
  std::string failure = failure_in_words(store::load_fleet_push(stores.system, stores.homes));
  if (!failure.empty()) status.faults.push_back("the team's server: " + std::move(failure));
}

}  // namespace

Status status_of(Workspace& workspace, const model::RunId& run) {
  Stores& stores = workspace.stores();
  Status status;
  status.run = run;
  const auto loaded = stores.runs.load(run);
  if (loaded.ok()) {
    fill_from_run(stores, loaded->run, status);
  } else {
    status.health = RunHealth::broken;
    status.problem = loaded.error().message;
    status.mode = "unknown";
  }
  constexpr std::size_t kDenialsMax = 100000;
  const auto denied =
      past_decisions(workspace, {.run = run, .denied_only = true, .limit = kDenialsMax});
  if (denied.ok()) status.denials = denied->size();
  if (std::string stray = words_of(kept_strays(stores, run)); !stray.empty()) {
    status.faults.push_back(std::move(stray));
  }
  fill_requirements(stores, run, status);
  fill_continuity(workspace, run, status);
  SpentView spent = spent_view(stores.system, session_of_run(stores, run));
  status.cost = std::move(spent.cost);
  status.faults.insert(status.faults.end(), spent.warnings.begin(), spent.warnings.end());
  for (const model::ConfigProblem& problem : stores.config.problems) {
    status.faults.push_back(problem.file + ":" + std::to_string(problem.line) + ": " +
                            problem.message);
  }
  fill_fleet(stores, status);
  if (const auto taken = taken_away(stores)) {
    status.faults.push_back(taken_text(*taken, stores.project.main_root));
  }
  if (stores.system.environment.text("HOLDFAST_GATE") == "off") {
    status.faults.push_back("the gate is switched off by HOLDFAST_GATE=off");
  }
  return status;
}

}  // namespace engine
