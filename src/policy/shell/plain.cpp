#include "policy/shell/plain.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "policy/shell/node_writer.h"

namespace policy::shell {
namespace {

// Deeper code is for the grammar, which has limits of its own.
constexpr int kPlainDepthMax = 50;

// Words that are more than a program's name where they begin a command, and are not read here.
constexpr std::string_view kForTheGrammar[] = {
    "case", "esac",   "in",    "select",  "time",  "function", "coproc", "[[",
    "]]",   "export", "unset", "declare", "local", "readonly", "typeset"};
// Words that end what came before them.
constexpr std::string_view kClosing[] = {"then", "else", "elif", "fi", "do", "done", "}"};

template <std::size_t N>
bool contains(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool ends_plain_word(char c) {
  constexpr std::string_view kEnds = " \t\n;&|<>()";
  return kEnds.find(c) != std::string_view::npos;
}

// What a name in `${…}` or arithmetic may have around it without hiding a command.
bool hides_no_command(std::string_view inside) {
  return inside.find_first_of("$`\"'\\{}()\n") == std::string_view::npos;
}

// Every function gives false at what is not for it to read, and that goes all the way up.
class PlainReader : public NodeWriter {
 public:
  using NodeWriter::NodeWriter;

  bool read() {
    open(Kind::program);
    return statements() && at_end() && close();
  }

 private:
  // The letters that a command begins with, up to where a word would end.
  std::string_view next_word() const {
    std::size_t end = at_;
    while (end < text_.size() && !ends_plain_word(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }

  // Up to a closing word, a parenthesis or the end.
  bool statements() {
    for (blank(); !at_end() && peek() != ')' && !contains(kClosing, next_word()); blank()) {
      if (!list()) return false;
      spaces();
      if (peek() == ';' || peek() == '&') {
        token(1);
        if (peek() == ';' || peek() == '&') return false;
      } else if (peek() != '\n' && peek() != ')' && !at_end()) {
        return false;
      }
    }
    return true;
  }

  // Reads the closing word, and gives false where another one is here.
  bool closing(std::string_view word) {
    blank();
    if (next_word() != word) return false;
    token(word.size());
    return true;
  }

  bool list() {
    open(Kind::list);
    if (!pipeline()) return false;
    while (starts("&&") || starts("||")) {
      token(2);
      blank();
      if (!pipeline()) return false;
    }
    return close();
  }

  bool pipeline() {
    open(Kind::pipeline);
    if (!negated_or_not()) return false;
    while (peek() == '|' && peek(1) != '|') {
      token(peek(1) == '&' ? 2 : 1);
      blank();
      if (!negated_or_not()) return false;
    }
    return close();
  }

  bool negated_or_not() {
    spaces();
    if (next_word() != "!") return command();
    open(Kind::negation);
    token(1);
    return command() && close();
  }

  bool command() {
    spaces();
    if (depth_ >= kPlainDepthMax) return false;
    depth_ += 1;
    const std::string_view word = next_word();
    bool read = false;
    if (peek() == '(') {
      read = peek(1) != '(' && compound(&PlainReader::subshell);
    } else if (word == "{") {
      read = compound(&PlainReader::group);
    } else if (word == "if") {
      read = compound(&PlainReader::branches);
    } else if (word == "for") {
      read = compound(&PlainReader::for_loop);
    } else if (word == "while" || word == "until") {
      read = compound(&PlainReader::while_loop);
    } else if (!contains(kForTheGrammar, word) && !contains(kClosing, word)) {
      read = simple();
    }
    depth_ -= 1;
    return read;
  }

  // One with redirections of its own behind it.
  bool compound(bool (PlainReader::*body)()) {
    open(Kind::redirected);
    if (!(this->*body)()) return false;
    for (spaces(); is_redirect(); spaces()) {
      if (!redirect()) return false;
    }
    return close();
  }

  bool subshell() {
    open(Kind::subshell);
    token(1);
    return inside_parentheses();
  }

  bool inside_parentheses() {
    if (!statements() || peek() != ')') return false;
    token(1);
    return close();
  }

  bool group() {
    open(Kind::compound);
    token(1);
    return statements() && closing("}") && close();
  }

  bool branches() {
    open(Kind::if_statement);
    token(2);
    if (!statements() || !closing("then") || !statements()) return false;
    while (next_word() == "elif") {
      open(Kind::elif_clause);
      token(4);
      if (!statements() || !closing("then") || !statements() || !close()) return false;
    }
    if (next_word() == "else") {
      open(Kind::else_clause);
      token(4);
      if (!statements() || !close()) return false;
    }
    return closing("fi") && close();
  }

  bool while_loop() {
    open(Kind::while_loop);
    token(5);
    return statements() && do_group() && close();
  }

  bool do_group() {
    blank();
    open(Kind::do_group);
    return closing("do") && statements() && closing("done") && close();
  }

  bool for_loop() {
    open(Kind::for_loop);
    token(3);
    spaces();
    const std::size_t name = at_;
    while (base::is_alnum(peek()) || peek() == '_') ++at_;
    if (at_ == name || !ends_plain_word(peek())) return false;
    leaf(Kind::variable_name, name);
    blank();
    if (next_word() == "in") {
      token(2);
      for (spaces(); !at_end() && !ends_plain_word(peek()); spaces()) {
        if (!word(Kind::other)) return false;
      }
      if (peek() != ';' && peek() != '\n') return false;
    }
    if (peek() == ';') token(1);
    return do_group() && close();
  }

  bool simple() {
    open(Kind::command);
    bool named = false;
    bool any = false;
    for (spaces(); !at_end() && peek() != '\n' && peek() != ')'; spaces()) {
      if (peek() == ';' || peek() == '|' || (peek() == '&' && peek(1) != '>')) break;
      any = true;
      if (is_redirect()) {
        if (!redirect()) return false;
      } else if (peek() == '(') {
        return false;  // A function, or an array.
      } else if (!named && is_assignment()) {
        if (!assignment()) return false;
      } else {
        if (!word(named ? Kind::other : Kind::command_name)) return false;
        named = true;
      }
    }
    return close() && any;
  }

  std::size_t name_length() const {
    std::size_t length = 0;
    while (base::is_alnum(peek(length)) || peek(length) == '_') ++length;
    return base::is_digit(peek()) ? 0 : length;
  }

  bool is_assignment() const {
    const std::size_t length = name_length();
    const char sign = peek(length);
    // `A+=x` and `A[0]=x` are assignments too, but not for here: `assignment` refuses them.
    return length > 0 && (sign == '=' || sign == '[' || (sign == '+' && peek(length + 1) == '='));
  }

  bool assignment() {
    const std::size_t begin = at_;
    const std::size_t length = name_length();
    if (peek(length) != '=') return false;
    open(Kind::assignment);
    at_ += length;
    leaf(Kind::variable_name, begin);
    token(1);
    if (peek() == '(') return false;
    if (!at_end() && !ends_plain_word(peek()) && !word(Kind::other)) return false;
    return close();
  }

  bool is_redirect() const {
    std::size_t digits = 0;
    while (base::is_digit(peek(digits))) ++digits;
    const char sign = peek(digits);
    return sign == '<' || sign == '>' || (digits == 0 && sign == '&' && peek(1) == '>');
  }

  bool redirect() {
    open(Kind::file_redirect);
    const std::size_t begin = at_;
    while (base::is_digit(peek())) ++at_;
    if (at_ > begin) leaf(Kind::descriptor, begin);
    constexpr std::string_view kSigns[] = {"&>>", "&>", ">>", ">|", ">&", "<&", ">", "<"};
    for (const std::string_view candidate : kSigns) {
      if (!starts(candidate)) continue;
      token(candidate.size());
      break;
    }
    spaces();
    if (at_end() || ends_plain_word(peek())) return false;
    return word(Kind::other) && close();
  }

  // What is to be run or to be looked up in it becomes nodes of its own.
  bool word(Kind kind) {
    open(kind);
    while (!at_end() && !ends_plain_word(peek())) {
      switch (peek()) {
        case '`':
        case '\r':
        case '\v':
        case '\f':
          return false;
        case '\\':
          if (at_ + 1 >= text_.size()) return false;
          at_ += 2;
          break;
        case '\'':
          at_ = text_.find('\'', at_ + 1);
          if (at_ == std::string_view::npos) return false;
          ++at_;
          break;
        case '"':
          if (!double_quoted()) return false;
          break;
        case '$':
          if (peek(1) == '\'' ? !ansi_quoted() : !dollar()) return false;
          break;
        default:
          ++at_;
      }
    }
    return close();
  }

  bool ansi_quoted() {
    for (at_ += 2; !at_end() && peek() != '\''; ++at_) {
      if (peek() == '\\') ++at_;
    }
    return at_++ < text_.size();
  }

  bool double_quoted() {
    for (++at_; !at_end() && peek() != '"';) {
      if (peek() == '`') return false;
      if (peek() == '$') {
        if (!dollar()) return false;
      } else {
        at_ += peek() == '\\' ? 2 : 1;
      }
    }
    return at_++ < text_.size();
  }

  // A `$` and what belongs to it, in quotes or out of them.
  bool dollar() {
    if (starts("$((")) return leaf_until(Kind::arithmetic, 3, "))");
    if (starts("${")) return leaf_until(Kind::expansion, 2, "}");
    if (starts("$[")) return false;
    if (!starts("$(")) {
      ++at_;
      return true;
    }
    if (depth_ >= kPlainDepthMax) return false;
    depth_ += 1;
    open(Kind::command_substitution);
    token(2);
    const bool read = inside_parentheses();
    depth_ -= 1;
    return read;
  }

  bool leaf_until(Kind kind, std::size_t skipped, std::string_view end) {
    const std::size_t begin = at_;
    const std::size_t inside = at_ + skipped;
    const std::size_t found = text_.find(end, inside);
    if (found == std::string_view::npos) return false;
    if (!hides_no_command(text_.substr(inside, found - inside))) return false;
    at_ = found + end.size();
    leaf(kind, begin);
    return true;
  }

  int depth_ = 0;
};

}  // namespace

std::optional<Tree> read_plain(const std::string& text) {
  PlainReader reader(text);
  if (!reader.read()) return std::nullopt;
  return Tree::of(text, reader.take());
}

}  // namespace policy::shell
