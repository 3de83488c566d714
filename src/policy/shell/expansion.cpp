#include "policy/shell/expansion.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"

namespace policy::shell {
namespace {

// Variables whose value is a number: it takes part in a name but never adds a folder.
constexpr std::string_view kNumbers[] = {"RANDOM", "SECONDS", "UID", "EUID", "PPID", "BASHPID",
                                         "LINENO", "$",       "!",   "?",    "#"};

// A stretch of the word that is not text: a substitution, a longer expansion, arithmetic.
struct Hole {
  Kind kind = Kind::other;
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_hole(Kind kind) {
  return kind == Kind::command_substitution || kind == Kind::process_substitution ||
         kind == Kind::expansion || kind == Kind::arithmetic;
}

// Offsets are those in the word's own text.
std::vector<Hole> holes_of(const Tree& tree, const Span& span) {
  std::vector<Hole> holes;
  for (NodeIndex index = span.first; index < span.behind;) {
    const Node& node = tree[index];
    if (!is_hole(node.kind)) {
      ++index;
      continue;
    }
    std::uint32_t begin = node.begin;
    while (begin < node.end && base::is_space(tree.text(begin, node.end).front())) ++begin;
    if (begin >= span.begin)
      holes.push_back({node.kind, begin - span.begin, node.end - span.begin});
    index = node.next;
  }
  return holes;
}

bool is_name_letter(char c) { return base::is_alnum(c) || c == '_'; }

class Expander {
 public:
  Expander(std::string_view raw, const std::vector<Hole>& holes, const Scope& scope)
      : raw_(raw), holes_(holes), scope_(scope) {}

  Words run() {
    tilde();
    while (at_ < raw_.size()) plain();
    finish();
    return std::move(words_);
  }

 private:
  void add(std::string_view text) {
    word_.text += text;
    started_ = true;
  }
  void add(char c) {
    word_.text += c;
    started_ = true;
  }
  // What follows is not known, but for the first `told` characters of it.
  void doubt(std::size_t told) {
    if (!word_.unknown) word_.told = word_.text.size() + told;
    word_.unknown = true;
  }
  void vary() { word_.varies = std::min(word_.varies, word_.text.size()); }
  void finish() {
    if (started_) words_.push_back(std::move(word_));
    word_ = {};
    started_ = false;
  }

  void tilde() {
    if (!raw_.starts_with('~')) return;
    const std::string_view name = raw_.substr(1, raw_.find('/') - 1);
    at_ = 1 + std::min(name.size(), raw_.size() - 1);
    if (name.empty() && !scope_.home().empty()) return add(scope_.home());
    if (name == "+" && scope_.folder()) return add(*scope_.folder());
    const bool is_user = std::all_of(
        name.begin(), name.end(), [](char c) { return is_name_letter(c) || c == '-' || c == '+'; });
    if (is_user) doubt(0);
    at_ = 0;
    add(raw_[at_++]);
  }

  void plain() {
    const char c = raw_[at_];
    if (hole()) return;
    if (c == '\\') {
      if (at_ + 1 < raw_.size()) add(raw_[at_ + 1]);
      at_ += 2;
    } else if (c == '\'') {
      const std::size_t end = std::min(raw_.find('\'', at_ + 1), raw_.size());
      add(raw_.substr(at_ + 1, end - at_ - 1));
      at_ = end + 1;
    } else if (c == '"') {
      ++at_;
      double_quoted();
    } else if (raw_.substr(at_, 2) == "$'") {
      at_ += 2;
      ansi_quoted();
    } else if (raw_.substr(at_, 2) == "$\"") {
      ++at_;
    } else if (c == '$') {
      variable(Quotes::none);
    } else {
      if (c == '*' || c == '?' || c == '[') vary();
      // A sequence as `{1..9}`; lists were expanded before.
      if (c == '{' && raw_.find("..", at_) < raw_.find('}', at_)) vary();
      add(c);
      ++at_;
    }
  }

  enum class Quotes { none, around };

  void double_quoted() {
    started_ = true;
    while (at_ < raw_.size() && raw_[at_] != '"') {
      if (hole(Quotes::around)) continue;
      const char c = raw_[at_];
      const char next = at_ + 1 < raw_.size() ? raw_[at_ + 1] : '\0';
      if (c == '\\' && (next == '$' || next == '`' || next == '"' || next == '\\')) {
        add(next);
        at_ += 2;
      } else if (c == '$') {
        variable(Quotes::around);
      } else {
        add(c);
        ++at_;
      }
    }
    ++at_;
  }

  // Up to `count` digits of a number to the base 8 or 16, as one byte or as UTF-8.
  void coded(std::size_t from, std::size_t count, unsigned base) {
    unsigned value = 0;
    std::size_t end = from;
    for (; end < raw_.size() && end < from + count; ++end) {
      const char c = base::to_lower(raw_[end]);
      if (base == 8 ? (c < '0' || c > '7') : !base::is_hex_digit(c)) break;
      value = value * base + static_cast<unsigned>(base::is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    at_ = end;
    if (end == from) return add('\\');
    if (count <= 3) return add(static_cast<char>(value & 0xFFU));
    if (value < 0x80) return add(static_cast<char>(value));
    if (value < 0x800) {
      add(static_cast<char>(0xC0U | (value >> 6U)));
    } else {
      add(static_cast<char>(0xE0U | ((value >> 12U) & 0xFU)));
      add(static_cast<char>(0x80U | ((value >> 6U) & 0x3FU)));
    }
    add(static_cast<char>(0x80U | (value & 0x3FU)));
  }

  void ansi_quoted() {
    started_ = true;
    while (at_ < raw_.size() && raw_[at_] != '\'') {
      if (raw_[at_] != '\\' || at_ + 1 >= raw_.size()) {
        add(raw_[at_++]);
        continue;
      }
      const char c = raw_[at_ + 1];
      constexpr std::string_view kLetters = "abeEfnrtv\\'\"?";
      constexpr std::string_view kMeanings = "\a\b\x1b\x1b\f\n\r\t\v\\'\"?";
      if (const std::size_t which = kLetters.find(c); which != std::string_view::npos) {
        add(kMeanings[which]);
        at_ += 2;
      } else if (c == 'x') {
        coded(at_ + 2, 2, 16);
      } else if (c == 'u' || c == 'U') {
        coded(at_ + 2, c == 'u' ? 4 : 8, 16);
      } else if (c >= '0' && c <= '7') {
        coded(at_ + 1, 3, 8);
      } else {
        add('\\');
        ++at_;
      }
    }
    ++at_;
  }

  bool hole(Quotes quotes = Quotes::none) {
    while (next_hole_ < holes_.size() && holes_[next_hole_].begin < at_) ++next_hole_;
    if (next_hole_ == holes_.size() || holes_[next_hole_].begin != at_) return false;
    const Hole& hole = holes_[next_hole_];
    const std::string_view text = raw_.substr(hole.begin, hole.end - hole.begin);
    at_ = std::max(at_ + 1, hole.end);
    fill(hole.kind, text, quotes);
    return true;
  }

  void fill(Kind kind, std::string_view text, Quotes quotes) {
    if (kind == Kind::arithmetic) {
      vary();
      return add(text);
    }
    if (kind == Kind::expansion) return expansion(text, quotes);
    if (kind == Kind::process_substitution) word_.stream = true;
    const bool is_folder = text == "$(pwd)" || text == "`pwd`";
    if (is_folder && scope_.folder()) return add(*scope_.folder());
    unknown(text);
  }

  void unknown(std::string_view text) {
    doubt(0);
    add(text);
  }

  // `${…}`: a name alone, or all of an array; what an operator makes of it is not followed.
  void expansion(std::string_view text, Quotes quotes) {
    std::string_view inside = text.substr(2, text.size() < 3 ? 0 : text.size() - 3);
    const bool all = inside.ends_with("[@]") || inside.ends_with("[*]");
    if (all) inside.remove_suffix(3);
    const bool is_plain =
        !inside.empty() && std::all_of(inside.begin(), inside.end(), is_name_letter);
    if (is_plain || inside == "@" || inside == "*") return value_of(inside, text, quotes);
    if (inside == "$" || inside == "#" || inside == "?" || inside.starts_with('#')) {
      vary();
      return add(text);
    }
    unknown(text);
  }

  void variable(Quotes quotes) {
    std::size_t end = at_ + 1;
    if (end < raw_.size() && (base::is_alpha(raw_[end]) || raw_[end] == '_')) {
      while (end < raw_.size() && is_name_letter(raw_[end])) ++end;
    } else if (end < raw_.size() &&
               (base::is_digit(raw_[end]) ||
                std::string_view("@*#?$!-").find(raw_[end]) != std::string_view::npos)) {
      ++end;
    }
    const std::string_view text = raw_.substr(at_, end - at_);
    at_ = end;
    // A `$` that names nothing is itself; before `(` or `{` it is one that the tree does not know.
    if (text.size() == 1) {
      const bool opens = at_ < raw_.size() && (raw_[at_] == '(' || raw_[at_] == '{');
      return opens ? unknown(text) : add(text);
    }
    value_of(text.substr(1), text, quotes);
  }

  void value_of(std::string_view name, std::string_view text, Quotes quotes) {
    if (std::find(std::begin(kNumbers), std::end(kNumbers), name) != std::end(kNumbers)) {
      vary();
      return add(text);
    }
    if (name == "@" || name == "*") return arguments(text, quotes);
    if (base::is_digit(name.front())) {
      const auto number = base::to_number(name);
      if (!scope_.arguments || !number || *number > scope_.arguments->size()) return unknown(text);
      if (*number == 0) return unknown(text);
      return insert((*scope_.arguments)[*number - 1], quotes);
    }
    const Value* const value = scope_.variable(name);
    if (value != nullptr) {
      for (std::size_t i = 0; i < value->words.size(); ++i) {
        if (i > 0) finish();
        insert(value->words[i], quotes);
      }
      return;
    }
    if (name == "PWD" && scope_.folder()) return add(*scope_.folder());
    if (name == "HOME" && !scope_.home().empty()) return add(scope_.home());
    unknown(text);
  }

  void arguments(std::string_view text, Quotes quotes) {
    if (!scope_.arguments) return unknown(text);
    for (std::size_t i = 0; i < scope_.arguments->size(); ++i) {
      if (i > 0) finish();
      insert((*scope_.arguments)[i], quotes);
    }
  }

  // Without quotes the shell splits a value at white space and looks for wildcards in it.
  void insert(const Word& value, Quotes quotes) {
    word_.stream |= value.stream;
    if (value.unknown) doubt(value.told);
    if (value.varies != Word::kNone) {
      word_.varies = std::min(word_.varies, word_.text.size() + value.varies);
    }
    if (quotes == Quotes::around || value.unknown) return add(value.text);
    for (const char c : value.text) {
      if (base::is_space(c)) {
        finish();
        continue;
      }
      if (c == '*' || c == '?' || c == '[') vary();
      add(c);
    }
  }

  std::string_view raw_;
  const std::vector<Hole>& holes_;
  const Scope& scope_;
  std::size_t at_ = 0;
  std::size_t next_hole_ = 0;
  Words words_;
  Word word_;
  bool started_ = false;
};

}  // namespace

std::vector<Span> spans_of(const Tree& tree, const std::vector<NodeIndex>& nodes) {
  std::vector<Span> spans;
  for (const NodeIndex index : nodes) {
    const Node& node = tree[index];
    if (node.begin == node.end) continue;
    std::uint32_t begin = node.begin;
    while (begin < node.end && base::is_space(tree.text(begin, node.end).front())) ++begin;
    if (!spans.empty() && spans.back().end == begin) {
      spans.back().end = node.end;
      spans.back().behind = node.next;
    } else {
      spans.push_back({.first = index, .behind = node.next, .begin = begin, .end = node.end});
    }
  }
  return spans;
}

Words expand(const Tree& tree, const Span& span, const Scope& scope) {
  const std::string_view raw = tree.text(span.begin, span.end);
  const bool has_lists = raw.size() <= kBytesKept && raw.find('{') != std::string_view::npos &&
                         raw.find(',') != std::string_view::npos;
  if (!has_lists) return Expander(raw, holes_of(tree, span), scope).run();
  const std::vector<std::string> alternatives = expand_braces(raw);
  if (alternatives.size() == 1) {
    Words words = Expander(raw, holes_of(tree, span), scope).run();
    // Too many to list, or with a variable in them: a pattern as far as paths go.
    const std::size_t open = raw.find('{');
    const bool is_list = raw.find_first_of("'\"$\\`") == std::string_view::npos;
    for (Word& word : words) {
      if (is_list && raw.find(',', open) != std::string_view::npos) {
        word.varies = std::min(word.varies, word.text.find('{'));
      }
    }
    return words;
  }
  Words words;
  const std::vector<Hole> none;
  for (const std::string& alternative : alternatives) {
    for (Word& word : Expander(alternative, none, scope).run()) words.push_back(std::move(word));
  }
  return words;
}

}  // namespace policy::shell
