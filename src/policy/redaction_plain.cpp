#include "policy/redaction_plain.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "policy/redaction_character.h"
#include "policy/redaction_edit.h"
#include "policy/redaction_randomness.h"

namespace policy::redaction {
namespace {

constexpr std::size_t kQuotedBytesMin = 4;
constexpr std::size_t kBareBytesMin = 6;

// Shorter words need no row: a bare value has six characters, a quoted one four.
constexpr std::string_view kPlainWords[] = {
    "true",           "false",         "null",        "none",         "undefined",     "string",
    "boolean",        "number",        "integer",     "object",       "unknown",       "optional",
    "required",       "missing",       "invalid",     "valid",        "expired",       "expires",
    "disabled",       "enabled",       "default",     "revoked",      "rotated",       "hidden",
    "masked",         "omitted",       "nullptr",     "present",      "absent",        "basic",
    "option",         "argument",      "parameter",   "latest",       "stable",        "empty",
    "correct",        "incorrect",     "placeholder", "redacted",     "changeme",      "change-me",
    "removed",        "filtered",      "secretstr",   "string_view",  "value",         "bytes",
    "authentication", "authorization", "scheme",      "header",       "headers",       "format",
    "options",        "arguments",     "parameters",  "access_token", "refresh_token", "id_token",
    "include",        "same-origin",
};

constexpr std::array<std::string_view, 20> kFileEndings{
    ".json", ".pem", ".key", ".txt", ".yml", ".yaml", ".env", ".toml", ".crt", ".cpp",
    ".h",    ".py",  ".ts",  ".js",  ".md",  ".go",   ".rs",  ".java", ".ini", ".conf",
};

template <typename Predicate>
bool all(std::string_view text, Predicate predicate) {
  return std::all_of(text.begin(), text.end(), predicate);
}

// The last four are the bytes of U+2022 and U+2026, the bullet and the ellipsis.
constexpr std::string_view kMasks = "xX*.-_#\xE2\x80\xA2\xA6";

bool is_masked(std::string_view value) {
  return all(value, [](char c) { return kMasks.find(c) != kNone; });
}

bool is_variable_name(std::string_view name) {
  if (name.empty() || !is_of(name[0], kUpper | kLower | kUnderscore)) return false;
  return all(name, [](char c) { return is_of(c, kUpper | kDigit | kUnderscore); }) ||
         all(name, [](char c) { return is_of(c, kUpper | kLower | kUnderscore); });
}

// Most values fail here: one that starts with a letter or a digit is masked by 'x', starts with
// "your" or ends in "here".
bool may_be_placeholder(std::string_view value) {
  if (value.empty() || !is_of(value[0], kAlnum)) return true;
  const char first = base::to_lower(value[0]);
  return first == 'x' || first == 'y' || base::to_lower(value.back()) == 'e';
}

// A name between the two, which may hold more braces but nothing that could be a value.
bool is_name_in(std::string_view value, std::string_view open, char close) {
  if (value.size() <= open.size() || !value.starts_with(open) || !value.ends_with(close))
    return false;
  return all(value.substr(open.size(), value.size() - open.size() - 1),
             [](char c) { return is_of(c, kKey) || c == ' ' || c == '{' || c == '}' || c == ')'; });
}

// For each size, the first and the last letters of the plain words that have it, one bit each.
constexpr std::size_t kPlainWordBytesMax = 14;
struct WordEnds {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};
constexpr std::array<WordEnds, kPlainWordBytesMax + 1> kPlainEnds = [] {
  std::array<WordEnds, kPlainWordBytesMax + 1> ends{};
  for (const std::string_view word : kPlainWords) {
    ends[word.size()].first |= letter_bit(word.front());
    ends[word.size()].last |= letter_bit(word.back());
  }
  return ends;
}();

bool may_be_plain_word(std::string_view word) {
  if (word.empty() || word.size() > kPlainWordBytesMax) return false;
  const WordEnds& ends = kPlainEnds[word.size()];
  return (ends.first & letter_bit(word.front())) != 0 && (ends.last & letter_bit(word.back())) != 0;
}

bool is_plain_word(std::string_view value) {
  const std::string_view word = value.starts_with('(') ? value.substr(1) : value;
  if (!may_be_plain_word(word)) return is_keyword(word);
  for (const std::string_view plain : kPlainWords) {
    if (is_word(word, plain)) return true;
  }
  return is_keyword(word);
}

// "2000", "1,234", "12_000", "v1.2.3", "12/200".
std::size_t number_end(std::string_view value) {
  std::size_t at = 0;
  while (at < value.size() && std::string_view("+-~v").find(value[at]) != kNone) ++at;
  if (at > 1 || at == value.size() || !is_of(value[at], kDigit | kDot)) return 0;
  while (at < value.size() &&
         (is_of(value[at], kDigit | kDot | kUnderscore) || value[at] == ',' || value[at] == '/'))
    ++at;
  return at;
}

bool is_timestamp(std::string_view value) {
  return value.size() >= 10 && value[4] == '-' && value[7] == '-' && all(value, [](char c) {
           return is_of(c, kDigit) || std::string_view("-:.+TZ").find(c) != kNone;
         });
}

bool is_number(std::string_view value, KeyKind kind) {
  const std::size_t end = number_end(value);
  if (end == value.size()) return true;
  if (kind != KeyKind::issued) return false;
  if (is_timestamp(value)) return true;
  const std::string_view unit = value.substr(end);
  if (end == 0) return false;
  for (const std::string_view known :
       {"k", "m", "b", "g", "kb", "mb", "gb", "ms", "s", "h", "d", "%"}) {
    if (is_word(unit, known)) return true;
  }
  return false;
}

bool has_file_ending(std::string_view value) {
  for (const std::string_view ending : kFileEndings) {
    if (value.ends_with(ending)) return true;
  }
  return false;
}

bool is_path(std::string_view value, KeyKind kind) {
  const bool has_drive = value.size() > 3 && is_of(value[0], kUpper | kLower) && value[1] == ':' &&
                         (value[2] == '\\' || value[2] == '/');
  const bool is_rooted = has_drive || value.starts_with('/') || value.starts_with("./") ||
                         value.starts_with("../") || value.starts_with("~/");
  const bool is_relative = kind == KeyKind::issued &&
                           run_end(value, 0, kKey | kBase64Sign) == value.size() &&
                           (value.find('/') != kNone || has_file_ending(value));
  if (!is_rooted && !is_relative) return false;
  return value.find_first_of("=&?") == kNone && has_word_structure(value);
}

// "#d8dee9": highlighters give tokens colours.
bool is_colour(std::string_view value) {
  return value.starts_with('#') && value.size() <= 9 && all(value.substr(1), base::is_hex_digit);
}

bool is_plain(std::string_view value, KeyKind kind) {
  return value == kMarker || is_plain_word(value) || is_placeholder(value) ||
         is_number(value, kind) || is_colour(value) || is_digest(value) || is_path(value, kind);
}

// `$self->`, `$tokens[`, `$Config::`, `$config{` of Perl and PHP.
std::size_t member_end(std::string_view text, std::size_t at) {
  const std::size_t name_end = run_end(text, at + 1, kWord);
  if (name_end == at + 1 || name_end == text.size() || is_of(text[at + 1], kDigit)) return kNone;
  const std::string_view rest = text.substr(name_end, 2);
  const bool is_member = rest == "->" || rest == "::" || rest[0] == '[' || rest[0] == '{';
  return is_member ? name_end + 1 : kNone;
}

// `next_token(`, `tokens[`, `parse<Token>(`.
std::size_t call_end(std::string_view text, std::size_t at, KeyKind kind) {
  bool has_digit = false;
  for (; at < text.size(); ++at) {
    if (!is_of(text[at], kKey) && text[at] != ':' && text[at] != '>') break;
    has_digit = has_digit || is_of(text[at], kDigit);
  }
  if (at == text.size()) return kNone;
  if (has_digit && kind != KeyKind::issued) return kNone;
  if (text[at] == '(' || text[at] == '[') return at + 1;
  const bool has_type = text[at] == '<' && at + 1 < text.size() && base::is_alpha(text[at + 1]);
  return has_type && !has_digit ? at + 1 : kNone;
}

bool has_lower(std::string_view text) {
  return std::any_of(text.begin(), text.end(), base::is_lower);
}

// `TokenType`, `Literal`, `token_number`. Other words, in one case or joined by '_', may
// be what somebody takes for a token.
bool is_identifier(std::string_view name) {
  for (const std::string_view start : {"token_", "credential_", "bearer_", "key_"}) {
    if (name.starts_with(start)) return true;
  }
  std::uint8_t last = 0;
  std::uint8_t classes = 0;
  for (const char c : name) {
    const std::uint8_t now = class_of(c);
    if ((now & (kUpper | kLower | kDot)) == 0 || (now == kUpper && last == kUpper)) return false;
    classes |= now;
    last = now;
  }
  return (classes & kLower) != 0 && classes != kLower && has_word_structure(name);
}

// What a program reads a password from, whatever it calls it.
bool is_member_of_known(std::string_view name) {
  for (const std::string_view owner : {"self.", "this.", "cls.", "config.", "settings.", "args."}) {
    if (name.starts_with(owner)) return true;
  }
  return false;
}

// `self.token`, `db->password`, `DB_PASSWORD`, `Token::end`, `std::string`.
bool is_reference(std::string_view value, const Origin& origin) {
  const std::string_view name =
      value.substr(std::min(value.find_first_not_of("*&!"), value.size()));
  const bool is_name = all(name, [](char c) {
    return is_of(c, kUpper | kLower | kUnderscore | kDot) || c == '-' || c == '>' || c == ':';
  });
  if (!is_name) return false;
  if (name.find("::") != kNone || is_member_of_known(name)) return true;
  const bool is_member = name.find('.') != kNone || name.find("->") != kNone;
  if (name.find('-') != kNone && !is_member) return false;
  // A key without lower case is a variable of the environment, which holds values and not names.
  const bool is_code = origin.kind == KeyKind::issued && has_lower(origin.key);
  if (ends_in_keyword(name)) return is_code || is_member || !has_lower(name);
  const bool is_constant = !has_lower(name) && name.find('_') != kNone;
  return is_code && (is_member || is_constant || is_identifier(name));
}

// "<your token>" has blanks, so it may be longer than the bare value that it starts.
std::size_t bracket_end(std::string_view text, std::size_t begin, char close) {
  constexpr std::size_t kBytesMax = 64;
  const std::string_view head = text.substr(begin, kBytesMax);
  const std::size_t end = head.find(close);
  return end != kNone && is_placeholder(head.substr(0, end + 1)) ? begin + end + 1 : kNone;
}

// In `"token=" + text`, `"token: ", text` the quote closes the string that the key stands in.
bool follows_string(std::string_view content) {
  if (content.size() < 2) return false;
  if (content[0] == ' ') return std::string_view("+.%<").find(content[1]) != kNone;
  return content[1] == ' ' && (content[0] == ',' || is_of(content[0], kQuote));
}

// A word that the sentence goes on after: "token: refresh before it expires".
bool is_prose(std::string_view text, const Value& value) {
  const std::string_view word = value.of(text);
  if (word.empty() || !all(word.substr(1), base::is_lower) || !base::is_alpha(word[0]))
    return false;
  if (value.end + 1 >= text.size() || text[value.end] != ' ') return false;
  return base::is_alpha(text[value.end + 1]) && !has_pair_at(text, value.end + 1);
}

bool is_bare_plain(std::string_view text, const Value& value, const Origin& origin) {
  if (is_reference(value.of(text), origin)) return true;
  return origin.kind == KeyKind::issued && origin.after_spaced_colon && is_prose(text, value);
}

}  // namespace

bool is_placeholder(std::string_view value) {
  if (!may_be_placeholder(value)) return false;
  if (value == kMarker || is_masked(value)) return true;
  if (is_name_in(value, "<", '>') || is_name_in(value, "{", '}') || is_name_in(value, "${", '}') ||
      is_name_in(value, "%", '%'))
    return true;
  if (value == "%s" || is_name_in(value, "%(", 's')) return true;
  if (is_name_in(value, "[", ']'))
    return all(value, [](char c) { return !is_of(c, kLower | kDigit); });
  if (value.starts_with('$')) return is_variable_name(value.substr(1));
  const auto is_separator = [&](std::size_t at) {
    return at < value.size() && (value[at] == '-' || value[at] == '_' || value[at] == ' ');
  };
  if (has_word_at(value, 0, "your") && is_separator(4)) return true;
  return ends_with_word(value, "here") && value.size() > 4 && is_separator(value.size() - 5);
}

bool is_digest(std::string_view value) {
  if (!has_word_at(value, 0, "sha")) return false;
  const std::size_t end = run_end(value, 3, kDigit);
  return end > 3 && end < value.size() && (value[end] == ':' || value[end] == '-');
}

std::size_t code_end(std::string_view text, std::size_t at, const Origin& origin) {
  const std::string_view rest = text.substr(at);
  if (rest.empty() || has_mark_at(rest, 0, kMarker)) return kNone;
  const bool is_issued = origin.kind == KeyKind::issued;
  if (is_of(rest[0], kUpper | kLower | kUnderscore)) {
    const std::size_t scheme = run_end(text, at, kAlnum);
    if (is_issued && has_mark_at(text, scheme, "://")) return scheme + 3;
    return call_end(text, at, origin.kind);
  }
  switch (rest[0]) {
    case '{': {
      // "{SSHA}x" and "{noop}x" name how the password is kept; anything else is structure.
      const std::size_t close = run_end(text, at + 1, kWord);
      const bool is_kept = close > at + 1 && close + 1 < text.size() && text[close] == '}' &&
                           is_of(text[close + 1], kAlnum);
      return is_kept && !is_issued ? kNone : at + 1;
    }
    case '[':
      return at + 1;
    case '(':
      return is_issued ? at + 1 : kNone;
    case '<':
      return bracket_end(text, at, '>');
    case '$':
      if (rest.starts_with("$(")) return at + 2;
      return rest.starts_with("${") ? bracket_end(text, at, '}') : member_end(text, at);
    default:
      return kNone;
  }
}

std::size_t plain_end(std::string_view text, const Value& value, const Origin& origin) {
  const std::string_view content = base::trim(value.of(text));
  if (content.size() < (value.quoted ? kQuotedBytesMin : kBareBytesMin)) return value.end;
  if (is_plain(content, origin.kind) || ends_with_word(origin.key, content)) return value.end;
  if (!value.quoted) return is_bare_plain(text, value, origin) ? value.end : kNone;
  if (follows_string(value.of(text))) return value.begin;
  const auto begin = static_cast<std::size_t>(content.data() - text.data());
  if (content.starts_with("$(")) return begin + 2;  // A command, whose own secrets come next.
  const bool is_issued = origin.kind == KeyKind::issued;
  const std::size_t scheme = run_end(content, 0, kAlnum);
  if (is_issued && has_mark_at(content, scheme, "://")) return begin + scheme + 3;
  return kNone;
}

}  // namespace policy::redaction
