// JSON schemas of tools, declared tersely: what a list of them costs, every conversation pays.
#pragma once
#include <initializer_list>
#include <string_view>

#include "base/json.h"

namespace mcp {

struct InputField {
  const char* name;
  const char* type;              // "string", "boolean", "integer", "object", "strings"; "string?"
  const char* description = "";  // Empty where the name says it.
  bool required = false;
  std::initializer_list<const char*> values = {};  // The only ones allowed.
};
base::JsonBox input_schema(std::initializer_list<InputField> fields);

// The types of the members alone; "string?" may also be null.
struct OutputField {
  const char* name;
  std::string_view type;
};
base::JsonBox output_schema(std::initializer_list<OutputField> fields);

// The optional argument that every tool takes; declared where the documents name it.
inline constexpr InputField kSessionField{"session_id", "string"};

}  // namespace mcp
