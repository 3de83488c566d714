// The table of configuration keys: one row a key, shared by the YAML reader and the cache.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config.h"

namespace store {

struct ConfigKey {
  std::string_view name;   // "gate.absent"
  std::string_view takes;  // "create or deny", for messages.
  bool is_list = false;
  // Sets the value; false where it is not one of those allowed. A list comes item by item, joined
  // by newlines.
  bool (*set)(model::Config& config, std::string_view value);
};

const std::vector<ConfigKey>& config_keys();
const ConfigKey* find_config_key(std::string_view name);

// Sections of the specification that this version reads nothing of yet.
bool is_section_of_later_versions(std::string_view section);
// Keys of a person's own settings file (store/user_config.h), which a project has no say in: it
// would send that person's writes wherever it likes.
bool is_personal_key(std::string_view name);
// `requirements`: store/requirement_config reads it and says what is wrong in it.
bool is_section_of_another_reader(std::string_view section);

// YAML 1.1 spells booleans in many ways, in any case. Nothing for what is none.
std::optional<bool> to_flag(std::string_view value);
// A path inside the project: not absolute, no way up.
bool is_inside(std::string_view path);

}  // namespace store
