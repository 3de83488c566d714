// Tokens whose issuer gave them a shape of their own, and JSON web tokens.
#pragma once
#include <cstddef>
#include <string_view>

namespace policy::redaction {

inline constexpr std::size_t kTokenBytesMin = 15;  // "xoxb-" and ten more.

// Finds the tokens of a text from left to right. All calls together take linear time.
class TokenMatcher {
 public:
  explicit TokenMatcher(std::string_view text) : text_(text) {}

  // The end of the token that starts at `begin` and lies before `limit`, or npos.
  std::size_t match(std::size_t begin, std::size_t limit);

 private:
  std::size_t match_jwt(std::string_view text, std::size_t begin);

  std::string_view text_;
  std::size_t no_jwt_before_ = 0;
  std::size_t last_end_ = 0;
};

}  // namespace policy::redaction
