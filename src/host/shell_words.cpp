#include "host/shell_words.h"

#include <algorithm>

#include "base/text.h"

namespace host {

std::string quoted_for_shell(const os::Path& program) {
  const std::string& text = program.native();
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return base::is_alnum(c) || c == '/' || c == '.' || c == '_' || c == '-' || c == '+';
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::optional<std::vector<std::string>> shell_words(std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool is_last = i + 1 == command.size();
    if (quote == '\0' && (c == ' ' || c == '\t')) {
      in_word = false;
      continue;
    }
    if (quote == '\0' && std::string_view("|&;<>()\n`").find(c) != std::string_view::npos) {
      return std::nullopt;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'') {
      if (is_last) return std::nullopt;
      words.back() += command[++i];
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') return std::nullopt;
  return words;
}

}  // namespace host
