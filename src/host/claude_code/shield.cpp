#include "host/claude_code/shield.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "engine/trusted_mods.h"
#include "host/claude_code/settings_file.h"

namespace host::claude_code {

using base::Json;
using base::JsonText;
using engine::FileChange;
using engine::InstallScope;
using engine::InstallTarget;

namespace {

constexpr const char* kList = "prependPlugins";

std::string shield_id() { return std::string(kShieldName) + "@skills-dir"; }

os::Path settings_of_user(const InstallTarget& target) {
  return settings_path(target, InstallScope::user);
}

// A line `const NAME = "…";` with this value in it: a string of JavaScript that is one of JSON.
void set_constant(std::string& text, std::string_view name, const std::string& value) {
  const std::string head = "const " + std::string(name) + " = ";
  const std::size_t begin = text.find(head) + head.size();
  const std::size_t end = text.find(";\n", begin);
  CHECK(begin >= head.size() && end != text.npos);
  text.replace(begin, end - begin, base::dump_line(Json(value)));
}

struct ShieldFile {
  os::Path path;
  std::string text;
  int empty_folders_go = 0;
};

std::array<ShieldFile, 3> shield_files(os::System& system, const InstallTarget& target) {
  const os::Path folder = shield_folder(target);
  std::string code(shield_text());
  set_constant(code, "PROGRAM", target.program.native());
  set_constant(code, "TRUSTED", engine::trusted_mods_path(system).native());
  const Json manifest{{"name", kShieldName},
                      {"version", "1.0.0"},
                      {"description", "Keeps other mods from answering in Holdfast's place."}};
  // The last one that goes takes the folders with it.
  return {{{folder / ".claude-plugin" / "plugin.json", base::new_json_text(manifest), 1},
           {folder / "hooks" / "hooks.json",
            base::new_json_text(Json{{"modules", Json::array({"./shield.js"})}}), 0},
           {folder / "hooks" / "shield.js", std::move(code), 3}}};
}

// The user's settings as they will be by then.
base::Result<std::optional<std::string>> planned_text(os::System& system, const os::Path& path,
                                                      const std::vector<FileChange>& changes) {
  for (const FileChange& change : changes) {
    if (change.path == path) return change.content;
  }
  return read_settings(system, path);
}

void put_change(std::vector<FileChange>& changes, FileChange change) {
  for (FileChange& planned : changes) {
    if (planned.path != change.path) continue;
    planned.description += ", " + change.description;
    planned.content = std::move(change.content);
    return;
  }
  changes.push_back(std::move(change));
}

bool is_first(const Json& settings) {
  const auto list = settings.is_object() ? settings.find(kList) : settings.end();
  return list != settings.end() && list->is_array() && !list->empty() &&
         list->front() == Json(shield_id());
}

// Where a value begins in the text.
std::size_t place_of(const JsonText& settings, const base::JsonPath& path) {
  return static_cast<std::size_t>(settings.bytes_of(path).data() - settings.text().data());
}

base::Result<std::string> with_shield(const os::Path& path, std::optional<std::string> text) {
  if (!text) return base::new_json_text(Json{{kList, Json::array({shield_id()})}});
  TRY_ASSIGN(JsonText settings, parse_settings_of(path, *std::move(text)));
  const Json value = settings.value();
  if (is_first(value)) return settings.text();
  const auto before = value.find(kList);
  if (before == value.end()) {
    TRY(settings.add_member({}, kList, Json::array({shield_id()})));
    return settings.text();
  }
  if (!before->is_array()) {
    return base::Error{base::Code::invalid_value, path.string() + ": " + kList + " is no list",
                       "Correct the file."};
  }
  const auto ours = std::find(before->begin(), before->end(), Json(shield_id()));
  if (ours != before->end()) TRY(settings.remove({kList, std::distance(before->begin(), ours)}));
  if (settings.size_of({kList}) == 0) {
    TRY(settings.add_element({kList}, shield_id()));
    return settings.text();
  }
  // In front of the others, so that taking it out gives back the very bytes.
  std::string edited = settings.text();
  const std::size_t at = place_of(settings, {kList, 0});
  const std::size_t bracket = edited.rfind('[', at);
  const std::string space = edited.substr(bracket + 1, at - bracket - 1);
  const bool has_lines = space.find('\n') != space.npos;
  edited.insert(at, base::dump_line(Json(shield_id())) + "," + (has_lines ? space : " "));
  return edited;
}

// Nothing: the whole file was ours.
base::Result<std::optional<std::string>> without_shield(const os::Path& path, std::string text) {
  TRY_ASSIGN(JsonText settings, parse_settings_of(path, std::move(text)));
  const Json value = settings.value();
  const auto list = value.find(kList);
  if (list == value.end() || !list->is_array()) return std::optional(settings.text());
  const auto ours = std::find(list->begin(), list->end(), Json(shield_id()));
  if (ours == list->end()) return std::optional(settings.text());
  if (settings.text() == base::new_json_text(Json{{kList, Json::array({shield_id()})}})) {
    return std::optional<std::string>();
  }
  if (list->size() == 1) {
    TRY(settings.remove({kList}));
  } else if (ours == list->begin()) {
    std::string edited = settings.text();
    const std::size_t at = place_of(settings, {kList, 0});
    edited.erase(at, place_of(settings, {kList, 1}) - at);
    return std::optional(std::move(edited));
  } else {
    TRY(settings.remove({kList, std::distance(list->begin(), ours)}));
  }
  return std::optional(settings.text());
}

}  // namespace

os::Path shield_folder(const InstallTarget& target) {
  return settings_of_user(target).parent_path() / "skills" / kShieldName;
}

ShieldState shield_state(os::System& system, const InstallTarget& target) {
  const auto text = read_settings(system, settings_of_user(target));
  const auto settings = text.ok() && *text ? base::parse_json(**text) : base::parse_json("{}");
  const Json value = settings.ok() ? *settings : Json::object();
  const auto list = value.is_object() ? value.find(kList) : value.end();
  const bool is_listed = value.is_object() && list != value.end() && list->is_array() &&
                         std::find(list->begin(), list->end(), Json(shield_id())) != list->end();
  if (!is_listed && !system.files.exists(shield_folder(target))) return ShieldState::none;
  for (const ShieldFile& file : shield_files(system, target)) {
    const auto found = system.files.read(file.path);
    if (!found.ok() || *found != file.text) return ShieldState::changed;
  }
  return is_first(value) ? ShieldState::whole : ShieldState::late;
}

base::Result<void> plan_shield(os::System& system, const InstallTarget& target,
                               std::vector<FileChange>& changes) {
  for (ShieldFile& file : shield_files(system, target)) {
    const auto found = system.files.read(file.path);
    if (found.ok() && *found == file.text) continue;
    changes.push_back({file.path, "put the shield there", std::move(file.text)});
  }
  const os::Path path = settings_of_user(target);
  TRY_ASSIGN(const auto before, planned_text(system, path, changes));
  TRY_ASSIGN(auto after, with_shield(path, before));
  if (before == after) return {};
  put_change(changes, {path, "let the shield come first", std::move(after)});
  return {};
}

base::Result<void> plan_no_shield(os::System& system, const InstallTarget& target,
                                  std::vector<FileChange>& changes) {
  // First out of the list, so that what is broken off in the middle leaves no gap.
  const os::Path path = settings_of_user(target);
  TRY_ASSIGN(const auto before, planned_text(system, path, changes));
  if (before) {
    TRY_ASSIGN(auto after, without_shield(path, *before));
    if (after != before) put_change(changes, {path, "take the shield out", std::move(after)});
  }
  for (const ShieldFile& file : shield_files(system, target)) {
    if (!system.files.exists(file.path)) continue;
    FileChange change{file.path, "remove", std::nullopt};
    change.empty_folders_go = file.empty_folders_go;
    changes.push_back(std::move(change));
  }
  return {};
}

void check_shield(os::System& system, const InstallTarget& target, Findings& findings) {
  constexpr const char* kAgain = "put it there again and first";
  const auto again = [&]() -> base::Result<void> {
    std::vector<FileChange> changes;
    TRY(plan_shield(system, target, changes));
    for (FileChange& change : changes) {
      TRY(write_file(system, change.path, std::move(change.content)));
    }
    return {};
  };
  switch (shield_state(system, target)) {
    case ShieldState::none:
    case ShieldState::whole:
      return;
    case ShieldState::changed:
      findings.add_fixable(
          engine::Severity::problem,
          "the shield in " + shield_folder(target).native() + " is not what this program writes",
          kAgain, again);
      return;
    case ShieldState::late:
      findings.add_fixable(
          engine::Severity::problem,
          settings_of_user(target).native() + ": the shield is not the first of " + kList, kAgain,
          again);
      return;
  }
}

}  // namespace host::claude_code
