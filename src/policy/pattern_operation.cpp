// Reads an expression only as far as to tell how it begins, and whether it needs signs of the shell
// that the words of a call never have. The table is in docs/shell.md.
#include <algorithm>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "policy/pattern.h"

namespace policy {
namespace {

constexpr int kOperationDepthMax = 50;
// What may stand before a command, apart from white space.
constexpr std::string_view kSigns = ";&|<>()\"'`$!{}~\\";
// Those of them that are gone when the shell has read the text.
constexpr std::string_view kGoneSigns = ";&|<>\"'`$~\\";

bool is_in(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

// What a part of an expression is, where it begins one.
enum class Lead {
  empty,      // It can match nothing: `^`, `\b`, `\s*`, `(^|;)`.
  separator,  // White space or signs, at least one of them.
  maybe,      // An operation, or nothing: `(sudo )?`.
  operation,  // A program's name or path.
  other,
};

struct OperationPart {
  Lead lead = Lead::other;
  bool needs_text = false;  // A sign that calls do not have must be there.
};

// Several parts in a row.
class Sequence {
 public:
  void add(const OperationPart& part) {
    whole_.needs_text |= part.needs_text;
    if (decided_ || part.lead == Lead::empty) return;
    if (part.lead == Lead::separator) {
      separated_ = true;
    } else if (part.lead == Lead::maybe && !separated_) {
      maybe_ = true;
    } else {
      decided_ = true;
      whole_.lead = separated_ ? Lead::other : part.lead;
    }
  }
  OperationPart whole() const {
    if (decided_) return whole_;
    OperationPart part = whole_;
    part.lead = separated_ ? Lead::separator : Lead::empty;
    if (maybe_) part.lead = separated_ ? Lead::other : Lead::maybe;
    return part;
  }

 private:
  OperationPart whole_;
  bool decided_ = false;
  bool separated_ = false;
  bool maybe_ = false;
};

// Several sequences with `|` between them.
class Alternatives {
 public:
  void add(const OperationPart& part) {
    count_ += 1;
    empty_ |= part.lead == Lead::empty || part.lead == Lead::maybe;
    separator_ |= part.lead == Lead::separator;
    operation_ |= part.lead == Lead::operation || part.lead == Lead::maybe;
    other_ |= part.lead == Lead::other;
    texts_ += part.needs_text ? 1 : 0;
    // `git push(\s|;|$)` can do without the semicolon. `(git push|curl x \| sh)` is lost without.
    needs_text_ |= part.needs_text && part.lead != Lead::separator;
  }
  OperationPart whole() const {
    const bool needs_text = needs_text_ || texts_ == count_;
    if (other_ || (operation_ && separator_ && !empty_)) return {Lead::other, needs_text};
    if (operation_) return {empty_ ? Lead::maybe : Lead::operation, needs_text};
    return {empty_ ? Lead::empty : Lead::separator, needs_text};
  }

 private:
  int count_ = 0;
  int texts_ = 0;
  bool empty_ = false;
  bool separator_ = false;
  bool operation_ = false;
  bool other_ = false;
  bool needs_text_ = false;
};

class OperationReader {
 public:
  explicit OperationReader(std::string_view text) : text_(text) {}

  bool names_an_operation() {
    const OperationPart whole = alternatives();
    return !given_up_ && at_ == text_.size() && whole.lead == Lead::operation && !whole.needs_text;
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool at_end() const { return at_ >= text_.size(); }
  bool starts(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  bool take(std::string_view word) {
    if (!starts(word)) return false;
    at_ += word.size();
    return true;
  }

  OperationPart alternatives() {
    Alternatives all;
    if (++depth_ > kOperationDepthMax) given_up_ = true;
    do {
      Sequence sequence;
      while (!at_end() && !given_up_ && peek() != '|' && peek() != ')') sequence.add(quantified());
      all.add(sequence.whole());
    } while (take("|"));
    --depth_;
    return all.whole();
  }

  OperationPart quantified() {
    OperationPart part = item();
    if (!is_optional()) return part;
    part.needs_text = false;
    if (part.lead == Lead::separator) part.lead = Lead::empty;
    if (part.lead == Lead::operation) part.lead = Lead::maybe;
    return part;
  }

  // Reads what stands behind an item and says how often; whether that may be never.
  bool is_optional() {
    bool optional = false;
    if (peek() == '*' || peek() == '?') {
      optional = true;
      ++at_;
    } else if (peek() == '+') {
      ++at_;
    } else if (const std::size_t size = count_size(); size > 0) {
      optional = peek(1) == '0' || peek(1) == ',';
      at_ += size;
    } else {
      return false;
    }
    if (peek() == '?' || peek() == '+') ++at_;
    return optional;
  }

  // Of `{2,3}`; zero where a brace is only a brace.
  std::size_t count_size() const {
    if (peek() != '{') return 0;
    std::size_t size = 1;
    while (base::is_digit(peek(size)) || peek(size) == ',') ++size;
    return size > 1 && peek(size) == '}' ? size + 1 : 0;
  }

  OperationPart item() {
    if (peek() == '(') return group();
    if (peek() == '[') return character_class();
    if (peek() == '\\') return escape();
    const char c = peek();
    if (is_path()) return path();
    if (base::is_alpha(c)) return letter();
    ++at_;
    if (c == '^' || c == '$') return {Lead::empty};
    return literal(c);
  }

  static OperationPart literal(char c) {
    if (base::is_space(c)) return {Lead::separator};
    if (is_in(kSigns, c)) return {Lead::separator, is_in(kGoneSigns, c)};
    return {Lead::other};
  }

  // `./x`, `/x`, and both with their signs escaped.
  bool is_path() const {
    return starts("/") || starts("\\/") || starts("./") || starts("\\./") || starts(".\\/") ||
           starts("\\.\\/");
  }
  OperationPart path() {
    at_ = text_.find('/', at_) + 1;
    return {Lead::operation};
  }

  // `PROFILE=x terraform apply` is about what stands before a call.
  OperationPart letter() {
    std::size_t size = 1;
    while (base::is_alnum(peek(size)) || peek(size) == '_') ++size;
    const bool is_assignment = peek(size) == '=';
    ++at_;
    return {is_assignment ? Lead::other : Lead::operation};
  }

  OperationPart escape() {
    if (is_path()) return path();
    const char c = peek(1);
    at_ = std::min(at_ + 2, text_.size());
    if (is_in("bBAZzG", c)) return {Lead::empty};
    if (is_in("stnrfv", c)) return {Lead::separator};
    if (c == '\0' || base::is_alnum(c)) return {Lead::other};
    return literal(c);
  }

  OperationPart character_class() {
    ++at_;
    const bool negated = take("^");
    bool only_letters = true;
    bool only_separators = true;
    bool only_gone = true;
    for (bool first = true; !at_end() && (first || peek() != ']'); first = false) {
      const bool escaped = take("\\");
      const char c = peek();
      at_ = std::min(at_ + 1, text_.size());
      const bool is_space = escaped ? is_in("stnrfv", c) : base::is_space(c);
      const bool is_sign = is_in(kSigns, c);
      only_letters &= !escaped && base::is_alpha(c);
      only_separators &= is_space || is_sign;
      only_gone &= is_sign && is_in(kGoneSigns, c);
    }
    take("]");
    if (negated) return {Lead::other};
    if (only_letters) return {Lead::operation};
    if (only_separators) return {Lead::separator, only_gone};
    return {Lead::other};
  }

  void skip_group() {
    at_ = std::min(text_.find(')', at_), text_.size());
    take(")");
  }

  OperationPart body() {
    const OperationPart part = alternatives();
    if (!take(")")) given_up_ = true;
    return part;
  }

  OperationPart group() {
    take("(");
    if (starts("*") || starts("?P=") || starts("?P>") || starts("?R") || starts("?&")) {
      skip_group();
      return {Lead::other};
    }
    if (starts("?#")) {
      skip_group();
      return {Lead::empty};
    }
    if (take("?=")) return {Lead::empty, body().needs_text};
    if (take("?!") || take("?<!")) {
      body();
      return {Lead::empty};
    }
    // At the beginning of a call nothing stands before it.
    if (take("?<=")) return {Lead::other, body().needs_text};
    if (take("?:") || take("?>") || take("?|")) return body();
    if (take("?P<") || take("?<") || take("?'")) {
      while (base::is_alnum(peek()) || peek() == '_') ++at_;
      if (!take(">") && !take("'")) given_up_ = true;
      return body();
    }
    return take("?") ? flags() : body();
  }

  // `(?i)` or `(?i:…)`; a condition or a number as well, which begin nothing.
  OperationPart flags() {
    while (is_in("imsnaULuJ^-", peek()) && peek() != '\0') ++at_;
    if (take(")")) return {Lead::empty};
    if (take(":")) return body();
    // With `x`, white space means nothing; the rest is rare.
    given_up_ = true;
    return {Lead::other};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool given_up_ = false;
};

}  // namespace

bool names_an_operation(std::string_view expression) {
  return OperationReader(expression).names_an_operation();
}

}  // namespace policy
