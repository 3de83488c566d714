#include "policy/mod_place.h"

#include <algorithm>
#include <array>
#include <optional>

namespace policy {
namespace {

using Holds = PluginFolder::Holds;

constexpr std::string_view kSkills = ".claude/skills";

bool is_code_or_list(std::string_view path) {
  constexpr std::array<std::string_view, 9> kEndings{".json", ".js",  ".mjs", ".cjs", ".ts",
                                                     ".mts",  ".cts", ".jsx", ".tsx"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_part_name(std::string_view name) { return name == ".claude-plugin" || name == "hooks"; }

std::string_view first_name(std::string_view path) { return path.substr(0, path.find('/')); }

std::string_view behind_first_name(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == path.npos ? std::string_view() : path.substr(slash + 1);
}

// What follows `folder` and a slash; empty for everything else.
std::string_view inside(std::string_view path, std::string_view folder) {
  const bool is_inside = !folder.empty() && path.size() > folder.size() + 1 &&
                         path.starts_with(folder) && path[folder.size()] == '/';
  return is_inside ? path.substr(folder.size() + 1) : std::string_view();
}

// The same for any folder of that name below a project's root: Claude Code looks in the one that it
// was started in.
std::string_view inside_skills_of_project(std::string_view path, const GuardRoots& roots) {
  constexpr std::string_view kBetween = "/.claude/skills/";
  const std::size_t at = path.find(kBetween);
  if (at == path.npos) return {};
  for (const std::string* root : {&roots.project_root, &roots.main_root}) {
    const bool is_below = !root->empty() && path.starts_with(*root) && at >= root->size();
    if (is_below && path[root->size()] == '/') return path.substr(at + kBetween.size());
  }
  return {};
}

// `rest` is relative to the folder.
bool is_part(std::string_view rest, Holds holds) {
  switch (holds) {
    case Holds::plugins:
      return is_part_name(first_name(behind_first_name(rest)));
    case Holds::deep:
      // "installed_plugins.json" beside the plugins' own folders.
      if (rest.find('/') == rest.npos) return rest.ends_with(".json");
      for (; !rest.empty(); rest = behind_first_name(rest)) {
        if (is_part_name(first_name(rest))) return true;
      }
      return false;
    case Holds::mods_only:
      return true;
  }
  return false;
}

}  // namespace

std::vector<PluginFolder> plugin_folders(const GuardRoots& roots) {
  std::vector<PluginFolder> folders;
  std::vector<std::string> homes;
  if (!roots.home.empty()) homes.push_back(roots.home + "/.claude");
  if (!roots.claude_home.empty()) homes.push_back(roots.claude_home);
  for (const std::string& home : homes) {
    folders.push_back({home + "/skills", Holds::plugins});
    folders.push_back({home + "/plugins", Holds::deep});
    folders.push_back({home + "/dev-mods", Holds::mods_only});
  }
  for (const std::string* root : {&roots.project_root, &roots.main_root}) {
    if (root->empty() || (root == &roots.main_root && *root == roots.project_root)) continue;
    folders.push_back({*root + "/" + std::string(kSkills), Holds::plugins});
  }
  return folders;
}

bool is_near_plugins(std::string_view path) {
  return path.find("/skills/") != path.npos || path.find("/plugins/") != path.npos ||
         path.find("/dev-mods") != path.npos;
}

bool makes_a_mod(std::string_view path, const GuardRoots& roots) {
  if (!is_near_plugins(path)) return false;
  for (const PluginFolder& folder : plugin_folders(roots)) {
    if (folder.holds == Holds::mods_only && path == folder.path) return true;
    const std::string_view rest = inside(path, folder.path);
    if (!rest.empty() && is_part(rest, folder.holds)) return true;
  }
  return is_part(inside_skills_of_project(path, roots), Holds::plugins);
}

std::vector<std::string> plugins_around(std::string_view path, const GuardRoots& roots) {
  std::vector<std::string> plugins;
  if (!is_code_or_list(path) || !is_near_plugins(path)) return plugins;
  // Every folder between the place and the file could be the plugin's.
  const auto add = [&](std::string_view rest) {
    const std::size_t start = path.size() - rest.size();
    for (std::size_t slash = rest.find('/'); slash != rest.npos;
         slash = rest.find('/', slash + 1)) {
      plugins.emplace_back(path.substr(0, start + slash));
    }
  };
  for (const PluginFolder& folder : plugin_folders(roots)) add(inside(path, folder.path));
  if (plugins.empty()) add(inside_skills_of_project(path, roots));
  return plugins;
}

GuardedFile guarded_mod() {
  return {"part of a mod, a program that Claude Code runs above its hooks",
          "`SKILL.md` and the folders `references/` and `scripts/` for what a skill says and runs; "
          "a mod is for a person to install"};
}

}  // namespace policy
