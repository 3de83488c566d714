// The text of a command, rewritten into an equal one that the grammar reads without mistakes.
#pragma once
#include <string>
#include <string_view>

namespace policy::shell {

// How the name of such a file begins.
inline constexpr std::string_view kHereMark = "<<";

struct Source {
  std::string text;
  bool too_deep = false;  // Nested beyond what is followed; the rest was taken as it stands.
  bool broken = false;    // A parenthesis too many; the text ends before it.
};

// The grammar takes a here-document or a here-string only in some places of a line, so each becomes
// an input from a file whose name begins with `<<`, which holds the commands that it would run:
// `cat <<EOF >f` with `$(date)` in its body becomes `cat < '<<'"$(date)" >f`. Comments go,
// continued lines are joined, `<>` is written as `>`, `[` as `test` and a `$` that names nothing as
// `\$`.
Source read_source(std::string_view command);

}  // namespace policy::shell
