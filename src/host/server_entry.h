// Our MCP server in a host's JSON file, and every other byte kept.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/json_text.h"
#include "host/standing.h"
#include "os/files.h"

namespace host {

inline constexpr std::string_view kServerName = "session-state";

// How an entry says that a program is started.
enum class ServerShape {
  plain,         // {"command": PROGRAM, "args": ["mcp"]}
  typed,         // The same with "type": "stdio".
  typed_local,   // The same with "type": "local", and all its tools.
  command_list,  // {"type": "local", "command": [PROGRAM, "mcp"], "enabled": true}
};

struct ServerDialect {
  std::string_view container = "mcpServers";  // The member that has the servers.
  ServerShape shape = ServerShape::plain;
  std::string hint;  // What to do about a file that is not as expected.
};

// What stands under our name in a file.
enum class ServerEntry {
  none,
  foreign,  // Another program.
  shared,   // Ours by its bare name, for everybody who has the file.
  own,      // Ours by its path, for this machine alone.
};
ServerEntry server_entry(const base::Json& document, const ServerDialect& dialect);

// What stands under our name in `servers`, the object of all of them. `where`: of several such
// objects in a file, which one.
void take_server(const base::Json& servers, ServerShape shape, std::string_view where,
                 Standing& standing);

// The entry as installing writes it.
base::Json new_server_entry(const os::Path& program, ServerShape shape);

// parse_error with the hint where the text is not JSON, or has something else in the place of
// servers.
base::Result<base::JsonText> parse_server_file(std::string text, const ServerDialect& dialect);

// The file with our server started as `program`; none given: a new file. What a person added to our
// entry stays. exists where the name is another program's.
base::Result<std::string> with_server(const std::optional<std::string>& text,
                                      const os::Path& program, const ServerDialect& dialect);
// The file without an entry of this kind. Nothing: the whole file was ours.
base::Result<std::optional<std::string>> without_server(std::string text, ServerEntry kind,
                                                        const ServerDialect& dialect);

// Removes what stands at `inner` and then the container `outer` where it has become empty and was
// made by us: such a one has whitespace inside. False: nothing is left of the document.
base::Result<bool> remove_with_container(base::JsonText& text, const base::JsonPath& inner,
                                         const base::JsonPath& outer);

}  // namespace host
