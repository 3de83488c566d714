#include "model/requirement.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/names.h"

namespace model {
namespace {

constexpr NameTable<RequirementType, 3> kRequirementTypes{{{RequirementType::blocking, "blocking"},
                                                           {RequirementType::guard, "guard"},
                                                           {RequirementType::dynamic, "dynamic"}}};
constexpr NameTable<RequirementScope, 4> kScopes{{{RequirementScope::session, "session"},
                                                  {RequirementScope::branch, "branch"},
                                                  {RequirementScope::single_use, "single_use"},
                                                  {RequirementScope::permanent, "permanent"}}};
constexpr NameTable<GuardType, 3> kGuards{{{GuardType::protected_branch, "protected_branch"},
                                           {GuardType::single_session, "single_session"},
                                           {GuardType::unclaimed, "unclaimed"}}};
constexpr NameTable<Enforcing, 3> kEnforcing{
    {{Enforcing::observe, "observe"}, {Enforcing::warn, "warn"}, {Enforcing::block, "block"}}};

struct SkillMapping {
  std::string_view skill;
  std::string_view requirement;
};

// What users of the public framework know (S4-36, S4-100); files add to it.
constexpr std::array kDefaultMapping{
    SkillMapping{"arch-review", "commit_plan"},
    SkillMapping{"arch-review", "adr_reviewed"},
    SkillMapping{"arch-review", "tdd_planned"},
    SkillMapping{"arch-review", "solid_reviewed"},
    SkillMapping{"plan-review", "commit_plan"},
    SkillMapping{"plan-review", "adr_reviewed"},
    SkillMapping{"plan-review", "tdd_planned"},
    SkillMapping{"plan-review", "solid_reviewed"},
    SkillMapping{"pre-commit", "pre_commit_review"},
    SkillMapping{"requesting-code-review", "pre_commit_review"},
    SkillMapping{"quality-check", "pre_pr_review"},
    SkillMapping{"deep-review", "pre_pr_review"},
    SkillMapping{"v3-review", "pre_pr_review"},
    SkillMapping{"codex-review", "codex_reviewer"},
    SkillMapping{"brainstorming", "design_approved"},
    SkillMapping{"writing-plans", "plan_written"},
    SkillMapping{"writing-plans", "commit_plan"},
    SkillMapping{"test-driven-development", "tdd_planned"},
    SkillMapping{"systematic-debugging", "debugging_systematic"},
    SkillMapping{"verification-before-completion", "verification_evidence"},
};
constexpr std::string_view kFrameworkPlugin = "requirements-framework";

struct SkillName {
  std::string_view plugin;  // Empty where none is named.
  std::string_view name;
};

SkillName split_skill(std::string_view skill) {
  while (skill.starts_with('/')) skill.remove_prefix(1);
  const std::size_t colon = skill.find(':');
  if (colon == std::string_view::npos) return {"", skill};
  return {skill.substr(0, colon), skill.substr(colon + 1)};
}

// A name without a plugin means the skill of any plugin; with one, that plugin's alone.
bool is_same_skill(std::string_view configured, const SkillName& used) {
  const SkillName wanted = split_skill(configured);
  return !wanted.name.empty() && wanted.name == used.name &&
         (wanted.plugin.empty() || used.plugin.empty() || wanted.plugin == used.plugin);
}

bool is_mapped_by_default(const Requirement& requirement, const SkillName& used) {
  if (!used.plugin.empty() && used.plugin != kFrameworkPlugin) return false;
  return std::any_of(kDefaultMapping.begin(), kDefaultMapping.end(),
                     [&](const SkillMapping& mapping) {
                       return mapping.skill == used.name && mapping.requirement == requirement.name;
                     });
}

bool satisfies(const Requirement& requirement, const SkillName& used) {
  if (is_same_skill(requirement.resolving_skill, used)) return true;
  const auto& skills = requirement.satisfied_by;
  return std::any_of(skills.begin(), skills.end(),
                     [&](const std::string& skill) { return is_same_skill(skill, used); }) ||
         is_mapped_by_default(requirement, used);
}

}  // namespace

std::string_view name_of(RequirementType type) { return find_value(kRequirementTypes, type); }
std::string_view name_of(RequirementScope scope) { return find_value(kScopes, scope); }
std::string_view name_of(GuardType guard) { return find_value(kGuards, guard); }
std::string_view name_of(Enforcing enforcing) { return find_value(kEnforcing, enforcing); }
std::optional<RequirementType> requirement_type_from_name(std::string_view name) {
  return find_name(kRequirementTypes, name);
}
std::optional<RequirementScope> requirement_scope_from_name(std::string_view name) {
  return find_name(kScopes, name);
}
std::optional<GuardType> guard_type_from_name(std::string_view name) {
  return find_name(kGuards, name);
}
std::optional<Enforcing> enforcing_from_name(std::string_view name) {
  return find_name(kEnforcing, name);
}

const Requirement* Requirements::find(std::string_view name) const {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const Requirement& one) { return one.name == name; });
  return found == list.end() ? nullptr : &*found;
}

const std::vector<ToolMatch>& default_triggers() {
  static const std::vector<ToolMatch> triggers{{"Edit", ""}, {"Write", ""}, {"MultiEdit", ""}};
  return triggers;
}

std::vector<const Requirement*> satisfied_by_skill(const Requirements& requirements,
                                                   std::string_view skill) {
  std::vector<const Requirement*> found;
  const SkillName used = split_skill(skill);
  if (used.name.empty()) return found;
  for (const Requirement& requirement : requirements.list) {
    if (requirement.enabled && satisfies(requirement, used)) found.push_back(&requirement);
  }
  return found;
}

}  // namespace model
