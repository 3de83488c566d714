#include "host/claude_code/mcp_entry.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/claude_code/settings.h"

namespace host::claude_code {

using base::Json;
using base::JsonPath;
using base::JsonText;

namespace {

constexpr std::string_view kServers = "mcpServers";
constexpr std::string_view kAllowed = "enabledMcpjsonServers";
constexpr std::string_view kRefused = "disabledMcpjsonServers";

base::Error not_as_expected(const std::string& what) {
  return {base::Code::parse_error, what,
          "Correct the file; `claude mcp add session-state -- holdfast mcp` does without it."};
}

const Json* member(const Json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(std::string(key));
  return found == object.end() ? nullptr : &*found;
}

Json new_entry(const os::Path& program) {
  return Json{{"type", "stdio"}, {"command", program.native()}, {"args", Json::array({"mcp"})}};
}

// The place of our name in a list of names; nothing where it is no list or does not have it.
std::optional<std::size_t> place_in(const Json& settings, std::string_view list) {
  const Json* const names = member(settings, list);
  if (names == nullptr || !names->is_array()) return std::nullopt;
  const auto found = std::find(names->begin(), names->end(), Json(kServerName));
  if (found == names->end()) return std::nullopt;
  return static_cast<std::size_t>(found - names->begin());
}

// Removes what stands at `inner` and then each container above it that has become empty and was
// made by us: such a one has whitespace inside. False: nothing is left of the document.
base::Result<bool> remove_with_containers(JsonText& text, const JsonPath& inner,
                                          const JsonPath& outer) {
  const bool outer_spaced = text.is_spaced(outer);
  const bool root_spaced = text.is_spaced({});
  TRY(text.remove(inner));
  if (outer_spaced && text.size_of(outer) == 0) TRY(text.remove(outer));
  return !(root_spaced && text.size_of({}) == 0);
}

}  // namespace

ServerEntry server_entry(const Json& document) {
  const Json* const servers = member(document, kServers);
  const Json* const entry = servers == nullptr ? nullptr : member(*servers, kServerName);
  if (entry == nullptr) return ServerEntry::none;
  const Json* const command = member(*entry, "command");
  const Json* const arguments = member(*entry, "args");
  const bool serves = arguments != nullptr && arguments->is_array() && !arguments->empty() &&
                      arguments->front() == Json("mcp");
  if (command == nullptr || !command->is_string() || !serves) return ServerEntry::foreign;
  const os::Path program = command->get<std::string>();
  if (program.filename() != "holdfast" && program.filename() != "brain") {
    return ServerEntry::foreign;
  }
  return program.has_parent_path() ? ServerEntry::own : ServerEntry::shared;
}

base::Result<JsonText> parse_servers(std::string text) {
  auto parsed = JsonText::parse(std::move(text));
  if (!parsed.ok()) {
    if (parsed.error().code != base::Code::parse_error) return parsed;
    return not_as_expected(parsed.error().message + "; comments and trailing commas are not JSON");
  }
  const Json document = parsed->value();
  if (!document.is_object()) return not_as_expected("not a JSON object");
  const Json* const servers = member(document, kServers);
  if (servers != nullptr && !servers->is_object()) {
    return not_as_expected("\"mcpServers\" is not an object");
  }
  return parsed;
}

base::Result<std::string> with_our_server(const std::optional<std::string>& text,
                                          const os::Path& program) {
  TRY(check_program(program));
  const Json servers{{kServerName, new_entry(program)}};
  if (!text) return base::new_json_text(Json{{kServers, servers}});
  TRY_ASSIGN(JsonText edited, parse_servers(*text));
  const JsonPath entry{kServers, kServerName};
  switch (server_entry(edited.value())) {
    case ServerEntry::none:
      if (edited.has({kServers})) {
        TRY(edited.add_member({kServers}, kServerName, new_entry(program)));
      } else {
        TRY(edited.add_member({}, kServers, servers));
      }
      break;
    case ServerEntry::foreign:
      return base::Error{base::Code::exists, "session-state is another program there", ""};
    case ServerEntry::shared:
    case ServerEntry::own:
      if (edited.value()[kServers][kServerName]["command"] == program.native()) break;
      TRY(edited.remove({kServers, kServerName, "command"}));
      TRY(edited.add_member(entry, "command", Json(program.native())));
      break;
  }
  return edited.text();
}

base::Result<std::optional<std::string>> without_our_server(std::string text, ServerEntry kind) {
  TRY_ASSIGN(JsonText edited, parse_servers(std::move(text)));
  if (server_entry(edited.value()) != kind) return std::optional<std::string>(edited.text());
  TRY_ASSIGN(const bool is_left,
             remove_with_containers(edited, {kServers, kServerName}, {kServers}));
  if (!is_left) return std::optional<std::string>();
  return std::optional<std::string>(edited.text());
}

base::Result<std::string> with_leave(const std::optional<std::string>& text) {
  const Json names = Json::array({kServerName});
  if (!text) return base::new_json_text(Json{{kAllowed, names}});
  TRY_ASSIGN(JsonText edited, parse_settings(*text));
  const Json settings = edited.value();
  if (place_in(settings, kAllowed) || place_in(settings, kRefused)) return *text;
  const Json* const allowed = member(settings, kAllowed);
  if (allowed == nullptr) {
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
  TRY_ASSIGN(const bool is_left, remove_with_containers(edited, {kAllowed, *place}, {kAllowed}));
  if (!is_left) return std::optional<std::string>();
  return std::optional<std::string>(edited.text());
}

}  // namespace host::claude_code
