// Changes of a requirements file by its text: a value is set, and every other byte (comments,
// order, quotes) stays. What the change comes to is read again before it is handed out.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace store {

struct RequirementSetting {
  std::vector<std::string> path;  // {"requirements", "commit_plan", "enabled"}
  base::JsonBox value;
};

// The text with these values. What is missing on the way (key, requirement, section) is added in
// the file's own indentation; an empty text gets all of it. `file` tells YAML from JSON by its
// name. parse_error: it cannot be read. refused: the value cannot be set without touching others,
// such as those that repeat it by an alias.
base::Result<std::string> with_requirement_settings(
    std::string_view text, std::string_view file, const std::vector<RequirementSetting>& settings);

// A value as it stands in a file, for people; lists and mappings in the spelling of JSON.
struct SourcedValue {
  std::string key;  // "thresholds.block"
  std::string value;
  std::string file;
  int line = 0;
};
// The values that a file has for a requirement, in its order; none where it cannot be read.
// `section` is the block that holds the document; empty: the file is it.
std::vector<SourcedValue> values_in_file(std::string_view text, const std::string& file,
                                         std::string_view section, std::string_view requirement);

}  // namespace store
