#include "host/openclaw/server_part.h"

#include <nlohmann/json.hpp>

#include "host/hook_file.h"
#include "host/openclaw/settings_part.h"
#include "host/openclaw/settings_text.h"

namespace host::openclaw {

using base::Json;
using base::JsonText;
using base::member_at;

namespace {

constexpr std::string_view kLayout = "HOLDFAST_SESSION_PERSISTENCE_LAYOUT";

Json entry_in(const Json& settings) {
  return member_at(member_at(member_at(settings, "mcp"), "servers"), kServerName);
}

ServerEntry entry_kind(const Json& settings) {
  return server_entry(member_at(settings, "mcp"), {.container = "servers", .hint = ""});
}

// As OpenClaw finds the folder of its main agent.
os::Path workspace_in(const Json& settings, const PartForm& form) {
  const Json named = member_at(member_at(member_at(settings, "agents"), "defaults"), "workspace");
  const std::string text = named.is_string() ? named.get<std::string>() : "";
  if (text.starts_with('/')) return text;
  if (text.starts_with("~/")) return form.home / text.substr(2);
  return form.user_folder / "workspace";
}

Json server_with(const Json& settings, const PartForm& form, const Json& entry) {
  Json wanted = new_server(settings, form);
  // What a person made of our entry stays: other arguments, another folder, other files.
  if (!member_at(entry, "args").is_null()) wanted.erase("args");
  const bool has_folder =
      !member_at(entry, "cwd").is_null() || !member_at(entry, "workingDirectory").is_null();
  if (has_folder) wanted.erase("cwd");
  if (!member_at(member_at(entry, "env"), kLayout).is_null()) wanted.erase("env");
  return wanted;
}

}  // namespace

Json new_server(const Json& settings, const PartForm& form) {
  Json entry = new_server_entry(form.program, ServerShape::plain);
  entry["cwd"] = workspace_in(settings, form).lexically_normal().native();
  entry["env"] = {{kLayout, "openclaw"}};
  return entry;
}

ServerPart::ServerPart() : Part({"", std::string(kSettingsFile), std::string(kSettingsVariable)}) {}

bool ServerPart::may_be_in(std::string_view text) const {
  return text.find(kServerName) != std::string_view::npos;
}

base::Result<std::vector<OurHook>> ServerPart::find(const std::string& text) const {
  TRY_ASSIGN(const JsonText document, parse_settings(text));
  const Json settings = document.value();
  const ServerEntry kind = entry_kind(settings);
  if (kind == ServerEntry::none || kind == ServerEntry::foreign) return std::vector<OurHook>{};
  return std::vector<OurHook>{{"", member_at(entry_in(settings), "command").get<std::string>()}};
}

base::Result<std::string> ServerPart::with_ours(const std::optional<std::string>& text,
                                                const PartForm& form) const {
  TRY(check_program(form.program));
  TRY_ASSIGN(JsonText edited, parse_settings(text.value_or("{\n}\n")));
  const Json settings = edited.value();
  if (entry_kind(settings) == ServerEntry::foreign) {
    return base::Error{base::Code::exists, "session-state is another program there", ""};
  }
  const Json server = server_with(settings, form, entry_in(settings));
  TRY(merge(edited, {}, Json{{"mcp", {{"servers", {{kServerName, server}}}}}}));
  return edited.text();
}

base::Result<std::optional<std::string>> ServerPart::without_ours(
    const std::string& text, std::optional<HookKind> kind) const {
  TRY_ASSIGN(JsonText edited, parse_settings(text));
  const ServerEntry found = entry_kind(edited.value());
  const bool is_own = found == ServerEntry::own && kind != HookKind::shared;
  const bool is_shared = found == ServerEntry::shared && kind != HookKind::own;
  if (!is_own && !is_shared) return std::optional<std::string>(text);
  TRY_ASSIGN(const bool is_left, take_out(edited, {"mcp", "servers", kServerName}));
  if (!is_left) return std::optional<std::string>();
  return std::optional<std::string>(edited.text());
}

void ServerPart::take_standing(const std::string& text, Standing& standing) const {
  const Json settings = read_loosely(text, standing);
  const Json& servers = base::member_at(base::member_at(settings, "mcp"), "servers");
  take_server(servers, ServerShape::plain, "", standing);
}

std::string ServerPart::by_hand(const PartForm& form) const {
  const Json server = new_server(Json::object(), form);
  return base::dump_line(Json{{"mcp", {{"servers", {{kServerName, server}}}}}});
}

}  // namespace host::openclaw
