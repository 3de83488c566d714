#include "host/server_entry.h"

#include <array>
#include <nlohmann/json.hpp>

#include "host/hook_file.h"

namespace host {

using base::Json;
using base::JsonPath;
using base::JsonText;

namespace {

base::Error not_as_expected(const std::string& what, const ServerDialect& dialect) {
  return {base::Code::parse_error, what, dialect.hint};
}

const Json* member(const Json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(std::string(key));
  return found == object.end() ? nullptr : &*found;
}

const Json* first_of(const Json* list) {
  return list != nullptr && list->is_array() && !list->empty() ? &list->front() : nullptr;
}

// The program that an entry starts as an MCP server of ours would be; nothing where it does not.
std::optional<std::string> program_of(const Json& entry, ServerShape shape) {
  const Json* command = member(entry, "command");
  if (shape == ServerShape::command_list) {
    const bool serves =
        first_of(command) != nullptr && command->size() > 1 && (*command)[1] == Json("mcp");
    if (!serves) return std::nullopt;
    command = first_of(command);
  } else {
    const Json* const argument = first_of(member(entry, "args"));
    if (argument == nullptr || *argument != Json("mcp")) return std::nullopt;
  }
  if (command == nullptr || !command->is_string()) return std::nullopt;
  return command->get<std::string>();
}

Json command_member(const os::Path& program, ServerShape shape) {
  if (shape == ServerShape::command_list) return Json::array({program.native(), "mcp"});
  return Json(program.native());
}

ServerEntry kind_of(const Json* entry, ServerShape shape) {
  if (entry == nullptr) return ServerEntry::none;
  const auto named = program_of(*entry, shape);
  if (!named) return ServerEntry::foreign;
  const os::Path program = *named;
  if (program.filename() != "holdfast" && program.filename() != "brain") {
    return ServerEntry::foreign;
  }
  return program.has_parent_path() ? ServerEntry::own : ServerEntry::shared;
}

}  // namespace

Json new_server_entry(const os::Path& program, ServerShape shape) {
  const Json command = command_member(program, shape);
  const Json arguments = Json::array({"mcp"});
  switch (shape) {
    case ServerShape::plain:
      return Json{{"command", command}, {"args", arguments}};
    case ServerShape::typed:
      return Json{{"type", "stdio"}, {"command", command}, {"args", arguments}};
    case ServerShape::typed_local:
      return Json{{"type", "local"},
                  {"command", command},
                  {"args", arguments},
                  {"tools", Json::array({"*"})}};
    case ServerShape::command_list:
      return Json{{"type", "local"}, {"command", command}, {"enabled", true}};
  }
  return {};
}

ServerEntry server_entry(const Json& document, const ServerDialect& dialect) {
  const Json* const servers = member(document, dialect.container);
  return kind_of(servers == nullptr ? nullptr : member(*servers, kServerName), dialect.shape);
}

void take_server(const Json& servers, ServerShape shape, std::string_view where,
                 Standing& standing) {
  constexpr std::array<std::string_view, 10> kStarting{
      "type", "command", "args",    "cwd",      "workingDirectory",
      "env",  "url",     "httpUrl", "disabled", "enabled"};
  const Json* const entry = member(servers, kServerName);
  if (entry == nullptr) return;
  const std::string place = "server " + std::string(where) + " ";
  if (kind_of(entry, shape) == ServerEntry::foreign) {
    return standing.add_against(place + canonical(*entry),
                                "another program as the MCP server " + std::string(kServerName));
  }
  // What a person sets besides, such as the tools that it may use unasked, is free.
  Json starting = Json::object();
  for (const std::string_view name : kStarting) {
    if (const Json* const value = member(*entry, name)) starting[std::string(name)] = *value;
  }
  standing.add_ours(place + canonical(starting), "the MCP server " + std::string(kServerName));
}

base::Result<JsonText> parse_server_file(std::string text, const ServerDialect& dialect) {
  auto parsed = JsonText::parse(std::move(text));
  if (!parsed.ok()) {
    if (parsed.error().code != base::Code::parse_error) return parsed;
    return not_as_expected(parsed.error().message + "; comments and trailing commas are not JSON",
                           dialect);
  }
  const Json document = parsed->value();
  if (!document.is_object()) return not_as_expected("not a JSON object", dialect);
  const Json* const servers = member(document, dialect.container);
  if (servers != nullptr && !servers->is_object()) {
    return not_as_expected("\"" + std::string(dialect.container) + "\" is not an object", dialect);
  }
  return parsed;
}

base::Result<std::string> with_server(const std::optional<std::string>& text,
                                      const os::Path& program, const ServerDialect& dialect) {
  TRY(check_program(program));
  const std::string_view container = dialect.container;
  const Json fresh = new_server_entry(program, dialect.shape);
  const Json servers{{kServerName, fresh}};
  if (!text) return base::new_json_text(Json{{container, servers}});
  TRY_ASSIGN(JsonText edited, parse_server_file(*text, dialect));
  const Json command = command_member(program, dialect.shape);
  switch (server_entry(edited.value(), dialect)) {
    case ServerEntry::none:
      if (edited.has({container})) {
        TRY(edited.add_member({container}, kServerName, fresh));
      } else {
        TRY(edited.add_member({}, container, servers));
      }
      break;
    case ServerEntry::foreign:
      return base::Error{base::Code::exists, "session-state is another program there", ""};
    case ServerEntry::shared:
    case ServerEntry::own:
      if (edited.value()[container][kServerName]["command"] == command) break;
      TRY(edited.remove({container, kServerName, "command"}));
      TRY(edited.add_member({container, kServerName}, "command", command));
      break;
  }
  return edited.text();
}

base::Result<std::optional<std::string>> without_server(std::string text, ServerEntry kind,
                                                        const ServerDialect& dialect) {
  TRY_ASSIGN(JsonText edited, parse_server_file(std::move(text), dialect));
  if (server_entry(edited.value(), dialect) != kind) {
    return std::optional<std::string>(edited.text());
  }
  TRY_ASSIGN(const bool is_left,
             remove_with_container(edited, {dialect.container, kServerName}, {dialect.container}));
  if (!is_left) return std::optional<std::string>();
  return std::optional<std::string>(edited.text());
}

base::Result<bool> remove_with_container(JsonText& text, const JsonPath& inner,
                                         const JsonPath& outer) {
  const bool outer_spaced = text.is_spaced(outer);
  const bool root_spaced = text.is_spaced({});
  TRY(text.remove(inner));
  if (outer_spaced && text.size_of(outer) == 0) TRY(text.remove(outer));
  return !(root_spaced && text.size_of({}) == 0);
}

}  // namespace host
