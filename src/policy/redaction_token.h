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

  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  // The first token that lies in [begin, limit); an empty range at `limit` where there is none.
  Range next(std::size_t begin, std::size_t limit);

 private:
  // The end of the token that starts at `begin`, or npos.
  std::size_t match(std::size_t begin, std::size_t limit);
  std::size_t match_jwt(std::string_view text, std::size_t begin);

  std::string_view text_;
  std::size_t no_jwt_before_ = 0;
  std::size_t last_end_ = 0;
};

}  // namespace policy::redaction
