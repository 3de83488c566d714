#include "mcp/client/header_value.h"

#include <algorithm>

#include "base/base64.h"
#include "base/text.h"

namespace mcp::client {
namespace {

constexpr std::string_view kLead = "=?base64?";
constexpr std::string_view kTail = "?=";

bool is_plain(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() == ' ' || text.back() == ' ') return false;
  // What only looks encoded must be, or it would be decoded.
  if (text.starts_with(kLead) && text.ends_with(kTail)) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

std::string header_value(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  return std::string(kLead) + base::to_base64(text) + std::string(kTail);
}

bool is_header_name(std::string_view name) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return base::is_alnum(c) || kMarks.find(c) != std::string_view::npos;
  });
}

}  // namespace mcp::client
