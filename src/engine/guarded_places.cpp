#include "engine/guarded_places.h"

#include <algorithm>
#include <array>

#include "engine/plugin_modules.h"
#include "policy/mod_place.h"

namespace engine {
namespace {

using policy::GuardedPlace;
using policy::PathPattern;
using policy::PlaceKind;

constexpr std::size_t kFilesMax = 20000;
constexpr int kDepthMax = 8;

bool are_related(std::string_view one, std::string_view other) {
  return lies_in(one, other) || lies_in(other, one);
}

// The folders in front of the first wildcard.
std::string_view plain_head(std::string_view pattern) {
  const std::size_t sign = pattern.find_first_of("*?[");
  if (sign == pattern.npos) return pattern;
  return pattern.substr(0, std::max<std::size_t>(pattern.rfind('/', sign), 1));
}

// Files of ours with such names; no folder of ours has one.
bool is_called_like_a_file(std::string_view name) {
  constexpr std::array<std::string_view, 4> kEndings{".json", ".jsonl", ".lock", ".yaml"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

bool lies_in(std::string_view path, std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  if (!path.starts_with(folder)) return false;
  return path.size() == folder.size() || path[folder.size()] == '/';
}

const policy::GuardRoots& GuardedPlaces::roots() {
  if (!roots_) roots_ = stores_.guard_roots();
  return *roots_;
}

bool GuardedPlaces::is_there(const std::string& path) { return files_.link_info(path).ok(); }

GuardedPlaces::Places GuardedPlaces::near(std::string_view folder, const std::string& seen_from) {
  if (!fixed_) {
    fixed_ = of_ == Of::secrets ? policy::secret_places(roots()) : policy::guarded_places(roots());
  }
  Places found;
  for (const GuardedPlace& place : *fixed_) {
    if (are_related(place.path, folder)) found.push_back(place);
  }
  if (of_ == Of::secrets) return found;
  for (const std::string& named : policy::guarded_name_folders(roots())) {
    if (!are_related(named, folder)) continue;
    // Where something arrives, what arrives has the names.
    const bool arrives = !seen_from.empty() && lies_in(named, folder);
    const std::string listed =
        arrives ? seen_from + named.substr(std::min(folder.size(), named.size())) : named;
    const auto names = files_.list(listed);
    if (!names.ok()) continue;
    for (const std::string& name : *names) {
      for (const std::string& path : {named + "/" + name, named + "/" + name + "/state.json"}) {
        if (policy::guarded_file(path, roots())) found.push_back({path, PlaceKind::file});
      }
    }
  }
  if (!seen_from.empty()) add_mods(folder, seen_from, found);
  return found;
}

// A mod that goes takes nothing of ours away, so only those that come count.
void GuardedPlaces::add_mods(std::string_view folder, const std::string& source, Places& found) {
  const auto add = [&](const std::string& plugin) {
    for (const char* part : {"", "/.claude-plugin", "/hooks/hooks.json"}) {
      const std::string path = plugin + part;
      if (policy::makes_a_mod(path, roots())) found.push_back({path, PlaceKind::file});
    }
  };
  // A project's skills may come to lie in any folder of it.
  if (lies_in(folder, roots().project_root) || lies_in(folder, roots().main_root)) {
    add(std::string(folder));
  }
  for (const policy::PluginFolder& known : policy::plugin_folders(roots())) {
    if (!are_related(known.path, folder)) continue;
    if (lies_in(folder, known.path)) add(std::string(folder));
    if (!lies_in(known.path, folder)) continue;
    const auto names = files_.list(source + known.path.substr(folder == "/" ? 0 : folder.size()));
    if (!names.ok()) continue;
    for (const std::string& name : *names) add(known.path + "/" + name);
  }
}

void GuardedPlaces::add_files_below(const std::string& folder, int depth, Places& found) {
  const auto names = files_.list(folder);
  if (!names.ok() || depth > kDepthMax) return;
  for (const std::string& name : *names) {
    if (found.size() >= kFilesMax) return;
    const std::string path = folder + "/" + name;
    bool is_folder = false;
    if (!is_called_like_a_file(name)) {
      const auto info = files_.link_info(path);
      is_folder = info.ok() && info->kind == os::FileKind::folder;
    }
    found.push_back({path, is_folder ? PlaceKind::folder : PlaceKind::file});
    if (is_folder) add_files_below(path, depth + 1, found);
  }
}

std::string GuardedPlaces::in_tree(std::string_view folder) {
  for (const GuardedPlace& place : near(folder, {})) {
    if (lies_in(place.path, folder) && is_there(place.path)) return place.path;
  }
  return {};
}

std::string GuardedPlaces::matching(const PathPattern& pattern,
                                    const std::vector<std::string>& spared) {
  Places places = near(plain_head(pattern.text), {});
  if (pattern.text.find("/**") != std::string::npos) {
    const std::size_t count = places.size();
    for (std::size_t i = 0; i < count; ++i) {
      // A copy, since the list grows.
      const GuardedPlace place = places[i];
      if (place.kind == PlaceKind::folder) add_files_below(place.path, 0, places);
    }
  }
  const policy::PathMatcher matcher(pattern);
  for (const GuardedPlace& place : places) {
    if (!matcher.takes_in(place.path, place.kind)) continue;
    const bool is_spared = std::any_of(spared.begin(), spared.end(), [&](const std::string& text) {
      return policy::PathMatcher({.text = text, .takes_trees = true, .takes_hidden = true})
          .takes_in(place.path, PlaceKind::file);
    });
    if (!is_spared && is_there(place.path)) return place.path;
  }
  return {};
}

std::string GuardedPlaces::same_file(const os::FileInfo& file) {
  Places places = near("/", {});
  const std::size_t count = places.size();
  for (std::size_t i = 0; i < count; ++i) {
    const GuardedPlace place = places[i];
    if (place.kind == PlaceKind::folder) add_files_below(place.path, 0, places);
  }
  for (const GuardedPlace& place : places) {
    const auto info = files_.link_info(place.path);
    const bool is_same = info.ok() && info->kind == os::FileKind::regular &&
                         info->inode == file.inode && info->device == file.device;
    if (is_same) return place.path;
  }
  return {};
}

std::string GuardedPlaces::arriving(std::string_view source, std::string_view folder,
                                    std::string_view names) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
  const std::string from(source);
  for (const GuardedPlace& place : near(folder, from)) {
    if (!lies_in(place.path, folder) || place.path.size() == folder.size()) continue;
    const std::string_view rest =
        std::string_view(place.path).substr(folder == "/" ? 0 : folder.size());
    // The first name of `rest`, which begins with a slash.
    const std::string_view first = rest.substr(1, rest.find('/', 1) - 1);
    const bool is_hidden = first.starts_with('.') && !names.starts_with('.');
    if (!names.empty() && (is_hidden || !policy::matches_name(names, first))) continue;
    if (is_there(from + std::string(rest))) return place.path;
  }
  return {};
}

std::string GuardedPlaces::arriving_mod(const std::string& source, std::string_view folder) {
  Places places;
  add_mods(folder, source, places);
  for (const GuardedPlace& place : places) {
    const bool is_below = place.path.size() > folder.size();
    if (is_below && is_there(source + place.path.substr(folder.size()))) return place.path;
  }
  return {};
}

std::string GuardedPlaces::module_list(std::string_view path) {
  if (!policy::is_near_plugins(path)) return {};
  for (const std::string& plugin : policy::plugins_around(path, roots())) {
    if (!path.ends_with(".json")) {
      std::string list = list_with_modules(plugin);
      if (!list.empty()) return list;
      continue;
    }
    // Modules may be named there next.
    for (const os::Path& list : hook_lists_of(files_, plugin)) {
      if (list == path) return plugin + "/.claude-plugin/plugin.json";
    }
  }
  return {};
}

std::string GuardedPlaces::list_with_modules(const os::Path& plugin) {
  const auto lists = module_lists_of(files_, plugin);
  return lists.empty() ? std::string() : lists.front().path.native();
}

}  // namespace engine
