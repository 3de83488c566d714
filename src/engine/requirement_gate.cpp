#include "engine/requirement_gate.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "policy/requirement_call.h"
#include "policy/requirement_trigger.h"
#include "policy/shell/analysis.h"
#include "store/requirement_session.h"

namespace engine {
namespace {

using policy::JudgedRequirement;

bool has_patterns(const model::Requirement& requirement) {
  return std::any_of(requirement.triggers.begin(), requirement.triggers.end(),
                     [](const model::ToolMatch& match) { return !match.pattern.empty(); });
}

std::string quoted_names(const std::vector<JudgedRequirement>& list) {
  std::vector<std::string> names;
  for (const JudgedRequirement& one : list) names.push_back("'" + one.requirement->name + "'");
  return base::join(names, ", ");
}

// The author's own short words where there are some.
std::string what_is_missing(const JudgedRequirement& judged, const policy::MessagePlaces& places) {
  constexpr std::size_t kBytesMax = 200;
  std::string own = policy::fill_in(judged.requirement->short_message, judged, places);
  while (own.ends_with('.') || own.ends_with('\n')) own.pop_back();
  if (!own.empty()) return std::string(base::clip_utf8(own, kBytesMax));
  if (judged.verdict.standing != policy::Standing::unmet) return policy::reason_of(judged);
  switch (judged.requirement->scope) {
    case model::RequirementScope::session:
      return "Nobody satisfied it in this session";
    case model::RequirementScope::branch:
      return "Nobody satisfied it on this branch";
    case model::RequirementScope::single_use:
      return "It is needed anew for each use";
    case model::RequirementScope::permanent:
      return "Nobody satisfied it in this repository";
  }
  return "";
}

model::GateDecision denial(const policy::GateInput& input,
                           const std::vector<JudgedRequirement>& blocking,
                           const policy::MessagePlaces& places) {
  const JudgedRequirement& first = blocking.front();
  model::GateDecision decision;
  decision.allowed = false;
  decision.message =
      blocking.size() == 1
          ? fmt::format(
                "Requirement {} is {}. Blocking {}.", quoted_names(blocking),
                first.verdict.standing == policy::Standing::unmet ? "not satisfied" : "not met",
                input.call.tool)
          : fmt::format("{} requirements are not met. Blocking {}.", blocking.size(),
                        input.call.tool);
  decision.missing = blocking.size() == 1 ? what_is_missing(first, places) + "."
                                          : "Not met: " + quoted_names(blocking) + ".";
  decision.next_step = fmt::format("Run `{}`.", policy::way_out(*first.requirement));
  decision.source = first.requirement->source;
  decision.guide = policy::denial_guide(blocking, places);
  return decision;
}

}  // namespace

// A pattern is held against what the command would run, which the gate itself needs to know only
// for commands that may write.
std::vector<const model::Requirement*> RequirementGate::meant_by(const policy::GateInput& input) {
  std::vector<const model::Requirement*> meant;
  std::optional<policy::shell::Analysis> own;
  for (const model::Requirement& requirement : scene_.cascade().list) {
    if (!requirement.enabled) continue;
    const policy::shell::Analysis* shell = input.shell;
    if (shell != nullptr && shell->calls.empty() && has_patterns(requirement)) {
      if (!own) {
        own = policy::shell::analyse(input.call.command,
                                     {.folder = scene_.stores().project.root.native(),
                                      .home = scene_.stores().homes.home.native()});
      }
      shell = &*own;
    }
    if (policy::is_meant(requirement.triggers, input.call, shell)) meant.push_back(&requirement);
  }
  return meant;
}

std::optional<model::GateDecision> RequirementGate::check(const policy::GateInput& input) {
  if (!scene_.is_on()) return std::nullopt;
  std::vector<const model::Requirement*> meant = meant_by(input);
  if (meant.empty() || policy::is_never_gated(input.call, input.targets, input.shell)) {
    return std::nullopt;
  }
  if (before_asking_) before_asking_();
  scene_.about(&input);
  const policy::CallVerdict said = policy::ask_about_call(
      meant, [this](const model::Requirement& requirement) { return scene_.judge(requirement); });
  scene_.about(nullptr);
  triggered_ = said.triggered;
  unmet_ = said.unmet;
  warning_ = policy::warning_text(said.warning);
  if (said.blocking.empty()) return std::nullopt;
  store::RequirementSession session(scene_.stores().system, scene_.branches().folder(),
                                    scene_.short_session());
  is_paused_ = session.pause(scene_.stores().system.clock.now()).has_value();
  if (is_paused_) return std::nullopt;
  return denial(input, said.blocking, scene_.places());
}

std::vector<std::string> RequirementGate::mark_triggered() {
  std::vector<const model::Requirement*> fresh;
  for (const model::Requirement* requirement : triggered_) {
    const model::RequirementRecord* const record = scene_.view().find(requirement->name);
    const bool is_marked = record != nullptr && record->own && record->own->triggered;
    if (!is_marked) fresh.push_back(requirement);
  }
  std::vector<std::string> names;
  if (fresh.empty() || !scene_.head() || scene_.view().read_only) return names;
  auto updated = scene_.branches().update(
      scene_.head()->branch, [&](store::BranchDocument& document) -> base::Result<void> {
        for (const model::Requirement* requirement : fresh) {
          document.trigger({requirement->name, requirement->scope, scene_.session()}, scene_.now());
        }
        return {};
      });
  if (!updated.ok()) {
    scene_.add_fault(std::move(updated).error());
    return names;
  }
  for (const model::Requirement* requirement : fresh) names.push_back(requirement->name);
  return names;
}

}  // namespace engine
