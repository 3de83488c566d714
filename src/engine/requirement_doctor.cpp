#include "engine/requirement_doctor.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/requirement_scene.h"
#include "policy/pattern.h"
#include "store/branch_view.h"
#include "store/requirement_config.h"
#include "store/trust.h"

namespace engine {
namespace {

constexpr const char* kRequirementSubject = "requirements";

std::string place_of(const model::ConfigProblem& problem) {
  return fmt::format("{}:{}: {}", problem.file, problem.line, problem.message);
}

std::string place_of(const model::Requirement& requirement) {
  return fmt::format("{}:{}: {}", requirement.source.file, requirement.source.line,
                     requirement.name);
}

void examine_files(const model::Requirements& rules, Examination& examination) {
  for (const model::ConfigProblem& problem : rules.problems) {
    examination.remark(kRequirementSubject, place_of(problem),
                       "Correct the file; until then it counts for nothing.");
  }
  for (const model::ConfigProblem& unused : rules.unused) {
    examination.remark(kRequirementSubject, place_of(unused), "This version does not act on it.");
  }
  const auto enabled = std::count_if(rules.list.begin(), rules.list.end(),
                                     [](const auto& one) { return one.enabled; });
  if (!rules.files.empty()) {
    examination.good(kRequirementSubject,
                     fmt::format("{} of {} enabled, from {} file{}", enabled, rules.list.size(),
                                 rules.files.size(), rules.files.size() == 1 ? "" : "s"));
  }
  if (!rules.enabled) {
    examination.remark(kRequirementSubject, "`enabled: false` switches all of them off",
                       "Set it to true to have them asked.");
  }
}

void examine_rule(Stores& stores, const model::Requirement& requirement, Examination& examination) {
  for (const auto* list : {&requirement.triggers, &requirement.satisfied_by_tools}) {
    for (const model::ToolMatch& match : *list) {
      if (match.pattern.empty()) continue;
      const auto compiled = policy::Pattern::compile(match.pattern);
      if (compiled.ok()) continue;
      examination.remark(kRequirementSubject,
                         place_of(requirement) + ": " + compiled.error().message,
                         "Correct the pattern; until then it matches nothing.");
    }
  }
  if (!requirement.calculation.empty() &&
      !store::Trust(stores.system, stores.homes, stores.project.id).is_given()) {
    examination.remark(kRequirementSubject,
                       place_of(requirement) + ": its program `" + requirement.calculation.front() +
                           "` is not run, since the project is not trusted",
                       "`holdfast trust` lets the project's commands run.");
  }
  if (!requirement.deprecated.empty()) {
    examination.remark(kRequirementSubject,
                       place_of(requirement) + " is deprecated: " + requirement.deprecated,
                       "Take it out of the file.");
  }
}

void examine_state(RequirementScene& scene, Examination& examination) {
  const auto names = scene.stores().system.files.list(scene.branches().folder());
  if (!names.ok()) return;
  for (const std::string& name : *names) {
    const os::Path file = scene.branches().folder() / name;
    if (name.find(".corrupt-") != std::string::npos) {
      examination.remark(kRequirementSubject, file.string() + " was set aside",
                         "Look at what it holds, then delete it.");
    }
    if (!name.ends_with(".json") || name.starts_with('.')) continue;
    const auto bytes = scene.stores().system.files.read(file, {.follow_links = false});
    const auto view = bytes.ok() ? store::read_branch_view(*bytes, "")
                                 : base::Result<store::BranchFileView>(bytes.error());
    if (!view.ok()) {
      examination.problem(kRequirementSubject, file.string() + ": " + view.error().message,
                          "The next change sets the file aside and begins a new one.");
    } else if (view->view.read_only) {
      examination.remark(kRequirementSubject, file.string() + " is of a version not understood",
                         "It is read-only here; a newer Holdfast may know it.");
    }
  }
}

}  // namespace

void examine_requirements(Stores& stores, Examination& examination) {
  RequirementScene scene(stores, "");
  const model::Requirements& rules = scene.cascade();
  examine_files(rules, examination);
  for (const model::Requirement& requirement : rules.list) {
    if (requirement.enabled) examine_rule(stores, requirement, examination);
  }
  if (are_requirements_skipped(stores.system)) {
    examination.remark(kRequirementSubject, "CLAUDE_SKIP_REQUIREMENTS is set",
                       "Unset it to have them asked.");
  }
  if (stores.project.common_dir.empty()) {
    if (!rules.list.empty()) {
      examination.remark(kRequirementSubject, "this folder is not in git, so they are off",
                         "`git init` makes it one.");
    }
    return;
  }
  examine_state(scene, examination);
}

std::vector<Finding> check_requirements_health(Workspace& workspace) {
  Examination examination(/*fix=*/false);
  examine_requirements(workspace.stores(), examination);
  return examination.take();
}

}  // namespace engine
