// One word of a command after quotes, escapes and known variables: what a program would be given.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace policy::shell {

struct Word {
  static constexpr std::size_t kNone = std::string::npos;

  std::string text;            // What is not known stands in it as written.
  std::size_t varies = kNone;  // From here on a wildcard decides; it never adds a folder before it.
  bool unknown = false;        // A variable or a substitution that the text does not tell.
  std::size_t told = 0;        // With `unknown`: how much before that is known.
  bool hidden = false;         // Its wildcards match a leading dot too.
  bool stream = false;         // `<(…)` or `>(…)`: a pipe to another command, not a file.

  static Word literal(std::string_view text) { return {.text = std::string(text)}; }
  static Word unknown_text(std::string_view text) {
    return {.text = std::string(text), .unknown = true};
  }

  bool is_literal() const { return !unknown && varies == kNone; }
  // A literal of exactly this text.
  bool is(std::string_view wanted) const { return is_literal() && text == wanted; }
  bool starts_with(std::string_view prefix) const { return text.starts_with(prefix); }
  // Behind the first `count` characters.
  Word behind(std::size_t count) const;
};

using Words = std::vector<Word>;

// Whether the shell would look for files with these names rather than for this one.
bool has_wildcard(std::string_view text);

// `a{b,c}d` as `abd` and `acd`; the text itself where nothing is to expand or it would be too much.
std::vector<std::string> expand_braces(std::string_view raw);

}  // namespace policy::shell
