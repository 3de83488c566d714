// A user's regular expression: Python's dialect as PCRE2 reads it, with limits, so that no pattern
// of a repository can hold a hook up.
//
// Read as Python reads them, where PCRE2 alone would not: `\Z` is the very end, `{,3}` is `{0,3}`.
// Not known: `\u0041`, `(?a)`, `(?L)` and `(?u)`. Known beyond Python: what else PCRE2 has, but
// `\C`.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace policy {

class Pattern {
 public:
  // invalid_value with the place of the fault, or for more than 4 KiB. Case does not count.
  static base::Result<Pattern> compile(std::string_view expression);
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  enum class Where { anywhere, at_start };
  // Text beyond 64 KiB is not looked at. What takes too long does not match: a match has its
  // limits, and all matches of one pattern together have one.
  bool matches(std::string_view text, Where where) const;

 private:
  struct Code;
  explicit Pattern(std::unique_ptr<Code> code);
  std::unique_ptr<Code> code_;
};

// Whether the expression begins with the name of a program ("git\s+push", "^(npm|yarn) publish"):
// then it speaks of an operation and is held against the parsed command. Others ("--force",
// ".*prod.*", "curl .*\|\s*sh") are searched for in the text. docs/shell.md has the table.
bool names_an_operation(std::string_view expression);

}  // namespace policy
