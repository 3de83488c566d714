// Markdown that the parser is quick with: cmark-gfm as Debian has it needs a time that grows with
// the square of some inputs, and memory with columns times rows.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"

namespace store {

inline constexpr std::size_t kTableColumnsMax = 16;

// The same lines, but for those that only an attack has: deep nesting, tables of very many columns,
// row after row of dashes. too_large where there are too many lines.
base::Result<std::string> shielded_markdown(std::string_view markdown);

}  // namespace store
