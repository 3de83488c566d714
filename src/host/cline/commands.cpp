#include "host/cline/commands.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/text.h"
#include "host/shell_words.h"

namespace host::cline {
namespace {

using base::Json;

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

// As Cline writes a list or an object: a shell's own brackets and braces have a blank behind them.
bool is_like_json(std::string_view text) {
  constexpr std::array<std::string_view, 6> kStarts{"[\"", "[{\"", "[[\"", "{\"", "[]", "{}"};
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [&](std::string_view start) { return text.starts_with(start); });
}

// The text itself may be the command. In "\\$(rm x)" a shell finds a backslash and what rm says,
// where a reader of JSON finds a dollar sign that means nothing.
bool may_run_as_it_stands(std::string_view json) {
  return json.find("\\\\$(") != std::string_view::npos ||
         json.find("\\\\`") != std::string_view::npos;
}

class Commands {
 public:
  explicit Commands(InputForm form) : form_(form) {}

  bool add(const Json& value) {
    const auto command = unwrapped(value);
    if (!command) return false;
    if (command->is_string()) {
      all_.push_back(command->get<std::string>());
      return true;
    }
    if (command->is_object()) return add_program(*command);
    if (!command->is_array()) return false;
    return std::all_of(command->begin(), command->end(),
                       [&](const Json& one) { return one.is_array() ? add_words(one) : add(one); });
  }

  std::string script() const {
    if (all_.size() == 1) return all_.front();
    std::string text;
    for (const std::string& command : all_) add_shell(command, text);
    // Cline puts the lines of a document back together that were given as commands.
    const bool has_document = std::any_of(all_.begin(), all_.end(), [](const std::string& command) {
      return command.find("<<") != std::string::npos;
    });
    if (has_document) add_shell(base::join(all_, "\n"), text);
    return text;
  }

 private:
  static void add_shell(const std::string& command, std::string& script) {
    if (!script.empty()) script += '\n';
    script += "sh -c " + quoted_for_shell(command);
  }

  bool add_words(const Json& list) {
    const auto words = arguments_of(list);
    if (words) all_.emplace_back(base::trim(*words));
    return words.has_value();
  }

  bool add_program(const Json& object) {
    constexpr std::array<const char*, 5> kNames{"command", "cmd", "shell_command", "script",
                                                "commands"};
    std::string arguments;
    if (const auto given = object.find("args"); given != object.end() && !given->is_null()) {
      const auto list = unwrapped(*given);
      const auto words = list ? arguments_of(*list) : std::nullopt;
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
      if (!add(value)) return false;
    }
    return has_any;
  }

  // A text that is JSON as Cline writes it stands for what it says. With a blank or a line more a
  // shell may understand it too, otherwise: then it is in no form that is known.
  std::optional<Json> unwrapped(const Json& value) const {
    if (form_ == InputForm::as_it_is || !value.is_string()) return value;
    const std::string& text = value.get_ref<const std::string&>();
    if (!is_like_json(text)) return value;
    auto inner = base::parse_json(text);
    const bool is_plain = inner.ok() && base::dump_line(*inner) == text;
    if (!is_plain || may_run_as_it_stands(text)) return std::nullopt;
    return *std::move(inner);
  }

  InputForm form_;
  std::vector<std::string> all_;
};

}  // namespace

std::optional<std::string> script_of(const Json& input, InputForm form) {
  Commands commands(form);
  if (!commands.add(input)) return std::nullopt;
  return commands.script();
}

}  // namespace host::cline
