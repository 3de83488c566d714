// What the shell would know at a place in a command: folder, variables, arguments, functions.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "policy/shell/analysis.h"
#include "policy/shell/tree.h"
#include "policy/shell/word.h"

namespace policy::shell {

// A value of more words, or of more bytes, is not known: each use of it would copy it.
constexpr std::size_t kWordsKept = 1000;
constexpr std::size_t kBytesKept = 1024;

// One word for a variable, any number for an array.
struct Value {
  Words words;
  bool array = false;
};

struct Function {
  const Tree* tree = nullptr;
  NodeIndex body = 0;
  bool running = false;
};

class Scope {
 public:
  explicit Scope(const Surroundings& at);

  // A place to come back to: what a subshell changes ends with it.
  struct Mark {
    std::size_t changes = 0;
    std::optional<std::string> folder;
    std::optional<std::string> previous_folder;
    std::size_t folder_stack = 0;
  };
  Mark mark() const;
  void rewind(const Mark& mark);
  // What commands have changed that may or may not run.
  struct Doubt {
    std::vector<std::string> variables;
    bool folder = false;
  };
  Doubt take_back(const Mark& mark);
  // These are not known any more.
  void forget(const Doubt& doubt);
  void doubt(const Mark& mark) { forget(take_back(mark)); }

  const std::optional<std::string>& folder() const { return folder_; }
  const std::string& home() const { return home_; }
  // As `cd` takes it; nothing makes the folder unknown.
  void enter(const std::optional<Word>& folder);
  void enter_previous();
  void push_folder() { folder_stack_.push_back(folder_); }
  void pop_folder();
  void forget_folder() { folder_.reset(); }

  // Absolute and without `.` and `..`; nothing where the folder is not known.
  std::optional<std::string> absolute(std::string_view path) const;

  const Value* variable(std::string_view name) const;
  void assign(std::string_view name, Value value);
  void assign_unknown(std::string_view name);

  // `$1` and the rest; nothing where they are not known.
  std::optional<Words> arguments;
  std::unordered_map<std::string, Function> functions;
  // Some shells follow them in what they are given; their words, split at blanks.
  std::unordered_map<std::string, Words> aliases;

 private:
  std::string home_;
  std::optional<std::string> folder_;
  std::optional<std::string> previous_folder_;
  std::vector<std::optional<std::string>> folder_stack_;
  std::unordered_map<std::string, Value> variables_;
  // What each assignment replaced, newest last.
  std::vector<std::pair<std::string, std::optional<Value>>> changes_;
};

// `/a/./b/../c` as `/a/c`.
std::string normal_path(std::string_view absolute);

}  // namespace policy::shell
