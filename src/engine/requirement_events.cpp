#include "engine/requirement_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/gate_input.h"
#include "engine/head_note.h"
#include "engine/requirement_change.h"
#include "engine/requirement_journal.h"
#include "engine/requirement_metrics.h"
#include "policy/requirement_trigger.h"

namespace engine {

using base::Json;
using model::EventKind;

namespace {

using List = std::vector<const model::Requirement*>;

std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const model::Requirement* one : list) names.push_back(one->name);
  return names;
}

void add_context(model::HostReply& reply, const std::string& text) {
  if (!reply.context.empty()) reply.context += "\n";
  reply.context += text;
}

// How something came to be satisfied.
struct Cause {
  std::string by;      // "skill", "tool"
  std::string detail;  // Its name.
};

void satisfy(RequirementScene& scene, const model::RunId& run, const List& list, const Cause& cause,
             model::HostReply& reply) {
  const Json metadata{{cause.by, cause.detail}};
  const auto saved = save_satisfied(
      scene, {.requirements = list, .by = cause.by, .metadata = base::JsonBox(metadata)});
  const std::string names = base::join(names_of(list), ", ");
  if (!saved.ok()) {
    scene.add_fault(saved.error());
    // The end of the turn tries again (B4-5).
    note_requirement(scene.stores(), run, "hook",
                     {.action = "unsaved",
                      .names = names_of(list),
                      .branch = scene.head() ? scene.head()->branch : "",
                      .by = cause.by,
                      .detail = cause.detail});
    add_context(reply, fmt::format("Requirements not saved as satisfied: {} ({}). Run `req satisfy "
                                   "{}` if it stays so.",
                                   names, saved.error().message, base::join(names_of(list), " ")));
    return;
  }
  add_context(reply, fmt::format("✓ Satisfied by {}: {}", cause.detail, names));
  note_requirement(scene.stores(), run, "hook",
                   {.action = "satisfied",
                    .names = names_of(list),
                    .branch = scene.head() ? scene.head()->branch : "",
                    .by = cause.by,
                    .detail = cause.detail});
}

// Waits for the end of the turn: a failure until then takes it back (B4-12).
void set_pending(RequirementScene& scene, const List& list, const std::string& skill) {
  if (!scene.head()) return;
  auto updated = scene.branches().update(
      scene.head()->branch, [&](store::BranchDocument& document) -> base::Result<void> {
        for (const model::Requirement* one : list) {
          document.set_pending({one->name, one->scope, scene.session()}, skill, scene.now());
        }
        return {};
      });
  if (!updated.ok()) scene.add_fault(std::move(updated).error());
}

void follow_skill(RequirementScene& scene, const model::RunId& run, const std::string& skill,
                  model::HostReply& reply) {
  if (skill.empty()) return;
  const List list = model::satisfied_by_skill(scene.cascade(), skill);
  if (list.empty()) return;
  if (scene.cascade().satisfy_on == model::SatisfyMoment::turn_end) {
    set_pending(scene, list, skill);
  } else {
    satisfy(scene, run, list, {.by = "skill", .detail = skill}, reply);
  }
}

void drop_pending(RequirementScene& scene) {
  List pending;
  for (const model::Requirement& one : scene.cascade().list) {
    const model::RequirementRecord* const record = scene.view().find(one.name);
    if (record != nullptr && record->own && !record->own->pending.empty()) pending.push_back(&one);
  }
  if (pending.empty() || !scene.head()) return;
  auto updated = scene.branches().update(
      scene.head()->branch, [&](store::BranchDocument& document) -> base::Result<void> {
        for (const model::Requirement* one : pending) {
          document.drop_pending({one->name, one->scope, scene.session()}, scene.now());
        }
        return {};
      });
  if (!updated.ok()) scene.add_fault(std::move(updated).error());
}

bool asks_about_commands(const model::Requirement& requirement) {
  return std::any_of(requirement.triggers.begin(), requirement.triggers.end(),
                     [](const model::ToolMatch& match) { return match.tool == "Bash"; });
}

// Which single uses are over. A commit uses up what it triggers, and what edits trigger, since
// these are for the next commit; any other action what it triggers.
List used_up(RequirementScene& scene, const model::HostEvent& event,
             const policy::shell::Analysis& shell, bool has_committed) {
  List list;
  for (const model::Requirement& one : scene.cascade().list) {
    if (!one.enabled || one.scope != model::RequirementScope::single_use) continue;
    const bool is_meant = policy::is_meant(one.triggers, event.call, &shell);
    if (!is_meant && (!has_committed || asks_about_commands(one))) continue;
    const model::RequirementRecord* const record = scene.view().find(one.name);
    if (record != nullptr && record->own && record->own->satisfied) list.push_back(&one);
  }
  return list;
}

void consume(RequirementScene& scene, const model::RunId& run, const List& list,
             const std::string& by) {
  auto updated = scene.branches().update(
      scene.head()->branch, [&](store::BranchDocument& document) -> base::Result<void> {
        for (const model::Requirement* one : list) {
          document.consume({one->name, one->scope, scene.session()}, by, scene.now());
        }
        return {};
      });
  if (!updated.ok()) return scene.add_fault(std::move(updated).error());
  note_requirement(scene.stores(), run, "hook",
                   {.action = "consumed",
                    .names = names_of(list),
                    .branch = scene.head()->branch,
                    .by = "action",
                    .detail = by});
}

bool has_single_use(const model::Requirements& requirements) {
  return std::any_of(requirements.list.begin(), requirements.list.end(), [](const auto& one) {
    return one.enabled && one.scope == model::RequirementScope::single_use;
  });
}

// A command that succeeded.
void follow_command(RequirementScene& scene, const model::RunId& run,
                    const model::HostEvent& event) {
  if (!has_single_use(scene.cascade()) || !scene.head()) return;
  const policy::shell::Analysis shell = policy::shell::analyse(
      event.call.command,
      {.folder = event.folder.empty() ? scene.stores().project.root.native() : event.folder,
       .home = scene.stores().homes.home.native()});
  const bool may_commit = policy::may_move_head(shell);
  bool has_committed = false;
  if (may_commit) {
    const auto before = head_before(scene.stores(), run, event.call.id);
    has_committed = before && *before != scene.head()->commit;
  }
  if ((may_commit && !has_committed) || policy::only_tries(shell)) return;
  const List list = used_up(scene, event, shell, has_committed);
  if (!list.empty()) consume(scene, run, list, has_committed ? scene.head()->commit : "success");
}

List satisfied_by_tool(RequirementScene& scene, const model::HostEvent& event) {
  List list;
  std::optional<policy::shell::Analysis> shell;
  for (const model::Requirement& one : scene.cascade().list) {
    if (!one.enabled || one.satisfied_by_tools.empty()) continue;
    if (event.call.tool == "Bash" && !shell) {
      shell = policy::shell::analyse(event.call.command, {.folder = event.folder, .home = ""});
    }
    if (policy::is_meant(one.satisfied_by_tools, event.call, shell ? &*shell : nullptr)) {
      list.push_back(&one);
    }
  }
  return list;
}

void follow_tool(RequirementScene& scene, const model::RunId& run, const model::HostEvent& event,
                 model::HostReply& reply) {
  if (event.call.tool == "Bash") follow_command(scene, run, event);
  follow_skill(scene, run, event.call.skill, reply);
  const List by_tool = satisfied_by_tool(scene, event);
  if (!by_tool.empty()) {
    satisfy(scene, run, by_tool, {.by = "tool", .detail = event.call.tool}, reply);
  }
}

}  // namespace

std::string skill_of_prompt(std::string_view prompt) {
  constexpr std::size_t kNameMax = 200;
  prompt = base::trim(prompt.substr(0, 4096));
  if (!prompt.starts_with('/')) return "";
  prompt.remove_prefix(1);
  std::size_t length = 0;
  while (length < prompt.size() && !base::is_space(prompt[length])) ++length;
  const std::string_view name = prompt.substr(0, length);
  const bool is_name =
      !name.empty() && name.size() <= kNameMax && std::all_of(name.begin(), name.end(), [](char c) {
        return base::is_alnum(c) || c == '-' || c == '_' || c == ':' || c == '.';
      });
  return is_name ? std::string(name) : "";
}

void follow_requirements(RequirementScene& scene, const model::RunId& run,
                         const model::HostEvent& event, model::HostReply& reply) {
  if (event.kind == EventKind::session_end) {
    if (event.agent_id.empty()) end_requirements(scene, run);
    return;
  }
  if (!scene.is_on()) return;
  switch (event.kind) {
    case EventKind::session_start:
      if (event.agent_id.empty()) begin_requirements(scene, run, event, reply);
      return;
    case EventKind::prompt:
      return follow_skill(scene, run, skill_of_prompt(event.text), reply);
    case EventKind::after_tool:
      return follow_tool(scene, run, event, reply);
    case EventKind::tool_failed:
      if (scene.cascade().satisfy_on == model::SatisfyMoment::turn_end) drop_pending(scene);
      return;
    case EventKind::agent_stop:
      return follow_skill(scene, run, event.agent_type, reply);
    case EventKind::turn_end:
      check_turn_end(scene, run, event, reply);
      return update_metrics(scene, run, /*is_over=*/false);
    case EventKind::session_end:
    case EventKind::before_tool:
    case EventKind::permission_request:
    case EventKind::agent_start:
    case EventKind::before_compaction:
    case EventKind::after_compaction:
    case EventKind::other:
      return;
  }
}

}  // namespace engine
