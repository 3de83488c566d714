// What kind of tool a call uses, by its name: the classes of the gate's decision table.
#pragma once
#include <string_view>

#include "model/config.h"

namespace policy {

// Changes nothing: S0-61's six and what the configuration adds. Wildcards in the list match.
bool is_readonly_tool(std::string_view tool, const model::Config& config);
// Our own MCP tools, which repair what the gate complains of. Always allowed.
bool is_own_tool(std::string_view tool);
// Serena's tools, allowed while the start protocol is not complete.
bool is_memory_server_tool(std::string_view tool);
// Changes the file it names: Write, Edit, MultiEdit, NotebookEdit.
bool is_file_writing_tool(std::string_view tool);
// Changes the memory it names: Serena's write, edit, delete and rename.
bool is_memory_writing_tool(std::string_view tool);

// One plain command that only looks: `ls …` or `git status|log|diff|show|rev-parse|ls-files …`
// without any character that a shell reads, and without an option that writes a file.
bool is_plain_looking_command(std::string_view command);

}  // namespace policy
