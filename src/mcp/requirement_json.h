// How requirements stand, as tools and the resource spell it.
#pragma once
#include <string>
#include <vector>

#include "base/json.h"
#include "engine/requirement.h"

namespace mcp {

// `names` alone where there are any.
base::Json requirements_json(const engine::RequirementStatus& status,
                             const std::vector<std::string>& names = {});

}  // namespace mcp
