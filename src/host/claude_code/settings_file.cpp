#include "host/claude_code/settings_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/program.h"

namespace host::claude_code {

using engine::InstallScope;

os::Path settings_path(const engine::InstallTarget& target, InstallScope scope) {
  switch (scope) {
    case InstallScope::local:
      return target.root / ".claude" / "settings.local.json";
    case InstallScope::project:
      return target.root / ".claude" / "settings.json";
    case InstallScope::user:
      return target.home / ".claude" / "settings.json";
  }
  return {};
}

HookForm form_for(const engine::InstallTarget& target, InstallScope scope,
                  const std::optional<Client>& client) {
  // Others get this file: their client may be older, and a clone without Holdfast must work, so it
  // names no path and blocks nothing.
  if (scope == InstallScope::project) {
    return {.program = "holdfast",
            .style = HookStyle::shell,
            .block_on_failure = false,
            .events = basic_events()};
  }
  return {.program = target.program,
          .style = style_for(client),
          .block_on_failure = true,
          .events = events_for(client)};
}

engine::InstallTarget in_worktree(engine::InstallTarget target, const os::Path& worktree) {
  target.root = target.worktree = worktree;
  return target;
}

os::Path main_root(const engine::InstallTarget& target) {
  return target.git_dir.empty() ? target.root : target.git_dir.parent_path();
}

bool reads_main_servers(const engine::InstallTarget& target) {
  const std::string inside = target.worktree.lexically_relative(main_root(target)).native();
  return !inside.empty() && !inside.starts_with("..");
}

bool is_gated(os::System& system, const engine::InstallTarget& target) {
  for (const InstallScope scope :
       {InstallScope::local, InstallScope::project, InstallScope::user}) {
    const auto text = read_settings(system, settings_path(target, scope));
    if (!text.ok() || !*text) continue;
    const auto settings = parse_settings(**text);
    if (!settings.ok()) continue;
    const auto hooks = our_hooks(settings->value());
    const bool asks = std::any_of(hooks.begin(), hooks.end(),
                                  [](const OurHook& hook) { return hook.event == "PreToolUse"; });
    if (asks) return true;
  }
  return plugin_switch(system, target).has_value();
}

base::Result<std::optional<std::string>> read_settings(os::System& system, const os::Path& path) {
  auto text = system.files.read(path);
  if (text.ok()) return std::optional<std::string>(*std::move(text));
  if (text.error().code == base::Code::not_found) return std::optional<std::string>();
  return std::move(text).error();
}

std::optional<os::Path> plugin_switch(os::System& system, const engine::InstallTarget& target) {
  constexpr std::string_view kOurs = "holdfast@";
  for (const InstallScope scope :
       {InstallScope::local, InstallScope::project, InstallScope::user}) {
    const os::Path path = settings_path(target, scope);
    const auto text = read_settings(system, path);
    if (!text.ok() || !*text) continue;
    const auto settings = base::parse_json(**text);
    if (!settings.ok() || !settings->is_object()) continue;
    const auto plugins = settings->find("enabledPlugins");
    if (plugins == settings->end() || !plugins->is_object()) continue;
    for (const auto& plugin : plugins->items()) {
      if (plugin.key().starts_with(kOurs) && plugin.value() == base::Json(true)) return path;
    }
  }
  return std::nullopt;
}

bool are_hooks_the_users(os::System& system, const engine::InstallTarget& target, HookForm form) {
  const auto text = read_settings(system, settings_path(target, InstallScope::user));
  if (!text.ok() || !*text) return false;
  const auto settings = parse_settings(**text);
  if (!settings.ok()) return false;
  const std::vector<OurHook> hooks = our_hooks(settings->value());
  if (hooks.empty()) return false;
  form.program = hooks.front().program;
  return is_installed(settings->value(), form) && is_executable(system.files, form.program);
}

base::Result<base::JsonText> parse_settings_of(const os::Path& path, std::string text) {
  auto settings = parse_settings(std::move(text));
  if (settings.ok()) return settings;
  return base::with_context(std::move(settings).error(), path.string());
}

}  // namespace host::claude_code
