#include "policy/redaction_url.h"

#include <algorithm>
#include <cstddef>

#include "policy/redaction_character.h"
#include "policy/redaction_filter.h"
#include "policy/redaction_plain.h"

namespace policy::redaction {
namespace {

constexpr std::string_view kUrlMark = "://";
constexpr std::string_view kNoPassword = ":x-oauth-basic";  // The user is a token, says GitHub.

bool is_authority_end(char c) {
  return static_cast<unsigned char>(c) <= ' ' || is_of(c, kQuote) || c == '/' || c == '?' ||
         c == '#' || c == '<' || c == '>' || c == '\\' || c == ')';
}

// A user without a password is a token on the web ("https://TOKEN@host") and a name elsewhere
// ("ssh://git@host").
bool is_user_secret(std::string_view before, std::string_view user) {
  const bool is_web = ends_with_word(before, "http") || ends_with_word(before, "https");
  return is_web && user != "git" && !user.empty() && !is_placeholder(user);
}

// `mark` is where "://" stands. Its authority ends before the next one's slashes.
void redact_url(std::string_view text, std::size_t mark, Edit& edit) {
  const std::size_t begin = mark + kUrlMark.size();
  std::size_t sign = kNone;
  for (std::size_t at = begin; at < text.size() && !is_authority_end(text[at]); ++at) {
    if (text[at] == '@') sign = at;
  }
  if (sign == kNone) return;
  const std::string_view userinfo = text.substr(begin, sign - begin);
  const std::size_t user_bytes = std::min(userinfo.find(':'), userinfo.size());
  if (userinfo.substr(user_bytes) == kNoPassword) {
    edit.replace(begin, begin + user_bytes);
  } else if (user_bytes + 1 < userinfo.size()) {
    const std::size_t password = begin + user_bytes + 1;
    if (!is_placeholder(text.substr(password, sign - password))) edit.replace(password, sign);
  } else if (is_user_secret(text.substr(0, mark), userinfo.substr(0, user_bytes))) {
    edit.replace(begin, begin + user_bytes);
  }
}

}  // namespace

void redact_urls(std::string_view text, Edit& edit) {
  std::size_t mark = find_url_mark(text, 0);
  while (mark < text.size()) {
    redact_url(text, mark, edit);
    mark = find_url_mark(text, mark + kUrlMark.size());
  }
}

}  // namespace policy::redaction
