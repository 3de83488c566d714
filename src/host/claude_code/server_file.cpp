#include "host/claude_code/server_file.h"

#include <nlohmann/json.hpp>

#include "host/claude_code/settings_file.h"
#include "host/shell_words.h"

namespace host::claude_code {

using engine::FileChange;
using engine::InstallScope;

namespace {

struct ServerFile {
  os::Path path;
  std::optional<std::string> text;
  ServerEntry entry = ServerEntry::none;
  std::optional<base::Error> error;  // Why nothing can be told of it.
};

// A link may come with the repository and lead anywhere, so nothing is read or written through it.
ServerFile read_server_file(os::System& system, const engine::InstallTarget& target) {
  ServerFile file{.path = target.root / ".mcp.json"};
  const auto info = system.files.link_info(file.path);
  if (info.ok() && info->kind == os::FileKind::link) {
    file.error = base::Error{base::Code::io, file.path.string() + ": is a link", ""};
    return file;
  }
  auto text = read_settings(system, file.path);
  if (!text.ok()) {
    file.error = std::move(text).error();
    return file;
  }
  file.text = *std::move(text);
  if (!file.text) return file;
  const auto parsed = parse_servers(*file.text);
  if (parsed.ok()) {
    file.entry = server_entry(parsed->value());
  } else {
    file.error = base::with_context(parsed.error(), file.path.string());
  }
  return file;
}

std::string how_to_add(const engine::InstallTarget& target, std::string_view options) {
  return "claude mcp add " + std::string(options) + std::string(kServerName) + " -- " +
         quoted_for_shell(target.program) + " mcp";
}

std::string left_alone(const engine::InstallTarget& target) {
  return "The project's .mcp.json was left as it is. The MCP server is added by: " +
         how_to_add(target, "");
}

FileChange change_of(const ServerFile& file, std::string_view description,
                     std::optional<std::string> content) {
  return {file.path, std::string(description), std::move(content)};
}

base::Result<ServerPlan> plan_entry(const ServerFile& file, const os::Path& program) {
  ServerPlan plan{.before = file.entry, .has_file = file.text.has_value()};
  TRY_ASSIGN(auto wanted, with_our_server(file.text, program));
  if (file.text != wanted) {
    plan.change = change_of(file, "add the MCP server session-state", std::move(wanted));
  }
  return plan;
}

}  // namespace

base::Result<ServerPlan> plan_server(os::System& system, const engine::InstallTarget& target) {
  if (target.scope == InstallScope::user) {
    return ServerPlan{.left_to_do = "The MCP server is added for all projects by: " +
                                    how_to_add(target, "--scope user ")};
  }
  const ServerFile file = read_server_file(system, target);
  ServerPlan untouched{.before = file.entry, .has_file = file.text || file.error};
  if (target.scope == InstallScope::project) {
    if (file.error) return *file.error;
    if (file.entry != ServerEntry::foreign) return plan_entry(file, "holdfast");
    untouched.left_to_do = left_alone(target);
    return untouched;
  }
  const bool is_ours = !file.error && (!file.text || file.entry == ServerEntry::own);
  if (is_ours) return plan_entry(file, target.program);
  // The project's own entry starts the same server.
  if (file.entry != ServerEntry::shared) untouched.left_to_do = left_alone(target);
  return untouched;
}

base::Result<ServerPlan> plan_no_server(os::System& system, const engine::InstallTarget& target) {
  if (target.scope == InstallScope::user) return ServerPlan{.has_file = true};
  const ServerFile file = read_server_file(system, target);
  ServerPlan plan{.before = file.entry, .has_file = file.text || file.error};
  const auto kind = target.scope == InstallScope::project ? ServerEntry::shared : ServerEntry::own;
  if (file.entry != kind) return plan;
  TRY_ASSIGN(auto wanted, without_our_server(*file.text, kind));
  const std::string_view description = wanted ? "take out our MCP server" : "remove";
  plan.change = change_of(file, description, std::move(wanted));
  return plan;
}

}  // namespace host::claude_code
