#include "engine/plugin_modules.h"

#include <nlohmann/json.hpp>

#include "base/json.h"

namespace engine {

using base::Json;

namespace {

Json member_in(os::FileSystem& files, const os::Path& path, const char* name) {
  constexpr std::uint64_t kManifestBytesMax = std::uint64_t{1} << 20U;
  const auto text = files.read(path, {.bytes_max = kManifestBytesMax});
  const auto json = text.ok() ? base::parse_json(*text) : base::Result<Json>(text.error());
  if (!json.ok() || !json->is_object()) return nullptr;
  const auto found = json->find(name);
  return found == json->end() ? Json(nullptr) : *found;
}

// A text, or the texts of a list.
std::vector<std::string> texts_in(const Json& json) {
  std::vector<std::string> texts;
  if (json.is_string()) texts.push_back(json.get<std::string>());
  for (const Json& one : json.is_array() ? json : Json::array()) {
    if (one.is_string()) texts.push_back(one.get<std::string>());
  }
  return texts;
}

}  // namespace

std::vector<os::Path> hook_lists_of(os::FileSystem& files, const os::Path& plugin) {
  std::vector<os::Path> lists{plugin / "hooks" / "hooks.json"};
  const os::Path manifest = plugin / ".claude-plugin" / "plugin.json";
  for (const std::string& name : texts_in(member_in(files, manifest, "hooks"))) {
    lists.push_back(os::normalised(plugin, name));
  }
  return lists;
}

std::vector<ModuleList> module_lists_of(os::FileSystem& files, const os::Path& plugin) {
  std::vector<ModuleList> lists;
  for (os::Path& path : hook_lists_of(files, plugin)) {
    std::vector<std::string> modules = texts_in(member_in(files, path, "modules"));
    if (!modules.empty()) lists.push_back({std::move(path), std::move(modules)});
  }
  return lists;
}

}  // namespace engine
