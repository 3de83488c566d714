// A first file of requirements: `req init`.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "engine/installation.h"
#include "engine/requirement_rules.h"

namespace engine {

// "strict", "relaxed", "minimal", "advanced", "inherit"
std::vector<std::string_view> requirement_presets();
// A whole file, with comments. invalid_params for what is no preset.
base::Result<std::string> requirement_preset(std::string_view name);

struct RequirementInit {
  os::Path start;
  std::string preset;
  RuleLevel level = RuleLevel::project;
  bool overwrites = false;
};
// What to write, for apply_plan. exists where a file is there that may not be overwritten.
base::Result<InstallPlan> plan_requirement_init(os::System system, const RequirementInit& request);

}  // namespace engine
