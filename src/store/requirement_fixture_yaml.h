// Files of cases for `req test`, YAML or JSON. See docs/format/requirement-tests.md.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/requirement_fixture.h"

namespace store {

// parse_error with file and line for anything that is not understood: a case that is left out
// would look like one that holds.
base::Result<std::vector<model::RequirementFixture>> parse_requirement_fixtures(
    std::string_view text, const std::string& file);

}  // namespace store
