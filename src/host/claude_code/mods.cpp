#include "host/claude_code/mods.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/plugin_modules.h"
#include "engine/told_once.h"
#include "engine/trusted_mods.h"
#include "host/claude_code/shield.h"

namespace host::claude_code {

using base::Json;

namespace {

constexpr std::uint64_t kFileBytesMax = std::uint64_t{1} << 20U;
constexpr std::size_t kFoldersMax = 2000;

// What an administrator decides for the whole machine, on Linux and macOS.
constexpr std::array<std::string_view, 2> kManagedFolders{
    "/etc/claude-code", "/Library/Application Support/ClaudeCode"};
constexpr std::string_view kManagedFile = "managed-settings.json";
constexpr std::string_view kPolicy =
    R"({"pluginConfigs": {"cc-plugin-sec-default@builtin": {"options": {"allowManagedModsOnly": true}}}})";

std::string text_of(os::System& system, const os::Path& path) {
  auto text = system.files.read(path, {.bytes_max = kFileBytesMax});
  return text.ok() ? *std::move(text) : std::string();
}

Json json_of(os::System& system, const os::Path& path) {
  auto json = base::parse_json(text_of(system, path));
  return json.ok() && json->is_object() ? *std::move(json) : Json::object();
}

// The member at the end of the names; null where one is not there.
Json member(const Json& json, const std::vector<const char*>& names) {
  const Json* at = &json;
  for (const char* name : names) {
    const auto found = at->is_object() ? at->find(name) : at->end();
    if (!at->is_object() || found == at->end()) return nullptr;
    at = &*found;
  }
  return *at;
}

class Search {
 public:
  explicit Search(os::System& system) : system_(system) {}

  std::vector<Mod> run(const ModPlaces& places) {
    const os::Path home = system_.environment.text("HOME");
    std::vector<os::Path> homes;
    if (home.is_absolute()) homes.push_back(home / ".claude");
    const os::Path moved = system_.environment.text("CLAUDE_CONFIG_DIR");
    if (moved.is_absolute()) homes.push_back(moved);
    std::vector<os::Path> settings;
    for (const os::Path& folder : homes) {
      look_below(folder / "skills", 1);
      look_below(folder / "dev-mods", 2);
      look_below(folder / "plugins" / "cache", 3);
      settings.push_back(folder / "settings.json");
    }
    for (const os::Path& root : places.roots) {
      look_below(root / ".claude" / "skills", 1);
      settings.push_back(root / ".claude" / "settings.json");
      settings.push_back(root / ".claude" / "settings.local.json");
    }
    look_at_named(system_.environment.text("CLAUDE_CODE_PLUGIN_DIRS"), home);
    for (const os::Path& file : settings) {
      const Json named = member(json_of(system_, file), {"env", "CLAUDE_CODE_PLUGIN_DIRS"});
      if (named.is_string()) look_at_named(named.get<std::string>(), home);
    }
    std::erase_if(mods_, [&](const Mod& mod) { return mod.folder == places.shield; });
    std::sort(mods_.begin(), mods_.end(),
              [](const Mod& one, const Mod& other) { return one.folder < other.folder; });
    return std::move(mods_);
  }

 private:
  void look_below(const os::Path& folder, int depth) {
    const auto names = system_.files.list(folder);
    if (!names.ok()) return;
    for (const std::string& name : *names) {
      if (++folders_ > kFoldersMax) return;
      depth > 1 ? look_below(folder / name, depth - 1) : look_at(folder / name);
    }
  }

  void look_at_named(const std::string& list, const os::Path& home) {
    for (const std::string_view part : base::split(list, ':')) {
      const std::string_view name = base::trim(part);
      if (name.starts_with("~/")) look_at(home / name.substr(2));
      if (name.starts_with('/')) look_at(os::Path(name).lexically_normal());
    }
  }

  void look_at(const os::Path& folder) {
    const auto lists = engine::module_lists_of(system_.files, folder);
    const bool is_known = std::any_of(mods_.begin(), mods_.end(),
                                      [&](const Mod& mod) { return mod.folder == folder; });
    if (lists.empty() || is_known) return;
    const std::string manifest = text_of(system_, folder / ".claude-plugin" / "plugin.json");
    std::string bytes = manifest;
    for (const engine::ModuleList& list : lists) {
      bytes += '\n' + text_of(system_, list.path);
      for (const std::string& module : list.modules) {
        bytes += '\n' + text_of(system_, list.path.parent_path() / module);
      }
    }
    const auto parsed = base::parse_json(manifest);
    std::string name = parsed.ok() ? base::text_at(*parsed, "name") : std::string();
    if (name.empty()) name = folder.filename().native();
    mods_.push_back({std::move(name), folder, base::to_hex(base::sha256(bytes))});
  }

  os::System& system_;
  std::vector<Mod> mods_;
  std::size_t folders_ = 0;
};

void read_policy(os::System& system, Mods& mods) {
  for (const std::string_view folder : kManagedFolders) {
    std::vector<os::Path> files{os::Path(folder) / kManagedFile};
    const os::Path more = os::Path(folder) / "managed-settings.d";
    const auto names = system.files.list(more);
    for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
      if (name.ends_with(".json")) files.push_back(more / name);
    }
    for (const os::Path& file : files) {
      if (!system.files.exists(file)) continue;
      if (mods.policy.empty()) mods.policy = file;
      const Json only = member(
          json_of(system, file),
          {"pluginConfigs", "cc-plugin-sec-default@builtin", "options", "allowManagedModsOnly"});
      mods.only_managed = mods.only_managed || !(only.is_null() || only == Json(false));
    }
  }
}

}  // namespace

Mods find_mods(os::System& system, const ModPlaces& places) {
  Mods mods;
  mods.found = Search(system).run(places);
  read_policy(system, mods);
  return mods;
}

void check_mods(os::System& system, const engine::InstallTarget& target, Findings& findings) {
  const Mods mods = find_mods(system, {.roots = {target.root}, .shield = shield_folder(target)});
  if (mods.only_managed || mods.found.empty()) return;
  const auto trusted = engine::trusted_mods(system);
  const bool has_shield = shield_state(system, target) == ShieldState::whole;
  for (const Mod& mod : mods.found) {
    const bool is_trusted = std::find(trusted.begin(), trusted.end(), mod.name) != trusted.end();
    const std::string who = "the mod " + mod.name + (is_trusted ? ", which a person trusts," : "");
    const bool is_out = has_shield && !is_trusted;
    findings.add(engine::Severity::remark,
                 who + (is_out ? " is kept out by the shield: " : " may overrule the gate: ") +
                     mod.folder.native(),
                 is_trusted ? "" : "Take it away where nobody put it there on purpose.");
  }
  findings.add(engine::Severity::remark,
               mods.policy.empty() ? "no managed settings keep mods from overruling the gate"
                                   : mods.policy.native() + " lets every mod run",
               "An administrator puts " + std::string(kPolicy) + " into " +
                   std::string(kManagedFolders[0]) + "/" + std::string(kManagedFile) +
                   " (macOS: " + std::string(kManagedFolders[1]) +
                   "). Short of that, `holdfast init "
                   "--shield` keeps out the mods that nobody named.");
}

void tell_of_mods(os::System& system, const model::HostEvent& event, model::HostReply& reply) {
  const engine::InstallTarget target{.root = event.project_folder,
                                     .home = system.environment.text("HOME"),
                                     .scope = engine::InstallScope::user,
                                     .program = system.environment.program()};
  ModPlaces places{.shield = shield_folder(target)};
  for (const std::string* root : {&event.project_folder, &event.folder}) {
    if (!root->empty()) places.roots.emplace_back(*root);
  }
  const Mods mods = find_mods(system, places);
  if (mods.only_managed || mods.found.empty()) return;
  const auto trusted = engine::trusted_mods(system);
  std::vector<std::string> keys;
  for (const Mod& mod : mods.found) {
    const bool is_trusted = std::find(trusted.begin(), trusted.end(), mod.name) != trusted.end();
    if (!is_trusted) keys.push_back(mod.digest + " " + mod.folder.native());
  }
  std::string folders;
  for (const std::string& key : engine::not_told_before(system, "mods", keys)) {
    folders += (folders.empty() ? "" : ", ") + key.substr(key.find(' ') + 1);
  }
  if (folders.empty()) return;
  const bool is_out = shield_state(system, target) == ShieldState::whole;
  const std::string words = std::string("new mods of Claude Code ") +
                            (is_out ? "are kept out by the shield: " : "may overrule the gate: ") +
                            folders;
  if (!reply.context.empty() && !reply.context.ends_with('\n')) reply.context += '\n';
  reply.context += "Holdfast noticed that " + words + ". Its denials hold all the same.\n";
  if (!reply.alarm.empty()) reply.alarm += "\n";
  reply.alarm += words + "; `holdfast doctor` says more.";
}

}  // namespace host::claude_code
