// The end of a turn: what was triggered and is still open.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/cost_spent.h"
#include "engine/requirement_change.h"
#include "engine/requirement_events.h"
#include "engine/run_view.h"
#include "policy/requirement_call.h"
#include "store/requirement_session.h"

namespace engine {

using base::Json;

namespace {

using policy::JudgedRequirement;

std::vector<std::string> judged_names(const std::vector<JudgedRequirement>& list) {
  std::vector<std::string> names;
  for (const JudgedRequirement& one : list) names.push_back(one.requirement->name);
  return names;
}

// Skills of this turn that no failure took back (B4-12).
void settle_pending(RequirementScene& scene, const model::RunId& run) {
  if (scene.cascade().satisfy_on != model::SatisfyMoment::turn_end || !scene.head()) return;
  for (const model::Requirement& one : scene.cascade().list) {
    const model::RequirementRecord* const record = scene.view().find(one.name);
    if (!one.enabled || record == nullptr || !record->own || record->own->pending.empty()) continue;
    const std::string skill = record->own->pending;
    const auto saved = save_satisfied(
        scene,
        {.requirements = {&one}, .by = "skill", .metadata = base::JsonBox(Json{{"skill", skill}})});
    if (!saved.ok()) {
      scene.add_fault(saved.error());
      continue;
    }
    note_requirement(scene.stores(), run, "hook",
                     {.action = "satisfied",
                      .names = {one.name},
                      .branch = scene.head()->branch,
                      .by = "skill",
                      .detail = skill});
  }
}

// What a skill or tool satisfied and could not be saved, since the file was locked or the disk
// full.
struct Unsaved {
  std::string by;
  std::string detail;
};
std::map<std::string, Unsaved> unsaved_of(RequirementScene& scene, const model::RunId& run) {
  std::map<std::string, Unsaved> unsaved;
  read_recent(scene.stores(), run, kTurnBytes, [&](const model::JournalEvent& event) {
    const Json& payload = event.payload.get();
    if (event.kind != "requirement" || !payload.is_object()) return;
    const std::string action = base::text_at(payload, "action");
    const bool is_here = scene.head() && base::text_at(payload, "branch") == scene.head()->branch;
    const auto names = payload.find("names");
    if (names == payload.end() || !names->is_array()) return;
    for (const Json& name : *names) {
      if (!name.is_string()) continue;
      if (action == "unsaved" && is_here) {
        unsaved[name.get<std::string>()] = {base::text_at(payload, "by"),
                                            base::text_at(payload, "detail")};
      } else if (action == "satisfied" || action == "approved" || action == "cleared") {
        unsaved.erase(name.get<std::string>());
      }
    }
  });
  return unsaved;
}

void save_again(RequirementScene& scene, const model::RunId& run) {
  for (const auto& [name, unsaved] : unsaved_of(scene, run)) {
    const model::Requirement* const one = scene.cascade().find(name);
    if (one == nullptr || !one->enabled) continue;
    const auto saved =
        save_satisfied(scene, {.requirements = {one},
                               .by = unsaved.by,
                               .metadata = base::JsonBox(Json{{unsaved.by, unsaved.detail}})});
    if (!saved.ok()) return scene.add_fault(saved.error());
    note_requirement(scene.stores(), run, "hook",
                     {.action = "satisfied",
                      .names = {name},
                      .branch = scene.head()->branch,
                      .by = unsaved.by,
                      .detail = unsaved.detail});
  }
}

// On every branch that this session touched: changing the branch hides nothing (B4-11).
std::vector<JudgedRequirement> open_requirements(RequirementScene& scene) {
  std::vector<JudgedRequirement> open;
  for (const std::string& branch : scene.branches().branches_of(scene.session())) {
    for (const model::Requirement& one : scene.cascade().list) {
      if (!policy::is_asked_at_turn_end(one, scene.cascade().hooks)) continue;
      const model::RequirementRecord* const record = scene.view_of(branch).find(one.name);
      if (record == nullptr || !record->own || !record->own->triggered) continue;
      JudgedRequirement judged = scene.judge_on(branch, one);
      if (!judged.verdict.is_met() && one.enforcing == model::Enforcing::block) {
        open.push_back(std::move(judged));
      }
    }
  }
  return open;
}

bool is_lifted(RequirementScene& scene, const model::RunId& run) {
  Stores& stores = scene.stores();
  store::RequirementSession session(stores.system, scene.branches().folder(),
                                    scene.short_session());
  if (session.pause(stores.system.clock.now())) return true;
  if (!stores.project.opted_in) return false;
  const policy::GateState state = gate_state_of(stores, run);
  return state.paused || state.mode.is(model::Mode::disabled);
}

// What the journal says of this turn's holds, and of violations before.
struct Past {
  std::int64_t holds = 0;  // Since the last prompt.
  bool has_same_violation = false;
};

Past read_past(Stores& stores, const model::RunId& run, const std::vector<std::string>& names) {
  Past past;
  read_recent(stores, run, kRecentBytes, [&](const model::JournalEvent& event) {
    if (event.kind == "prompt") past.holds = 0;
    if (event.kind != "requirement") return;
    const Json& payload = event.payload.get();
    const auto action = payload.find("action");
    if (action == payload.end()) return;
    if (*action == "held") ++past.holds;
    const auto listed = payload.find("names");
    const bool is_same = listed != payload.end() && *listed == Json(names);
    if (*action == "stopped_unsatisfied" && is_same) past.has_same_violation = true;
  });
  return past;
}

}  // namespace

void check_turn_end(RequirementScene& scene, const model::RunId& run, const model::HostEvent& event,
                    model::HostReply& reply) {
  refresh_spent(scene.stores().system, scene.cascade());
  settle_pending(scene, run);
  save_again(scene, run);
  // Asked anew: what was settled is on file now.
  RequirementScene settled(scene.stores(), scene.session());
  const model::RequirementHooks& hooks = settled.cascade().hooks;
  if (!hooks.stop_verifies) return;
  const std::vector<JudgedRequirement> open = open_requirements(settled);
  for (const base::Error& fault : settled.faults()) scene.add_fault(fault);
  if (open.empty() || is_lifted(settled, run)) return;
  const std::vector<std::string> names = judged_names(open);
  const Past past = read_past(scene.stores(), run, names);
  const bool is_enough =
      event.was_held && (hooks.stop_max_blocks <= 1 || past.holds >= hooks.stop_max_blocks);
  RequirementNote note{.action = is_enough ? "stopped_unsatisfied" : "held",
                       .names = names,
                       .branch = open.front().facts.branch,
                       .by = "stop",
                       .detail = ""};
  if (is_enough) {
    // Once for each set: Stop comes at every turn (B4-10).
    if (!past.has_same_violation) note_requirement(scene.stores(), run, "hook", note);
    return;
  }
  if (hooks.stop_max_blocks < 1) return;
  note_requirement(scene.stores(), run, "hook", note);
  reply.hold = policy::stop_guide(open, settled.places());
}

}  // namespace engine
