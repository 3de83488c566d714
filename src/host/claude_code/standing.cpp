#include "host/claude_code/standing.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "host/claude_code/settings.h"
#include "host/server_entry.h"

namespace host::claude_code {
namespace {

using base::Json;

constexpr std::string_view kOurPlugin = "holdfast";

bool has_our_server(const Json& list) {
  return list.is_array() && std::find(list.begin(), list.end(), Json(kServerName)) != list.end();
}

// A hook that is posted to `holdfast serve`; see docs/hosts.md.
bool is_posted_to_us(const Json& handler) {
  return base::text_at(handler, "url").find("/hook/claude-code") != std::string::npos;
}

// Of a member in a form that the client does not read it drops the whole file.
void take_forms(const Json& settings, Standing& standing) {
  const auto wrong = [&](const std::string& name, const Json& value) {
    standing.add_against("form " + name + canonical(value),
                         name + " in a form by which Claude Code leaves the whole file out");
  };
  if (!settings.is_object()) return;
  for (const char* const name : {"env", "permissions", "hooks"}) {
    const Json& value = base::member_at(settings, name);
    if (!value.is_null() && !value.is_object()) wrong(name, value);
  }
  const Json& hooks = base::member_at(settings, "hooks");
  if (hooks.is_object()) {
    for (const auto& event : hooks.items()) {
      if (!event.value().is_array()) wrong("hooks." + event.key(), event.value());
    }
  }
  const Json& permissions = base::member_at(settings, "permissions");
  for (const char* const name : {"allow", "deny", "ask"}) {
    const Json& rules = base::member_at(permissions, name);
    if (!rules.is_null() && !rules.is_array()) wrong(std::string("permissions.") + name, rules);
  }
}

// Plugins may bring code that is asked before our hooks are.
void take_plugins(const Json& settings, Standing& standing) {
  for (const char* const name : {"prependPlugins", "pluginConfigs"}) {
    const Json& value = base::member_at(settings, name);
    if (value.is_null()) continue;
    const std::string key = name + canonical(value);
    standing.add_against(key, std::string(name) + " as it is not now");
    if (key.find(kOurPlugin) != std::string::npos) standing.add_ours(key, name);
  }
  const Json& enabled = base::member_at(settings, "enabledPlugins");
  if (!enabled.is_object()) return;
  for (const auto& plugin : enabled.items()) {
    const std::string words = "enabledPlugins: " + plugin.key();
    const bool is_on = plugin.value() != Json(false) && !plugin.value().is_null();
    if (is_on && plugin.key().starts_with(kOurPlugin)) {
      standing.add_ours(words, words);
    } else if (is_on) {
      standing.add_against(words + canonical(plugin.value()), words);
    }
  }
}

void take_settings(const std::string& text, bool is_managed, Standing& standing) {
  const Json settings = read_loosely(text, standing);
  take_hooks(settings, HookLayout::groups, is_posted_to_us, standing);
  if (base::flag_at(settings, "disableAllHooks")) {
    standing.add_against("disableAllHooks", "disableAllHooks, by which no hook is asked");
  }
  if (is_managed && base::flag_at(settings, "allowManagedHooksOnly")) {
    standing.add_against("allowManagedHooksOnly",
                         "allowManagedHooksOnly, by which our hooks are not asked");
  }
  take_environment(base::member_at(settings, "env"), standing);
  take_plugins(settings, standing);
  take_forms(settings, standing);
  if (has_our_server(base::member_at(settings, "enabledMcpjsonServers"))) {
    standing.add_ours("leave", "the leave to start the MCP server session-state");
  }
  if (has_our_server(base::member_at(settings, "disabledMcpjsonServers"))) {
    standing.add_against("refusal", "session-state in disabledMcpjsonServers");
  }
}

void take_state(const std::string& text, Standing& standing) {
  const Json state = read_loosely(text, standing);
  take_server(base::member_at(state, "mcpServers"), ServerShape::typed, "", standing);
  const Json& projects = base::member_at(state, "projects");
  if (!projects.is_object()) return;
  for (const auto& project : projects.items()) {
    const Json& value = project.value();
    if (!value.is_object()) continue;
    take_server(base::member_at(value, "mcpServers"), ServerShape::typed, project.key(), standing);
    for (const char* const list : {"disabledMcpServers", "disabledMcpjsonServers"}) {
      if (!has_our_server(base::member_at(value, list))) continue;
      standing.add_against(list + project.key(), std::string("session-state in ") + list);
    }
  }
}

}  // namespace

void take_standing(FileRole role, const std::string& text, Standing& standing) {
  switch (role) {
    case FileRole::settings:
      return take_settings(text, /*is_managed=*/false, standing);
    case FileRole::managed_settings:
      return take_settings(text, /*is_managed=*/true, standing);
    case FileRole::servers: {
      const Json document = read_loosely(text, standing);
      return take_server(base::member_at(document, "mcpServers"), ServerShape::typed, "", standing);
    }
    case FileRole::state:
      return take_state(text, standing);
  }
}

std::vector<WatchedFile> watched_files(os::System& system, const os::Path& home) {
  std::vector<WatchedFile> files{
      {".claude/settings.json", FileRole::settings},
      {".claude/settings.local.json", FileRole::settings},
      {".mcp.json", FileRole::servers},
      {home / ".claude" / "settings.json", FileRole::settings},
      {home / ".claude.json", FileRole::state},
      {"/etc/claude-code/managed-settings.json", FileRole::managed_settings}};
  const std::string moved = system.environment.text("CLAUDE_CONFIG_DIR");
  if (moved.starts_with('/')) {
    files.push_back({os::Path(moved) / "settings.json", FileRole::settings});
    files.push_back({os::Path(moved) / ".claude.json", FileRole::state});
  }
  return files;
}

}  // namespace host::claude_code
