// Our MCP server in Claude Code's files: its entry in .mcp.json, and the leave to start it in the
// settings. Every other byte is kept.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/json_text.h"
#include "os/files.h"

namespace host::claude_code {

inline constexpr std::string_view kServerName = "session-state";

// What stands under our name in a .mcp.json.
enum class ServerEntry {
  none,
  foreign,  // Another program.
  shared,   // Ours by its bare name, for everybody who has the project.
  own,      // Ours by its path, for this machine alone.
};
ServerEntry server_entry(const base::Json& document);

// parse_error with a hint where the text is not JSON, or has something else in the place of
// servers.
base::Result<base::JsonText> parse_servers(std::string text);

// The file with our server started as `program`; none given: a new file. What a person added to our
// entry stays. exists where the name is another program's.
base::Result<std::string> with_our_server(const std::optional<std::string>& text,
                                          const os::Path& program);
// The file without an entry of this kind. Nothing: the whole file was ours.
base::Result<std::optional<std::string>> without_our_server(std::string text, ServerEntry kind);

// A settings file that lets the client start our server without asking; none given: a new file. The
// same bytes where a person has refused the server, or where there is no place for it.
base::Result<std::string> with_leave(const std::optional<std::string>& text);
// The file without it. Nothing: the whole file was ours.
base::Result<std::optional<std::string>> without_leave(std::string text);

}  // namespace host::claude_code
