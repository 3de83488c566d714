#include "host/cline/commands.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "host/shell_words.h"

namespace host::cline {
namespace {

using base::Json;

bool add_command(const Json& value, std::string& script);

void add_line(std::string_view line, std::string& script) {
  if (!script.empty()) script += '\n';
  script += line;
}

// " 'a b' c": nothing where they are no texts.
std::optional<std::string> arguments_of(const Json& list) {
  if (!list.is_array()) return std::nullopt;
  std::string text;
  for (const Json& word : list) {
    if (!word.is_string()) return std::nullopt;
    text += " " + quoted_for_shell(word.get<std::string>());
  }
  return text;
}

// The extension gives everything as a text, and so lists as JSON in one.
Json unwrapped(const Json& value) {
  if (!value.is_string()) return value;
  const std::string& text = value.get_ref<const std::string&>();
  const std::string_view start = base::trim(text);
  if (!start.starts_with('[') && !start.starts_with('{')) return value;
  auto inner = base::parse_json(text);
  return inner.ok() ? *std::move(inner) : value;
}

bool add_program(const Json& object, std::string& script) {
  constexpr std::array<const char*, 5> kNames{"command", "cmd", "shell_command", "script",
                                              "commands"};
  std::string arguments;
  if (const auto given = object.find("args"); given != object.end()) {
    const auto words = arguments_of(unwrapped(*given));
    if (!words) return false;
    arguments = *words;
  }
  bool has_any = false;
  for (const char* const name : kNames) {
    const auto given = object.find(name);
    if (given == object.end() || given->is_null()) continue;
    has_any = true;
    const bool takes_arguments = given->is_string() && !arguments.empty();
    const Json value = takes_arguments ? Json(given->get<std::string>() + arguments) : *given;
    if (!add_command(value, script)) return false;
  }
  return has_any;
}

bool add_command(const Json& value, std::string& script) {
  const Json command = unwrapped(value);
  if (command.is_string()) {
    add_line(command.get_ref<const std::string&>(), script);
    return true;
  }
  if (command.is_object()) return add_program(command, script);
  if (!command.is_array()) return false;
  for (const Json& one : command) {
    if (one.is_array()) {
      const auto words = arguments_of(one);
      if (!words) return false;
      add_line(base::trim(*words), script);
    } else if (!add_command(one, script)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<std::string> script_of(const Json& input) {
  std::string script;
  if (!add_command(input, script)) return std::nullopt;
  return script;
}

}  // namespace host::cline
