#include "host/openclaw/settings_part.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/hook_file.h"
#include "host/openclaw/plugin_part.h"
#include "host/openclaw/server_part.h"
#include "host/openclaw/settings_text.h"

namespace host::openclaw {

using base::Json;
using base::JsonPath;
using base::JsonText;

namespace {

constexpr std::string_view kPluginId = "holdfast";

// Functions, so that a hook's start does not pay for them.
JsonPath entry_place() { return {"plugins", "entries", kPluginId}; }
JsonPath paths_place() { return {"plugins", "load", "paths"}; }
JsonPath allowed_place() { return {"plugins", "allow"}; }

JsonPath element(JsonPath list, std::size_t index) {
  list.emplace_back(index);
  return list;
}

Json at(const JsonText& text, const JsonPath& path) {
  auto value = base::parse_json(text.bytes_of(path));
  return value.ok() ? *std::move(value) : Json();
}

Json entry_for(const PartForm& form) {
  return Json{{"enabled", true},
              {"hooks", {{"allowConversationAccess", true}}},
              {"config", {{"program", form.program.native()}}}};
}

std::string folder_for(const PartForm& form) {
  return (form.user_folder / kPluginFolder).lexically_normal().native();
}

bool is_our_folder(const Json& path) {
  return path.is_string() && os::Path(path.get<std::string>()).filename() == kPluginFolder;
}

std::optional<std::size_t> place_of(const Json& list, const auto& is_meant) {
  if (!list.is_array()) return std::nullopt;
  const auto found = std::find_if(list.begin(), list.end(), is_meant);
  if (found == list.end()) return std::nullopt;
  return static_cast<std::size_t>(found - list.begin());
}

base::Result<void> load_folder(JsonText& text, const std::string& folder) {
  if (!text.has(paths_place())) {
    return merge(text, {}, Json{{"plugins", {{"load", {{"paths", Json::array({folder})}}}}}});
  }
  const Json paths = at(text, paths_place());
  const auto place = place_of(paths, is_our_folder);
  if (!place) return text.add_element(paths_place(), folder);
  if (paths[*place] == Json(folder)) return {};
  return text.replace(element(paths_place(), *place), folder);
}

// An empty list restricts nothing: a name in it would keep every other plugin out.
base::Result<void> allow(JsonText& text) {
  const Json allowed = at(text, allowed_place());
  const bool is_restricting = allowed.is_array() && !allowed.empty();
  const bool is_named =
      place_of(allowed, [](const Json& id) { return id == Json(kPluginId); }).has_value();
  if (!is_restricting || is_named) return {};
  return text.add_element(allowed_place(), kPluginId);
}

// And for the same reason the last name stays.
base::Result<void> allow_no_more(JsonText& text) {
  const Json allowed = at(text, allowed_place());
  const auto place = place_of(allowed, [](const Json& id) { return id == Json(kPluginId); });
  if (!place || allowed.size() == 1) return {};
  return text.remove(element(allowed_place(), *place));
}

base::Result<std::string> edited(const std::string& before, const PartForm& form) {
  TRY_ASSIGN(JsonText text, parse_settings(before));
  TRY(load_folder(text, folder_for(form)));
  TRY(merge(text, {}, Json{{"plugins", {{"entries", {{kPluginId, entry_for(form)}}}}}}));
  TRY(allow(text));
  return text.text();
}

Json new_settings(const PartForm& form) {
  return Json{{"plugins",
               {{"load", {{"paths", Json::array({folder_for(form)})}}},
                {"entries", {{kPluginId, entry_for(form)}}}}}};
}

}  // namespace

bool SettingsPart::may_be_in(std::string_view text) const {
  return text.find(kPluginId) != std::string_view::npos;
}

base::Result<std::vector<OurHook>> SettingsPart::find(const std::string& text) const {
  TRY_ASSIGN(const JsonText settings, parse_settings(text));
  const Json entry = at(settings, entry_place());
  if (!entry.is_object()) return std::vector<OurHook>{};
  JsonPath place = entry_place();
  place.insert(place.end(), {"config", "program"});
  const Json program = at(settings, place);
  // What the plugin itself falls back on.
  return std::vector<OurHook>{
      {"", program.is_string() ? program.get<std::string>() : std::string(kPluginId)}};
}

base::Result<std::string> SettingsPart::with_ours(const std::optional<std::string>& text,
                                                  const PartForm& form) const {
  TRY(check_program(form.program));
  if (!text) return base::new_json_text(new_settings(form));
  auto wanted = edited(*text, form);
  if (!wanted.ok() && wanted.error().code != base::Code::unavailable) {
    base::Error error = std::move(wanted).error();
    error.code = base::Code::exists;
    return error;
  }
  return wanted;
}

base::Result<std::optional<std::string>> SettingsPart::without_ours(const std::string& text,
                                                                    std::optional<HookKind>) const {
  TRY_ASSIGN(JsonText settings, parse_settings(text));
  TRY(allow_no_more(settings));
  bool is_left = true;
  if (settings.has(entry_place())) {
    TRY_ASSIGN(is_left, take_out(settings, entry_place()));
  }
  if (const auto place = place_of(at(settings, paths_place()), is_our_folder)) {
    TRY_ASSIGN(is_left, take_out(settings, element(paths_place(), *place)));
  }
  if (!is_left) return std::optional<std::string>();
  return std::optional<std::string>(settings.text());
}

std::string SettingsPart::obstacle(const std::string& text) const {
  const auto settings = parse_settings(text);
  if (!settings.ok()) return {};
  if (at(*settings, {"plugins", "enabled"}) == Json(false)) {
    return "plugins.enabled is false, so OpenClaw loads no plugin and asks nobody";
  }
  const Json denied = at(*settings, {"plugins", "deny"});
  if (place_of(denied, [](const Json& id) { return id == Json(kPluginId); })) {
    return "plugins.deny has holdfast, so OpenClaw does not load the plugin and asks nobody";
  }
  return {};
}

void SettingsPart::take_standing(const std::string& text, Standing& standing) const {
  constexpr const char* kPlugin = "Holdfast's plugin";
  const auto is_plugin = [](const Json& id) { return id == Json(kPluginId); };
  const Json settings = read_loosely(text, standing);
  const Json& plugins = base::member_at(settings, "plugins");
  const Json& entry = base::member_at(base::member_at(plugins, "entries"), kPluginId);
  if (!entry.is_null()) standing.add_ours("entry " + canonical(entry), kPlugin);
  const Json& paths = base::member_at(base::member_at(plugins, "load"), "paths");
  if (const auto place = place_of(paths, is_our_folder)) {
    standing.add_ours("path " + canonical(paths[*place]), "the folder of Holdfast's plugin");
  }
  const Json& allowed = base::member_at(plugins, "allow");
  const bool is_kept_out =
      allowed.is_array() && !allowed.empty() && !place_of(allowed, is_plugin).has_value();
  if (is_kept_out) standing.add_against("allow", "plugins.allow without holdfast");
  if (place_of(base::member_at(plugins, "deny"), is_plugin)) {
    standing.add_against("deny", "plugins.deny with holdfast");
  }
  if (base::member_at(plugins, "enabled") == Json(false)) {
    standing.add_against("enabled", "plugins.enabled: false, by which nobody is asked");
  }
  const Json& environment = base::member_at(settings, "env");
  take_environment(environment, standing);
  take_environment(base::member_at(environment, "vars"), standing);
}

std::string SettingsPart::by_hand(const PartForm& form) const {
  Json settings = new_settings(form);
  settings["mcp"] = {{"servers", {{kServerName, new_server(Json::object(), form)}}}};
  return base::dump_pretty(settings);
}

std::string SettingsPart::how_to_add(const std::string& file, const PartForm&) const {
  return "put what `holdfast hooks print --host openclaw --scope user` prints into " + file;
}

std::string SettingsPart::how_to_add_to(const std::string& text, const std::string& file,
                                        const PartForm& form) const {
  const auto wanted = edited(text, form);
  return how_to_add(file, form) + (wanted.ok() ? "" : " (" + wanted.error().message + ")");
}

}  // namespace host::openclaw
