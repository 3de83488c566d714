#include "policy/redaction_pair.h"

#include <algorithm>
#include <cstddef>

#include "policy/redaction_character.h"
#include "policy/redaction_filter.h"
#include "policy/redaction_header.h"
#include "policy/redaction_key.h"
#include "policy/redaction_plain.h"
#include "policy/redaction_value.h"

namespace policy::redaction {
namespace {

// The start of the run of key characters around `at`, where nothing before `floor` belongs to it.
std::size_t run_begin(std::string_view text, std::size_t floor, std::size_t at) {
  while (at > floor && is_of(text[at - 1], kKey)) --at;
  return at;
}

std::size_t skip_one(std::string_view text, std::size_t at, std::string_view word) {
  return has_mark_at(text, at, word) ? at + word.size() : at;
}

// The end of ':', '=', ':=', '==', '=>' and '!='; npos for anything else, "::" above all.
std::size_t operator_end(std::string_view text, std::size_t at) {
  if (at < text.size() && (text[at] == '!' || text[at] == '?')) ++at;
  if (at >= text.size() || (text[at] != ':' && text[at] != '=')) return kNone;
  if (has_mark_at(text, at, "::")) return kNone;
  ++at;
  for (int i = 0; i < 2 && at < text.size() && text[at] == '='; ++i) ++at;
  return skip_one(text, at, ">");
}

// Where the value starts behind the key that ends at `at`: `"key": `, `[\"key\"] = `, `**key:** `.
std::size_t value_begin(std::string_view text, std::size_t at) {
  const std::size_t quote = skip_backslashes(text, at);
  if (quote < text.size() && is_of(text[quote], kQuote)) at = quote + 1;
  at = skip_one(text, at, "]");
  at = skip_one(text, at, "**");
  at = operator_end(text, skip_blanks(text, at));
  if (at == kNone) return kNone;
  return skip_blanks(text, skip_one(text, at, "**"));
}

// Where the value starts behind a flag that ends at `at`: `--key x`, `"--key", "x"`.
std::size_t flag_value_begin(std::string_view text, std::size_t at) {
  const std::size_t blank_end = skip_blanks(text, at);
  if (blank_end > at) return blank_end;
  const std::size_t quote = skip_backslashes(text, at);
  if (quote == text.size() || !is_of(text[quote], kQuote)) return kNone;
  if (!has_mark_at(text, quote + 1, ",")) return kNone;
  const std::size_t value = skip_blanks(text, quote + 2);
  const std::size_t open = skip_backslashes(text, value);
  return open < text.size() && text[open] == text[quote] ? value : kNone;
}

// A value that starts with a hyphen is the next flag, and "id=" a file's name for docker.
bool is_flag_value(std::string_view text, std::size_t at) {
  const std::size_t quote = skip_backslashes(text, at);
  if (quote < text.size() && is_of(text[quote], kQuote)) at = quote + 1;
  return at < text.size() && text[at] != '-' && !text.substr(at).starts_with("id=");
}

class PairScanner {
 public:
  PairScanner(std::string_view text, Edit& edit) : text_(text), edit_(edit) {}

  // A key without a keyword says nothing, and is passed by.
  void scan() {
    for (std::size_t at = 0;;) {
      const std::size_t keyword = find_keyword(text_, at);
      if (keyword == text_.size()) return;
      at = scan_key(run_begin(text_, at, keyword), run_end(text_, keyword, kKey));
    }
  }

 private:
  // These return where to go on, never before `end`.
  std::size_t scan_key(std::size_t begin, std::size_t end);
  std::size_t scan_element(std::size_t begin, std::size_t end);
  std::size_t scan_flag(std::size_t begin, std::size_t end);
  std::size_t scan_values(std::size_t begin, Origin origin);

  // What was replaced does not count as text before a key.
  KeyKind kind_of(std::size_t begin, std::size_t end) const {
    const std::size_t floor = edit_.replaced_end();
    return key_kind(text_.substr(begin, end - begin), text_.substr(floor, begin - floor));
  }

  std::string_view text_;
  Edit& edit_;
};

// `<password>x</password>`: the value goes to the next tag, which must be its own; "Bearer <token>"
// in a manual has none.
std::size_t PairScanner::scan_element(std::size_t begin, std::size_t end) {
  if (kind_of(begin, end) == KeyKind::none) return end;
  const std::string_view name = text_.substr(begin, end - begin);
  const Value value{end + 1, std::min(text_.find('<', end), text_.size()), true};
  if (!has_mark_at(text_, value.end, "</") || !has_mark_at(text_, value.end + 2, name)) return end;
  const Origin origin{KeyKind::chosen, name, false};
  if (plain_end(text_, value, origin) == kNone) edit_.replace(value.begin, value.end);
  return value.end;
}

std::size_t PairScanner::scan_key(std::size_t begin, std::size_t end) {
  if (begin > 0 && text_[begin - 1] == '<' && has_mark_at(text_, end, ">"))
    return scan_element(begin, end);
  const std::size_t value = value_begin(text_, end);
  if (value == kNone) {
    if (has_mark_at(text_, begin, "--")) return scan_flag(begin, end);
    return is_bearer(text_, begin, end) ? redact_bearer(text_, end, edit_) : end;
  }
  const std::string_view key = text_.substr(begin, end - begin);
  const bool after_spaced_colon = text_[value - 1] == ' ' && text_[end] == ':';
  if (is_authorization(text_, begin, end)) {
    const std::size_t next = redact_authorization(text_, begin, value, edit_);
    if (next != kNone) return next;
    return scan_values(value, {KeyKind::issued, key, after_spaced_colon});
  }
  const KeyKind kind = kind_of(begin, end);
  return kind == KeyKind::none ? end : scan_values(value, {kind, key, after_spaced_colon});
}

std::size_t PairScanner::scan_flag(std::size_t begin, std::size_t end) {
  const std::size_t value = flag_value_begin(text_, end);
  if (value == kNone || !is_flag_value(text_, value)) return end;
  const KeyKind kind = kind_of(begin, end);
  if (kind == KeyKind::none) return end;
  return scan_values(value, {kind, text_.substr(begin, end - begin), false});
}

// The end of `"[REDACTED]`, where its quote follows: what an earlier pass left needs no second
// look.
std::size_t quoted_marker_end(std::string_view text, std::size_t at) {
  if (at == text.size() || !is_of(text[at], kQuote) || !has_mark_at(text, at + 1, kMarker))
    return kNone;
  const std::size_t end = at + 1 + kMarker.size();
  return end < text.size() && text[end] == text[at] ? end : kNone;
}

// A type may stand between the key and the value: `password: str = "x"`.
std::size_t PairScanner::scan_values(std::size_t begin, Origin origin) {
  const std::size_t marker_end = quoted_marker_end(text_, begin);
  if (marker_end != kNone) return marker_end;
  for (;;) {
    const std::size_t code = code_end(text_, begin, origin);
    if (code != kNone) return code;
    const Value value = read_value(text_, begin);
    const std::size_t plain = plain_end(text_, value, origin);
    if (plain == kNone) {
      edit_.replace(value.begin, value.end);
      return value.end;
    }
    const bool may_be_type = !value.quoted && plain == value.end && value.of(text_) != kMarker;
    const std::size_t assignment = skip_blanks(text_, plain);
    if (!may_be_type || !has_mark_at(text_, assignment, "= ")) return plain;
    begin = skip_blanks(text_, assignment + 1);
  }
}

}  // namespace

void redact_pairs(std::string_view text, Edit& edit) { PairScanner(text, edit).scan(); }

}  // namespace policy::redaction
