#include "mcp/pagination.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/text.h"
#include "mcp/protocol_error.h"

namespace mcp {
namespace {

constexpr std::string_view kMark = "after:";

std::string cursor_after(std::size_t index, const std::string& name) {
  return base::to_base64url(std::string(kMark) + std::to_string(index) + ":" + name);
}

// The place behind the item that the cursor names; where it has gone, the place where it was.
std::optional<std::size_t> place_behind(const std::vector<std::string>& names,
                                        const std::string& cursor) {
  const std::optional<std::string> text = base::bytes_from_base64url(cursor);
  if (!text || !text->starts_with(kMark)) return std::nullopt;
  const std::string_view rest = std::string_view(*text).substr(kMark.size());
  const std::size_t colon = rest.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<std::uint64_t> index = base::to_number(rest.substr(0, colon));
  if (!index) return std::nullopt;
  const auto named = std::find(names.begin(), names.end(), rest.substr(colon + 1));
  if (named != names.end()) return static_cast<std::size_t>(named - names.begin()) + 1;
  return std::min<std::size_t>(*index, names.size());
}

}  // namespace

std::variant<Page, ProtocolError> page_of(const std::vector<std::string>& names,
                                          const base::Json& params, std::size_t page_size) {
  Page page;
  if (params.is_object() && params.contains("cursor")) {
    const base::Json& cursor = params["cursor"];
    if (!cursor.is_string()) return invalid_params("cursor is not a string");
    const auto begin = place_behind(names, cursor.get<std::string>());
    if (!begin) return invalid_params("cursor is not one that this server gave");
    page.begin = *begin;
  }
  page.end = std::min(names.size(), page.begin + page_size);
  if (page.end < names.size()) page.next_cursor = cursor_after(page.end - 1, names[page.end - 1]);
  return page;
}

}  // namespace mcp
