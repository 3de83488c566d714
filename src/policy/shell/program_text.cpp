#include "policy/shell/program_text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/text.h"

namespace policy::shell {
namespace {

class SedReader {
 public:
  explicit SedReader(std::string_view text) : text_(text) {}

  SedProgram read() {
    while (at_ < text_.size()) {
      skip("; \t\n{}");
      addresses();
      if (at_ < text_.size()) command(text_[at_++]);
    }
    return std::move(program_);
  }

 private:
  void skip(std::string_view characters) {
    at_ = std::min(text_.find_first_not_of(characters, at_), text_.size());
  }
  std::string_view until(std::string_view characters) {
    const std::size_t from = at_;
    at_ = std::min(text_.find_first_of(characters, at_), text_.size());
    return text_.substr(from, at_ - from);
  }

  // Behind the next delimiter that is not escaped.
  void pass(char delimiter) {
    while (at_ < text_.size() && text_[at_] != delimiter) at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
  }

  void addresses() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '/') {
        ++at_;
        pass('/');
      } else if (c == '\\' && at_ + 1 < text_.size()) {
        at_ += 2;
        pass(text_[at_ - 1]);
      } else if (base::is_digit(c) ||
                 std::string_view("$,~+! \tIM").find(c) != std::string_view::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }

  void file() {
    skip(" \t");
    program_.written.emplace_back(base::trim(until("\n")));
  }

  void command(char c) {
    if (c == 's' || c == 'y') {
      if (at_ >= text_.size()) return;
      const char delimiter = text_[at_++];
      pass(delimiter);
      pass(delimiter);
      if (c == 's') flags();
    } else if (c == 'w' || c == 'W') {
      file();
    } else if (c == 'e') {
      program_.runs_commands = true;
      until("\n");
    } else if (c == 'a' || c == 'i' || c == 'c' || c == 'r' || c == 'R' || c == '#') {
      until("\n");
    } else if (c == 'b' || c == 't' || c == 'T' || c == ':') {
      until(";\n}");
    }
  }

  void flags() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == 'w') {
        ++at_;
        return file();
      }
      if (!base::is_alnum(c)) return;
      program_.runs_commands |= c == 'e';
      ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  SedProgram program_;
};

class AwkReader {
 public:
  explicit AwkReader(std::string_view text) : text_(text) {}

  bool reaches_out() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        quoted('"');
      } else if (c == '/' && !after_value_) {
        quoted('/');
      } else if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (base::is_alpha(c) || c == '_') {
        if (name()) return true;
      } else if (sign(c)) {
        return true;
      }
    }
    return false;
  }

 private:
  void quoted(char close) {
    for (++at_; at_ < text_.size() && text_[at_] != close; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    ++at_;
    after_value_ = true;
  }

  bool name() {
    const std::size_t from = at_;
    while (at_ < text_.size() && (base::is_alnum(text_[at_]) || text_[at_] == '_')) ++at_;
    const std::string_view word = text_.substr(from, at_ - from);
    after_value_ = true;
    if (word == "print" || word == "printf") {
      prints_ = true;
      depth_ = 0;
      after_value_ = false;
    }
    if (word != "system") return false;
    const std::size_t next = text_.find_first_not_of(" \t", at_);
    return next != std::string_view::npos && text_[next] == '(';
  }

  bool sign(char c) {
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    ++at_;
    if (c == ' ' || c == '\t') return false;
    if (c == '(') depth_ += 1;
    if (c == ')') depth_ -= 1;
    if (c == ';' || c == '\n' || c == '}') prints_ = false;
    after_value_ = c == ')' || c == ']' || c == '$' || base::is_digit(c);
    if (c == '|') {
      if (next != '|') return true;
      ++at_;
    }
    return c == '>' && prints_ && depth_ == 0 && !goes_to_terminal();
  }

  bool goes_to_terminal() const {
    const std::size_t target = text_.find_first_not_of("> \t", at_);
    if (target == std::string_view::npos) return false;
    const std::string_view rest = text_.substr(target);
    return rest.starts_with("\"/dev/stderr\"") || rest.starts_with("\"/dev/stdout\"");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool prints_ = false;
  bool after_value_ = false;  // A slash behind a value divides; elsewhere it begins a pattern.
};

}  // namespace

SedProgram read_sed_program(std::string_view text) { return SedReader(text).read(); }

bool awk_reaches_out(std::string_view text) { return AwkReader(text).reaches_out(); }

}  // namespace policy::shell
