#include "policy/pattern_shape.h"

#include <algorithm>

#include "base/text.h"

namespace policy {
namespace {

constexpr int kShapeDepthMax = 100;
constexpr std::size_t kSampleMax = 1000;

// What a part of an expression asks of the text.
struct ShapePart {
  bool possible = true;
  bool consumes = false;     // It needs a character at least.
  bool newline_ok = false;   // That character may end a line.
  bool needs_start = false;  // It begins where the text begins.
  bool needs_end = false;    // It ends where the text, or its last line, ends.
  std::optional<std::string> sample = "";
};

ShapePart unknown_part() { return {.sample = std::nullopt}; }

ShapePart character(char c) {
  return {.consumes = true, .newline_ok = c == '\n', .sample = std::string(1, c)};
}

// One of several characters, of which `c` is one.
ShapePart some_character(char c, bool newline_ok) {
  return {.consumes = true, .newline_ok = newline_ok, .sample = std::string(1, c)};
}

void append(std::optional<std::string>& sample, const std::optional<std::string>& more) {
  if (!sample || !more || sample->size() + more->size() > kSampleMax) {
    sample.reset();
  } else {
    *sample += *more;
  }
}

void append(ShapePart& sequence, const ShapePart& next) {
  if (next.needs_start && sequence.consumes) sequence.possible = false;
  if (sequence.needs_end && next.consumes && !next.newline_ok) sequence.possible = false;
  if (!next.possible) sequence.possible = false;
  if (!sequence.consumes && next.needs_start) sequence.needs_start = true;
  sequence.newline_ok = sequence.consumes ? sequence.newline_ok : next.newline_ok;
  sequence.consumes = sequence.consumes || next.consumes;
  sequence.needs_end = next.needs_end || (sequence.needs_end && !next.consumes);
  append(sequence.sample, next.sample);
}

// The first branch that can match speaks for the sample; all of them for what is needed.
void add_branch(std::optional<ShapePart>& choice, const ShapePart& branch) {
  if (!choice || !choice->possible) {
    if (!choice || branch.possible) choice = branch;
    return;
  }
  if (!branch.possible) return;
  choice->consumes = choice->consumes && branch.consumes;
  choice->newline_ok = choice->newline_ok || branch.newline_ok;
  choice->needs_start = choice->needs_start && branch.needs_start;
  choice->needs_end = choice->needs_end && branch.needs_end;
}

class ShapeReader {
 public:
  explicit ShapeReader(std::string_view text) : text_(text) {}

  PatternShape read() {
    const ShapePart whole = read_choice(0);
    // Modes such as (?m) and (?x) change what the rest means.
    if (gave_up_ || at_ < text_.size()) return {};
    return {.can_match = whole.possible, .sample = whole.possible ? whole.sample : std::nullopt};
  }

 private:
  bool is_at_end() const { return gave_up_ || at_ >= text_.size(); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool takes(std::string_view prefix) {
    if (!text_.substr(at_).starts_with(prefix)) return false;
    at_ += prefix.size();
    return true;
  }
  ShapePart give_up() {
    gave_up_ = true;
    return unknown_part();
  }

  ShapePart read_choice(int depth) {
    if (depth > kShapeDepthMax) return give_up();
    std::optional<ShapePart> choice;
    do {
      add_branch(choice, read_sequence(depth));
    } while (takes("|"));
    return *choice;
  }

  ShapePart read_sequence(int depth) {
    ShapePart sequence;
    while (!is_at_end() && peek() != '|' && peek() != ')') {
      append(sequence, repeated(read_atom(depth)));
    }
    return sequence;
  }

  ShapePart read_atom(int depth) {
    const char c = text_[at_++];
    switch (c) {
      case '^':
        return {.needs_start = true};
      case '$':
        return {.needs_end = true};
      case '.':
        return some_character('x', false);
      case '(':
        return read_group(depth);
      case '[':
        return read_class();
      case '\\':
        return read_escape();
      default:
        return character(c);
    }
  }

  ShapePart read_group(int depth) {
    if (takes("?#")) {
      while (!is_at_end() && peek() != ')') ++at_;
      return close({});
    }
    for (const char* look : {"?=", "?!", "?<=", "?<!"}) {
      if (!takes(look)) continue;
      read_choice(depth + 1);
      return close(unknown_part());
    }
    if (takes("?P<") || takes("?<")) {
      while (!is_at_end() && peek() != '>') ++at_;
      if (!takes(">")) return give_up();
    } else if (takes("?i)")) {
      return {};  // Case does not count anyway.
    } else if (!takes("?:") && !takes("?>") && !takes("?i:") && (peek() == '?' || peek() == '*')) {
      return give_up();
    }
    return close(read_choice(depth + 1));
  }

  ShapePart close(ShapePart part) {
    if (!takes(")")) return give_up();
    return part;
  }

  ShapePart read_class() {
    const bool is_negated = takes("^");
    const std::size_t first = at_;
    std::optional<char> sample;
    bool newline_ok = is_negated;
    while (at_ < text_.size() && (text_[at_] != ']' || at_ == first)) {
      if (takes("[:")) return give_up();
      if (text_[at_] == '\\') {
        ++at_;
        const ShapePart escaped = read_escape();
        newline_ok = newline_ok || escaped.newline_ok;
        if (!sample && escaped.sample && escaped.sample->size() == 1)
          sample = escaped.sample->front();
        continue;
      }
      newline_ok = newline_ok || text_[at_] == '\n';
      if (!sample) sample = text_[at_];
      ++at_;
    }
    if (at_ >= text_.size()) return give_up();
    ++at_;
    if (is_negated) return some_character('x', newline_ok);
    ShapePart part = some_character(sample.value_or('x'), newline_ok);
    // Half of a character is no text.
    if (!sample || static_cast<unsigned char>(*sample) >= 0x80) part.sample.reset();
    return part;
  }

  ShapePart read_escape() {
    if (at_ >= text_.size()) return give_up();
    const char c = text_[at_++];
    switch (c) {
      case 'b':
      case 'B':
        return {};
      case 'A':
        return {.needs_start = true};
      case 'Z':
      case 'z':
        return {.needs_end = true};
      case 'd':
        return some_character('0', false);
      case 'w':
        return some_character('a', false);
      case 's':
        return some_character(' ', true);
      case 'S':
        return some_character('x', false);
      case 'D':
        return some_character('x', true);
      case 'W':
        return some_character('-', true);
      case 't':
        return character('\t');
      case 'n':
        return character('\n');
      default:
        if (base::is_alnum(c)) return give_up();  // Numbers of groups, classes of Unicode …
        return character(c);
    }
  }

  // `{2,5}` where it is a count; 0 or 1 for how often it has to be there.
  std::optional<bool> read_count() {
    const std::size_t close = text_.find('}', at_);
    if (peek() != '{' || close == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text_.substr(at_ + 1, close - at_ - 1);
    const bool is_count = !inside.empty() && std::all_of(inside.begin(), inside.end(), [](char c) {
      return base::is_digit(c) || c == ',';
    });
    if (!is_count) return std::nullopt;
    at_ = close + 1;
    const std::string_view least = inside.substr(0, inside.find(','));
    // `{2}` asks for the sample twice, which is more than is needed here.
    if (least.size() > 1 || (!least.empty() && least[0] > '1')) repeats_ = true;
    return !least.empty() && least.find_first_not_of('0') != std::string_view::npos;
  }

  ShapePart repeated(ShapePart atom) {
    bool is_needed = true;
    repeats_ = false;
    if (takes("*") || takes("?")) {
      is_needed = false;
    } else if (!takes("+")) {
      const auto count = read_count();
      if (!count) return atom;
      is_needed = *count;
    }
    while (takes("?") || takes("+")) {
    }  // Lazy and possessive.
    if (!is_needed) return {};
    if (repeats_) atom.sample.reset();
    return atom;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool gave_up_ = false;
  bool repeats_ = false;
};

}  // namespace

PatternShape shape_of(std::string_view expression) { return ShapeReader(expression).read(); }

}  // namespace policy
