// Our MCP server in Claude Code's files: its entry in .mcp.json, and the leave to start it in the
// settings. Every other byte is kept.
#pragma once
#include <optional>
#include <string>

#include "host/server_entry.h"

namespace host::claude_code {

// host/server_entry.h in the form of a .mcp.json.
ServerEntry server_entry(const base::Json& document);
base::Result<base::JsonText> parse_servers(std::string text);
base::Result<std::string> with_our_server(const std::optional<std::string>& text,
                                          const os::Path& program);
base::Result<std::optional<std::string>> without_our_server(std::string text, ServerEntry kind);

// A settings file that lets the client start our server without asking; none given: a new file. The
// same bytes where a person has refused the server, or where there is no place for it.
base::Result<std::string> with_leave(const std::optional<std::string>& text);
// The file without it. Nothing: the whole file was ours.
base::Result<std::optional<std::string>> without_leave(std::string text);

}  // namespace host::claude_code
