// Long lists in pages. A cursor is opaque to the client: it names the last item that was sent, so
// that a list which changes in between neither skips nor repeats what stayed.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mcp/feature.h"

namespace mcp {

struct Page {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string next_cursor;  // Empty: this is the last page.
};

// The page of a list whose items have these names, in order. -32602 for a cursor that we never
// gave.
std::variant<Page, ProtocolError> page_of(const std::vector<std::string>& names,
                                          const base::Json& params, std::size_t page_size);

}  // namespace mcp
