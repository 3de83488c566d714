#include "policy/redaction_header.h"

#include <algorithm>
#include <array>

#include "policy/redaction_character.h"
#include "policy/redaction_plain.h"
#include "policy/redaction_value.h"

namespace policy::redaction {
namespace {

// Schemes whose credentials are one token, and those that go on to the end of the header.
constexpr std::array<std::string_view, 8> kTokenSchemes{"basic", "bearer", "token", "negotiate",
                                                        "ntlm",  "apikey", "bot",   "splunk"};
constexpr std::array<std::string_view, 8> kListSchemes{
    "digest", "aws4-hmac-sha256", "signature",    "oauth", "hawk",
    "hmac",   "sharedkey",        "sharedkeylite"};

template <typename Words>
bool is_one_of(std::string_view word, const Words& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view known) { return is_word(word, known); });
}

// Only a scheme that is not known needs this: a sentence may start with "Authorization: ". What
// holds a pair is judged as one.
bool is_token_like(std::string_view token) {
  constexpr std::size_t kTokenBytes = 16;
  if (token.starts_with(kMarker)) return true;
  const std::string_view body = token.substr(0, token.find_last_not_of('=') + 1);
  if (body.find_first_of(":=%") != kNone) return false;
  return body.size() >= kTokenBytes || std::any_of(body.begin(), body.end(), base::is_digit);
}

// The first quote that does not open a parameter's value (username="x"), or the end of the line.
std::size_t parameters_end(std::string_view text, std::size_t at) {
  std::size_t backslashes = 0;
  for (; at < text.size() && text[at] != '\n' && text[at] != '\r'; ++at) {
    const char c = text[at];
    if (c == '\\') {
      ++backslashes;
      continue;
    }
    if (backslashes > 0 && (c == 'n' || c == 'r')) return at - backslashes;
    if (is_of(c, kQuote)) {
      const bool opens = at > backslashes && text[at - backslashes - 1] == '=';
      const std::size_t close = opens ? closing_quote(text, at + 1, c, backslashes) : kNone;
      if (close == kNone) return at - backslashes;
      at = close + backslashes;
    }
    backslashes = 0;
  }
  return at;
}

// The quote that the header stands in, as in -H 'Authorization: Digest username="x"', ends it.
std::size_t header_end(std::string_view text, std::size_t key, std::size_t value) {
  if (key == 0 || !is_of(text[key - 1], kQuote)) return parameters_end(text, value);
  std::size_t backslashes = 0;
  while (backslashes < key - 1 && text[key - 2 - backslashes] == '\\') ++backslashes;
  const std::size_t close = closing_quote(text, value, text[key - 1], backslashes);
  return close == kNone ? parameters_end(text, value) : close;
}

// What follows a known scheme is a secret unless it plainly stands for one.
std::size_t redact_token(std::string_view text, std::size_t at, Edit& edit) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with('<') || rest.starts_with('{') || rest.starts_with("${")) return at;
  if (rest.starts_with("$(")) return at;
  const Value token = read_bare_value(text, at);
  if (!is_placeholder(token.of(text))) edit.replace(token.begin, token.end);
  return token.end;
}

}  // namespace

bool is_authorization(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr std::string_view kName = "authorization";
  return ends_with_word(text.substr(begin, end - begin), kName) &&
         starts_word(text, end - kName.size());
}

bool is_bearer(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr std::string_view kName = "bearer";
  return ends_with_word(text.substr(begin, end - begin), kName) &&
         starts_word(text, end - kName.size());
}

std::size_t redact_authorization(std::string_view text, std::size_t key, std::size_t value,
                                 Edit& edit) {
  const Value whole = read_value(text, value);
  const std::size_t begin = whole.quoted ? skip_blanks(text, whole.begin) : value;
  const std::size_t scheme_end = run_end(text, begin, kUrlSafe);
  const std::size_t credentials = skip_blanks(text, scheme_end);
  if (scheme_end == begin || credentials == scheme_end) return kNone;
  if (whole.quoted && credentials >= whole.end) return kNone;
  const std::string_view scheme = text.substr(begin, scheme_end - begin);
  if (is_one_of(scheme, kListSchemes)) {
    const std::size_t end = whole.quoted ? whole.end : header_end(text, key, credentials);
    edit.replace(credentials, end);
    return end;
  }
  const std::string_view token = read_bare_value(text, credentials).of(text);
  if (is_one_of(scheme, kTokenSchemes) || is_token_like(token))
    return redact_token(text, credentials, edit);
  return kNone;
}

std::size_t redact_bearer(std::string_view text, std::size_t at, Edit& edit) {
  std::size_t begin = skip_blanks(text, at);
  if (begin == at && text.substr(at).starts_with("%20")) begin += 3;
  if (begin == at) return at;
  const Origin origin{KeyKind::issued, "BEARER", true};
  const std::size_t code = code_end(text, begin, origin);
  if (code != kNone) return code;
  const Value token = read_bare_value(text, begin);
  const std::size_t plain = plain_end(text, token, origin);
  if (plain != kNone) return plain;
  const std::size_t name_end = run_end(text, begin, kKey);
  if (name_end + 1 == token.end && text[name_end] == '=' && token.end < text.size() &&
      is_of(text[token.end], kQuote))
    return begin;  // A challenge: Bearer realm="x".
  edit.replace(token.begin, token.end);
  return token.end;
}

}  // namespace policy::redaction
