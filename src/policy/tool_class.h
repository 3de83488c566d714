// What kind of tool a call uses, by its name: the classes of the gate's decision table.
#pragma once
#include <span>
#include <string_view>

#include "model/config.h"

namespace policy {

// Changes nothing: S0-61's six and what the configuration adds. Wildcards in the list match.
bool is_readonly_tool(std::string_view tool, const model::Config& config);
// Our own MCP tools, which repair what the gate complains of. Always allowed. A server's name alone
// tells nothing: anybody's may be called "brain".
bool is_own_tool(std::string_view tool);
// The names of all tools that our server offers, sorted.
std::span<const std::string_view> own_tool_names();
// A tool of some MCP server: "mcp__server__tool".
bool is_server_tool(std::string_view tool);
// Of a server's tool, whether its own name says that it only looks: `read_file`, `listDirectory`.
bool only_looks_by_name(std::string_view tool);
// Of a server's tool, whether its name says that a folder would go with all that is in it.
bool takes_trees_by_name(std::string_view tool);
// Serena's tools, allowed while the start protocol is not complete.
bool is_memory_server_tool(std::string_view tool);
// Changes the file it names: Write, Edit, MultiEdit, NotebookEdit.
bool is_file_writing_tool(std::string_view tool);
// Which tools' files are guarded: those that change files, and of foreign servers all that are not
// plainly for looking.
bool may_change_files(std::string_view tool, const model::Config& config);
// Changes the memory it names: Serena's write, edit, delete and rename.
bool is_memory_writing_tool(std::string_view tool);

// One plain command that only looks: `ls …` or `git status|log|diff|show|rev-parse|ls-files …`
// without any character that a shell reads, and without an option that writes a file.
bool is_plain_looking_command(std::string_view command);

}  // namespace policy
