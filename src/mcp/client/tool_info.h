// A tool of a server, as its list describes it.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace mcp::client {

// An argument that goes into a header too (`x-mcp-header`), so that proxies can route by it.
struct HeaderArgument {
  std::vector<std::string> path;  // Of properties, from the arguments' object down.
  std::string header;             // "Mcp-Param-Region"
};

struct ToolInfo {
  std::string name;
  std::string description;
  base::JsonBox input_schema;  // As it came; nothing that it refers to is ever fetched.
  std::vector<HeaderArgument> header_arguments;

  // Whether the schema has such a property.
  bool takes(const std::string& argument) const;
};

// parse_error where it has no name or no schema, or names headers in a way that the protocol
// forbids: such a tool is not to be used.
base::Result<ToolInfo> tool_from_json(const base::Json& json);

// The headers for these arguments; what is absent or null has none.
std::vector<std::pair<std::string, std::string>> headers_for(const ToolInfo& tool,
                                                             const base::Json& arguments);

}  // namespace mcp::client
