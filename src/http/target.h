// The target of a request line, as a path and a query.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace http {

struct Target {
  std::string path;   // Decoded once; begins with '/'.
  std::string query;  // As it came, without '?'.
};

// "/a%20b?x=1" or "http://host/a%20b?x=1". Nothing where the path does not begin with '/', has a
// '%' without two hexadecimal digits, or a NUL.
std::optional<Target> target_from_text(std::string_view text);

}  // namespace http
