// The files of requirements as people change them: one value at a time, by the file's own text.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "engine/session.h"
#include "model/requirement.h"
#include "model/rule_finding.h"

namespace engine {

// Which file of the cascade.
enum class RuleLevel {
  user,     // ~/.claude/requirements.yaml
  project,  // .claude/requirements.yaml, for everybody who has the project
  local,    // .claude/requirements.local.yaml, for this machine
};

// Rules are a person's to change. mode_forbidden for an agent, in whose journal the attempt stands;
// the operator token goes before that.
base::Result<void> check_may_change_rules(Workspace& workspace, const SessionChoice& session);
// The same for a folder that is no project of ours yet.
base::Result<void> check_may_make_rules(os::System system, const SessionChoice& session);

struct RuleSetting {
  std::string key;  // "enabled", "thresholds.block"
  base::JsonBox value;
};
struct RuleChange {
  std::string name;  // Of the requirement.
  std::vector<RuleSetting> settings;
  RuleLevel level = RuleLevel::local;
};

// A change that can be made, and what it comes to.
struct RulePlan {
  os::Path file;   // As the cascade names it.
  os::Path place;  // Where links lead: what is written.
  bool is_new = false;
  std::string before;
  std::string after;  // Equal where there is nothing to change.
  std::uint32_t mode = 0644;
  std::string exclude_line;          // For git's exclude list; empty: none.
  std::vector<std::string> remarks;  // Why it changes less than one would think.
};
// not_found: no file names the requirement. invalid_value: the cascade would not understand it.
// parse_error, refused: see store/requirement_edit.h.
base::Result<RulePlan> plan_rule_change(Workspace& workspace, const RuleChange& change);
// version_conflict where somebody else changed the file in between. What was changed is told in the
// journal of the session, where there is one (B4-24).
base::Result<void> apply_rule_change(Workspace& workspace, const RuleChange& change,
                                     const RulePlan& plan, const SessionChoice& session);

// One value of a requirement, and where it stands.
struct RuleValue {
  std::string key;
  std::string value;
  std::string file;
  int line = 0;
  bool counts = true;  // No stronger file has it too.
};
// Weakest file first.
std::vector<RuleValue> rule_values(Workspace& workspace, const std::string& name);

// `req lint`
std::vector<model::RuleFinding> lint_rules(Workspace& workspace);

}  // namespace engine
