#include "engine/requirement_verify.h"

#include "policy/requirement.h"

namespace engine {
namespace {

bool needs_a_session(const model::Requirement& rule) {
  switch (rule.type) {
    case model::RequirementType::blocking:
      return !policy::is_kept_at_root(rule.scope);
    case model::RequirementType::guard:
      return rule.guard == model::GuardType::single_session;
    case model::RequirementType::dynamic:
      return false;
  }
  return true;
}

}  // namespace

RequirementsVerdict verify_requirements(Workspace& workspace,
                                        const std::optional<RequirementSessionId>& session) {
  StatusQuestion question;
  question.session = session;
  RequirementStatus status = requirement_status(workspace, question);
  const model::Requirements rules = requirement_rules(workspace);
  RequirementsVerdict verdict;
  verdict.branch = std::move(status.branch);
  verdict.session = std::move(status.session);
  verdict.enabled = status.enabled;
  verdict.faults = std::move(status.faults);
  if (!verdict.enabled) return verdict;
  for (RequirementLine& line : status.lines) {
    const model::Requirement* const rule = rules.find(line.name);
    if (rule == nullptr || (!session && needs_a_session(*rule))) continue;
    if (line.standing == policy::name_of(policy::Standing::met)) {
      ++verdict.met;
    } else if (rule->enforcing == model::Enforcing::block) {
      verdict.unmet.push_back(std::move(line));
    } else {
      verdict.warned.push_back(std::move(line));
    }
  }
  return verdict;
}

}  // namespace engine
