// Arguments against a tool's input schema, as far as our schemas go: type, required, properties,
// additionalProperties, enum, const, minimum and maximum, lengths, items. Other keywords of JSON
// Schema are for the client and pass.
#pragma once
#include <optional>
#include <string>

#include "base/json.h"

namespace mcp {

// Nothing where the value fits, else what is wrong with which argument: "tags[2]: not a string".
std::optional<std::string> schema_problem(const base::Json& schema, const base::Json& value);

}  // namespace mcp
