#include "policy/redaction_key.h"

#include <array>
#include <cstdint>

#include "policy/redaction_character.h"

namespace policy::redaction {
namespace {

struct Keyword {
  std::string_view word;
  KeyKind kind;
  std::array<std::string_view, 4> other_words{};  // Continuations that make it another word.
};

constexpr std::array kKeywords{
    Keyword{"password", KeyKind::chosen, {"less"}},
    Keyword{"passwd", KeyKind::chosen},
    Keyword{"passphrase", KeyKind::chosen},
    Keyword{"secret", KeyKind::chosen, {"ar", "e", "iv", "ly"}},
    Keyword{"apikey", KeyKind::issued},
    Keyword{"api_key", KeyKind::issued},
    Keyword{"api-key", KeyKind::issued},
    Keyword{"accesskey", KeyKind::issued},
    Keyword{"access_key", KeyKind::issued},
    Keyword{"access-key", KeyKind::issued},
    Keyword{"token", KeyKind::issued, {"iz", "is", "less"}},
    Keyword{"bearer", KeyKind::issued},
    Keyword{"privatekey", KeyKind::issued},
    Keyword{"private_key", KeyKind::issued},
    Keyword{"private-key", KeyKind::issued},
    Keyword{"credential", KeyKind::issued, {"ed", "ing", "less", "ism"}},
};

// What a key ends in that tells of a secret without holding it.
constexpr std::array<std::string_view, 26> kDescriptions{
    "file",  "path",   "dir",    "url",    "uri",    "endpoint", "type",   "name",   "count",
    "limit", "budget", "length", "usage",  "header", "helper",   "policy", "expiry", "at",
    "ttl",   "size",   "field",  "prefix", "suffix", "env",      "var",    "ref",
};

// The letters that keywords start with and descriptions end in, one bit each: most keys fail here,
// before the tables are asked.
constexpr std::uint32_t kKeywordInitials = [] {
  std::uint32_t letters = 0;
  for (const Keyword& keyword : kKeywords) letters |= letter_bit(keyword.word.front());
  return letters;
}();
// For each last letter, the letters before it.
constexpr std::array<std::uint32_t, 26> kDescriptionEnds = [] {
  std::array<std::uint32_t, 26> letters{};
  for (const std::string_view word : kDescriptions)
    letters[static_cast<std::size_t>(word.back() - 'a')] |= letter_bit(word[word.size() - 2]);
  return letters;
}();
constexpr std::array<std::string_view, 4> kShortPasswords{"_pass", "-pass", "_pwd", "-pwd"};
constexpr std::array<std::string_view, 4> kWordsBeforeKey{"api", "access", "private", "secret"};

// True where a new word starts at `at`: "api_token", "apiToken", "HTTPToken".
bool starts_part(std::string_view name, std::size_t at) {
  if (at == 0 || !is_of(name[at - 1], kAlnum)) return true;
  if (!is_of(name[at], kUpper)) return false;
  return !is_of(name[at - 1], kUpper) || (at + 1 < name.size() && is_of(name[at + 1], kLower));
}

bool is_description(std::string_view key) {
  const char last = base::to_lower(key.back());
  if (!base::is_lower(last)) return false;
  const std::uint32_t before = kDescriptionEnds[static_cast<std::size_t>(last - 'a')];
  if ((letter_bit(key[key.size() - 2]) & before) == 0) return false;
  for (const std::string_view word : kDescriptions) {
    if (word.back() == last && ends_with_word(key, word) &&
        starts_part(key, key.size() - word.size()))
      return true;
  }
  return false;
}

// `rest` is what comes after the keyword that ends in `last`.
bool continues_word(const Keyword& keyword, char last, std::string_view rest) {
  if (rest.empty() || (is_of(last, kLower) && is_of(rest[0], kUpper))) return false;
  for (const std::string_view more : keyword.other_words) {
    if (!more.empty() && has_word_at(rest, 0, more)) return true;
  }
  return false;
}

bool is_suffix(std::string_view rest) {
  if (has_word_at(rest, 0, "-key") || has_word_at(rest, 0, "-value")) rest.remove_prefix(1);
  return run_end(rest, 0, kWord) == rest.size();
}

KeyKind kind_at(std::string_view key, std::size_t at) {
  const char initial = base::to_lower(key[at]);
  for (const Keyword& keyword : kKeywords) {
    if (keyword.word[0] != initial || !has_word_at(key, at, keyword.word)) continue;
    const std::size_t end = at + keyword.word.size();
    const std::string_view rest = key.substr(end);
    if (!is_suffix(rest) || continues_word(keyword, key[end - 1], rest)) continue;
    return is_word(rest, "s") ? KeyKind::issued : keyword.kind;
  }
  return KeyKind::none;
}

// "DB_PASS", "mysql_pwd", "smtp-pass". Alone the words mean other things more often.
bool ends_in_short_password(std::string_view key) {
  for (const std::string_view word : kShortPasswords) {
    if (ends_with_word(key, word)) return true;
  }
  return false;
}

// "API key: ..." in prose; the word before "key" is a run of its own.
bool is_spaced_key(std::string_view key, std::string_view before) {
  if ((!is_word(key, "key") && !is_word(key, "keys")) || !before.ends_with(' ')) return false;
  before.remove_suffix(1);
  for (const std::string_view word : kWordsBeforeKey) {
    if (ends_with_word(before, word) && starts_word(before, before.size() - word.size()))
      return true;
  }
  return false;
}

}  // namespace

KeyKind key_kind(std::string_view key, std::string_view before) {
  constexpr std::size_t kKeyBytesMax = 128;  // The keyword is near the end; the rest is prefix.
  if (key.size() > kKeyBytesMax) key.remove_prefix(key.size() - kKeyBytesMax);
  for (std::size_t at = 0; at < key.size(); ++at) {
    if ((letter_bit(key[at]) & kKeywordInitials) == 0) continue;
    const KeyKind kind = kind_at(key, at);
    if (kind != KeyKind::none) return is_description(key) ? KeyKind::none : kind;
  }
  if (ends_in_short_password(key)) return KeyKind::chosen;
  return is_spaced_key(key, before) ? KeyKind::issued : KeyKind::none;
}

bool is_keyword(std::string_view name) {
  if (name.empty()) return false;
  const char initial = base::to_lower(name[0]);
  for (const Keyword& keyword : kKeywords) {
    if (keyword.word[0] != initial || !has_word_at(name, 0, keyword.word)) continue;
    const std::string_view rest = name.substr(keyword.word.size());
    if (rest.empty() || is_word(rest, "s")) return true;
  }
  return false;
}

bool ends_in_keyword(std::string_view name) {
  for (const Keyword& keyword : kKeywords) {
    const bool is_plural = !name.empty() && base::to_lower(name.back()) == 's';
    const std::string_view singular = name.substr(0, name.size() - (is_plural ? 1 : 0));
    if (!ends_with_word(singular, keyword.word)) continue;
    if (starts_part(name, singular.size() - keyword.word.size())) return true;
  }
  return false;
}

}  // namespace policy::redaction
