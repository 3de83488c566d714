#include <algorithm>

#include "engine/requirement.h"
#include "engine/requirement_scene.h"
#include "engine/session_liveness.h"
#include "store/requirement_session.h"

namespace engine {
namespace {

RequirementLine line_of(const policy::JudgedRequirement& judged) {
  const model::Requirement& requirement = *judged.requirement;
  RequirementLine line;
  line.name = requirement.name;
  line.description = requirement.description;
  line.type = model::name_of(requirement.type);
  line.scope = model::name_of(requirement.scope);
  line.enforced = model::name_of(requirement.enforcing);
  line.standing = policy::name_of(judged.verdict.standing);
  line.enabled = requirement.enabled;
  line.stop_only = requirement.stop_only;
  line.way_out = policy::way_out(requirement);
  line.source = requirement.source;
  if (!judged.verdict.is_met()) line.why = policy::reason_of(judged);
  if (judged.verdict.by) {
    line.satisfied_by = judged.verdict.by->satisfied_by;
    line.satisfied_at = judged.verdict.by->satisfied_at;
    line.expires_at = judged.verdict.by->expires_at;
  }
  const model::RequirementRecord* const record = judged.facts.record;
  line.triggered = record != nullptr && record->own && record->own->triggered;
  return line;
}

std::string pause_words(RequirementScene& scene) {
  store::RequirementSession session(scene.stores().system, scene.branches().folder(),
                                    scene.short_session());
  const auto pause = session.pause(scene.stores().system.clock.now());
  if (!pause) return "";
  std::string text = pause->until.empty() ? "until `req resume`" : "until " + pause->until;
  if (!pause->reason.empty()) text += " (" + pause->reason + ")";
  return text;
}

}  // namespace

model::Requirements requirement_rules(Workspace& workspace) {
  return RequirementScene(workspace.stores(), "").cascade();
}

RequirementStatus requirement_status(Workspace& workspace, const StatusQuestion& question) {
  Stores& stores = workspace.stores();
  RequirementScene scene(stores, question.session ? question.session->id : "");
  RequirementStatus status;
  status.enabled = scene.cascade().enabled && !are_requirements_skipped(stores.system);
  status.problems = scene.cascade().problems;
  status.unused = scene.cascade().unused;
  if (question.session) status.session = question.session->short_id;
  if (scene.head()) status.branch = question.branch.value_or(scene.head()->branch);
  if (status.branch.empty()) {
    status.faults.push_back("not in a git repository: requirements are off here");
    return status;
  }
  status.file = scene.branches().file_of(status.branch).native();
  status.read_only = scene.view_of(status.branch).read_only;
  if (question.session) status.paused = pause_words(scene);
  for (const model::Requirement& one : scene.cascade().list) {
    if (!one.enabled && !question.all) continue;
    status.lines.push_back(line_of(scene.judge_on(status.branch, one)));
  }
  for (const store::RegistryEntry& entry : live_neighbours(stores, scene.session())) {
    status.neighbours.push_back(entry.key + (entry.branch.empty() ? "" : " on " + entry.branch));
  }
  for (const base::Error& fault : scene.faults()) status.faults.push_back(fault.message);
  return status;
}

std::vector<LiveSession> live_sessions(Workspace& workspace) {
  Stores& stores = workspace.stores();
  store::SessionRegistry registry(stores.system, stores.homes);
  std::vector<LiveSession> sessions;
  for (const store::RegistryEntry& entry : registry.list()) {
    if (is_gone(stores.system, entry)) continue;
    sessions.push_back({.key = entry.key,
                        .project = entry.project_dir,
                        .branch = entry.branch,
                        .pid = entry.ppid,
                        .started_at = entry.started_at,
                        .last_active = entry.last_active,
                        .is_here = os::Path(entry.project_dir) == stores.project.root});
  }
  std::stable_sort(sessions.begin(), sessions.end(),
                   [](const auto& a, const auto& b) { return a.last_active > b.last_active; });
  return sessions;
}

}  // namespace engine
