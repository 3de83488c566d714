#include "policy/shell/source.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/text.h"

namespace policy::shell {
namespace {

constexpr std::string_view kHereString = "< '<<'";
constexpr int kSourceDepthMax = 200;
constexpr std::size_t kNowhere = std::string_view::npos;

// Words after which a command begins, so that `case` behind them is the reserved word.
constexpr std::string_view kOpeners[] = {"then",  "do",    "else", "elif", "if",
                                         "while", "until", "{",    "!",    "time"};

bool ends_word(char c) {
  return base::is_space(c) || c == ';' || c == '&' || c == '|' || c == '(' || c == ')' ||
         c == '<' || c == '>';
}

class SourceRewriter {
 public:
  explicit SourceRewriter(std::string_view text)
      : text_(text), arithmetic_budget_(8 * text.size()) {
    pieces_.emplace_back();
  }

  Source rewrite() {
    code(0, Until::end);
    Source source{.text = {}, .too_deep = too_deep_, .broken = at_ < text_.size()};
    for (const std::string& piece : pieces_) source.text += piece;
    return source;
  }

 private:
  enum class Until { end, parenthesis };

  struct Document {
    std::string delimiter;
    std::size_t piece = 0;  // Where its here-string goes.
    bool literal = false;
    bool strips_tabs = false;
  };

  // What a stretch of code between two parentheses remembers.
  struct Stretch {
    bool at_command = true;
    int cases = 0;  // Inside `case … esac` a lone parenthesis ends a pattern.
    std::string_view word;
  };

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  std::string& out() { return pieces_.back(); }
  void copy(std::size_t count) {
    out() += text_.substr(at_, count);
    at_ = std::min(text_.size(), at_ + count);
  }

  bool sinks_too_deep(int depth) {
    if (depth < kSourceDepthMax) return false;
    too_deep_ = true;
    copy(text_.size());
    return true;
  }

  void end_word(Stretch& stretch, std::size_t from) {
    const std::string_view word = text_.substr(from, at_ - from);
    if (word.empty()) return;
    if (stretch.at_command && word == "case") stretch.cases += 1;
    if (word == "esac" && stretch.cases > 0) stretch.cases -= 1;
    stretch.at_command = false;
    for (const std::string_view opener : kOpeners) stretch.at_command |= word == opener;
  }

  // Copies code up to the end or behind the parenthesis that closes it.
  void code(int depth, Until until) {
    if (sinks_too_deep(depth)) return;
    Stretch stretch;
    while (at_ < text_.size()) {
      const char c = peek();
      if (c == ')' && stretch.cases == 0) {
        if (until == Until::parenthesis) copy(1);
        // Nor do two that close belong together.
        if (until == Until::parenthesis && peek() == ')') out() += ' ';
        return;
      }
      if (c == '#') {
        skip_comment();
      } else if (base::is_space(c) || c == ';' || c == '&' || c == '|' || c == ')') {
        separator(stretch);
      } else if (c == '<' || c == '>') {
        angle(depth);
      } else if (c == '(') {
        parenthesis(depth);
        stretch.at_command = true;
      } else {
        const std::size_t from = at_;
        bracket(stretch);
        word(depth);
        end_word(stretch, from);
      }
    }
  }

  // `[ … ]` is a command like any other, but the grammar takes it for an expression and knows only
  // some of those.
  void bracket(const Stretch& stretch) {
    if (!stretch.at_command || peek() != '[' || !base::is_space(peek(1))) return;
    out() += "test";
    ++at_;
  }

  void skip_comment() {
    while (at_ < text_.size() && peek() != '\n') ++at_;
  }

  void separator(Stretch& stretch) {
    const char c = peek();
    // `&>` and `>&` are redirections, so nothing begins after them.
    if (c != ' ' && c != '\t' && !starts("&>")) stretch.at_command = true;
    copy(1);
    if (c == '\n' && !waiting_.empty()) take_documents();
  }

  void parenthesis(int depth) {
    if (const std::size_t end = arithmetic_end(at_); end != kNowhere) {
      copy(end - at_);
      return;
    }
    open(depth);
  }

  // At a parenthesis. A second one right behind it would look like arithmetic to the grammar.
  void open(int depth) {
    copy(1);
    if (peek() == '(') out() += ' ';
    code(depth + 1, Until::parenthesis);
  }

  void angle(int depth) {
    if (starts("<<<")) {
      at_ += 3;
      while (peek() == ' ' || peek() == '\t') ++at_;
      out() += kHereString;
    } else if (starts("<<")) {
      document();
    } else if (starts("<>")) {
      out() += "> ";
      at_ += 2;
    } else if (peek(1) == '(') {
      copy(2);
      code(depth + 1, Until::parenthesis);
    } else {
      copy(peek(1) == '&' || peek(1) == '|' || peek(1) == '>' ? 2 : 1);
    }
  }

  // One word, up to what ends it outside of quotes.
  void word(int depth) {
    while (at_ < text_.size() && !ends_word(peek())) {
      const char c = peek();
      if (c == '\\') {
        escape();
      } else if (c == '\'') {
        quoted('\'', 1);
      } else if (c == '"') {
        copy(1);
        double_quoted(depth + 1);
      } else if (c == '`') {
        backquoted();
      } else if (c == '$') {
        dollar(depth, Quotes::none);
      } else {
        copy(1);
        // `a=(1 2)`: comments and quotes in there are those of code.
        if (c == '=' && peek() == '(') parenthesis(depth);
      }
    }
  }

  void escape() {
    if (peek(1) == '\n') {
      at_ += 2;
    } else {
      copy(2);
    }
  }

  // Text in which nothing counts but its end; `open` characters lead to it.
  void quoted(char close, std::size_t open) {
    const std::size_t end = text_.find(close, at_ + open);
    copy(end == kNowhere ? text_.size() : end + 1 - at_);
  }

  // Text in which a backslash hides the closing character.
  void escaped(char close, std::size_t open) {
    copy(open);
    while (at_ < text_.size() && peek() != close) copy(peek() == '\\' ? 2 : 1);
    copy(1);
  }

  void backquoted() { escaped('`', 1); }

  enum class Quotes { none, around };

  void dollar(int depth, Quotes quotes) {
    if (starts("$'") && quotes == Quotes::none) {
      escaped('\'', 2);
    } else if (starts("${")) {
      copy(2);
      braces(depth + 1, quotes);
    } else if (starts("$(")) {
      copy(1);
      if (const std::size_t end = arithmetic_end(at_); end != kNowhere) {
        copy(end - at_);
        return;
      }
      open(depth);
    } else {
      // One that stands for itself is written so that nobody can take it for more.
      if (!names(peek(1)) && !(quotes == Quotes::none && peek(1) == '"')) out() += '\\';
      copy(peek(1) == '$' ? 2 : 1);
    }
  }

  static bool names(char c) {
    return base::is_alnum(c) ||
           (c != '\0' && std::string_view("_@*#?$!-[").find(c) != std::string_view::npos);
  }

  void double_quoted(int depth) {
    if (sinks_too_deep(depth)) return;
    while (at_ < text_.size()) {
      const char c = peek();
      if (c == '"') return copy(1);
      if (c == '\\') {
        escape();
      } else if (c == '`') {
        backquoted();
      } else if (c == '$') {
        dollar(depth, Quotes::around);
      } else {
        copy(1);
      }
    }
  }

  void braces(int depth, Quotes quotes) {
    if (sinks_too_deep(depth)) return;
    while (at_ < text_.size()) {
      const char c = peek();
      if (c == '}') return copy(1);
      if (c == '\\') {
        escape();
      } else if (c == '\'' && quotes == Quotes::none) {
        quoted('\'', 1);
      } else if (c == '"') {
        copy(1);
        double_quoted(depth + 1);
      } else if (c == '`') {
        backquoted();
      } else if (c == '$') {
        dollar(depth, quotes);
      } else {
        copy(1);
      }
    }
  }

  // Behind the `))` that closes the `((` at `from`; nowhere if that is no arithmetic. The budget
  // keeps a text of nothing but parentheses linear.
  std::size_t arithmetic_end(std::size_t from) {
    if (text_.substr(from, 2) != "((") return kNowhere;
    int open = 0;
    for (std::size_t at = from + 2; at < text_.size() && arithmetic_budget_ > 0; ++at) {
      arithmetic_budget_ -= 1;
      if (text_[at] == '(') open += 1;
      if (text_[at] != ')') continue;
      if (open > 0) {
        open -= 1;
      } else {
        return text_.substr(at, 2) == "))" ? at + 2 : kNowhere;
      }
    }
    return kNowhere;
  }

  void document() {
    Document document;
    std::size_t at = at_ + 2;
    if (at < text_.size() && text_[at] == '-') {
      document.strips_tabs = true;
      ++at;
    }
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    const std::size_t from = at;
    for (; at < text_.size() && !ends_word(text_[at]); ++at) {
      const char c = text_[at];
      if (c == '\'' || c == '"') {
        const std::size_t end = std::min(text_.find(c, at + 1), text_.size());
        document.delimiter += text_.substr(at + 1, end - at - 1);
        document.literal = true;
        at = end;
      } else if (c == '\\') {
        document.literal = true;
      } else {
        document.delimiter += c;
      }
    }
    if (at == from) return copy(2);
    at_ = std::min(at, text_.size());
    document.piece = pieces_.size();
    pieces_.emplace_back(kHereString);
    pieces_.emplace_back(" ");
    waiting_.push_back(std::move(document));
  }

  void take_documents() {
    std::vector<Document> documents;
    documents.swap(waiting_);
    for (const Document& document : documents) {
      const std::size_t from = at_;
      const std::size_t end = body_end(document);
      if (!document.literal) take_commands(document, text_.substr(from, end - from));
    }
  }

  // Moves behind the closing line; returns where the body ends.
  std::size_t body_end(const Document& document) {
    while (at_ < text_.size()) {
      const std::size_t line_begin = at_;
      const std::size_t line_end = std::min(text_.find('\n', at_), text_.size());
      std::string_view line = text_.substr(at_, line_end - at_);
      if (document.strips_tabs) {
        while (!line.empty() && line.front() == '\t') line.remove_prefix(1);
      }
      at_ = std::min(line_end + 1, text_.size());
      if (line == document.delimiter) return line_begin;
    }
    return text_.size();
  }

  // The here-string gets the commands that the body runs, and nothing of its text.
  void take_commands(const Document& document, std::string_view body) {
    std::string commands;
    for (std::size_t at = 0; at < body.size(); ++at) {
      if (body[at] == '\\') {
        ++at;
      } else if (body[at] == '`') {
        const std::size_t end = std::min(body.find('`', at + 1), body.size() - 1);
        commands += body.substr(at, end + 1 - at);
        at = end;
      } else if (body.substr(at, 2) == "$(" && body.substr(at, 3) != "$((") {
        SourceRewriter inner(body.substr(at + 2));
        inner.code(1, Until::parenthesis);
        commands += "$(";
        for (const std::string& piece : inner.pieces_) commands += piece;
        too_deep_ |= inner.too_deep_;
        at += 1 + inner.at_;
      }
    }
    if (!commands.empty()) pieces_[document.piece] += '"' + commands + '"';
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> pieces_;
  std::vector<Document> waiting_;
  std::size_t arithmetic_budget_;
  bool too_deep_ = false;
};

}  // namespace

Source read_source(std::string_view command) { return SourceRewriter(command).rewrite(); }

}  // namespace policy::shell
