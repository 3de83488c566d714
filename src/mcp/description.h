// How what a server offers is spelled in MCP's lists and results.
#pragma once
#include "mcp/era.h"
#include "mcp/feature.h"

namespace mcp {

base::Json to_json(const ToolDescription& tool, Era era);
base::Json to_json(const PromptDescription& prompt);
// `uri_key` is "uri", or "uriTemplate" for a template.
base::Json to_json(const ResourceDescription& resource, const char* uri_key);
base::Json to_json(const ServerIdentity& identity);

base::Json to_json(ToolResult result, Era era);
base::Json to_json(const PromptResult& result);
base::Json to_json(const std::vector<ResourceContent>& contents);

}  // namespace mcp
