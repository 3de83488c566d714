// One value of a YAML text, set where it stands. Private to store/: whoever asks reads the outcome
// again, since not every text of YAML is understood here.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace store {

enum class Spelling { yaml, json };

// `path` has one key at least. parse_error, refused.
base::Result<std::string> set_in_yaml(std::string_view text, const std::vector<std::string>& path,
                                      const base::Json& value, Spelling spelling);

}  // namespace store
