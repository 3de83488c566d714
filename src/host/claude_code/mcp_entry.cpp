#include "host/claude_code/mcp_entry.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/claude_code/settings.h"

namespace host::claude_code {

using base::Json;
using base::JsonText;

namespace {

constexpr std::string_view kAllowed = "enabledMcpjsonServers";
constexpr std::string_view kRefused = "disabledMcpjsonServers";

const ServerDialect& server_dialect() {
  static const ServerDialect kDialect{
      .shape = ServerShape::typed,
      .hint = "Correct the file; `claude mcp add session-state -- holdfast mcp` does without it."};
  return kDialect;
}

// The place of our name in a list of names; nothing where it is no list or does not have it.
std::optional<std::size_t> place_in(const Json& settings, std::string_view list) {
  const auto names = settings.find(std::string(list));
  if (names == settings.end() || !names->is_array()) return std::nullopt;
  const auto found = std::find(names->begin(), names->end(), Json(kServerName));
  if (found == names->end()) return std::nullopt;
  return static_cast<std::size_t>(found - names->begin());
}

}  // namespace

ServerEntry server_entry(const Json& document) {
  return host::server_entry(document, server_dialect());
}

base::Result<JsonText> parse_servers(std::string text) {
  return parse_server_file(std::move(text), server_dialect());
}

base::Result<std::string> with_our_server(const std::optional<std::string>& text,
                                          const os::Path& program) {
  return with_server(text, program, server_dialect());
}

base::Result<std::optional<std::string>> without_our_server(std::string text, ServerEntry kind) {
  return without_server(std::move(text), kind, server_dialect());
}

base::Result<std::string> with_leave(const std::optional<std::string>& text) {
  const Json names = Json::array({kServerName});
  if (!text) return base::new_json_text(Json{{kAllowed, names}});
  TRY_ASSIGN(JsonText edited, parse_settings(*text));
  const Json settings = edited.value();
  if (place_in(settings, kAllowed) || place_in(settings, kRefused)) return *text;
  const auto allowed = settings.find(std::string(kAllowed));
  if (allowed == settings.end()) {
    TRY(edited.add_member({}, kAllowed, names));
  } else if (allowed->is_array()) {
    TRY(edited.add_element({kAllowed}, Json(kServerName)));
  }
  return edited.text();
}

base::Result<std::optional<std::string>> without_leave(std::string text) {
  TRY_ASSIGN(JsonText edited, parse_settings(std::move(text)));
  const auto place = place_in(edited.value(), kAllowed);
  if (!place) return std::optional<std::string>(edited.text());
  TRY_ASSIGN(const bool is_left, remove_with_container(edited, {kAllowed, *place}, {kAllowed}));
  if (!is_left) return std::optional<std::string>();
  return std::optional<std::string>(edited.text());
}

}  // namespace host::claude_code
