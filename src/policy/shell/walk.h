// Goes through a parsed command in the order in which the shell would run it.
#pragma once
#include <cstddef>
#include <deque>
#include <string_view>
#include <vector>

#include "policy/shell/command.h"
#include "policy/shell/expansion.h"
#include "policy/shell/report.h"
#include "policy/shell/scope.h"
#include "policy/shell/tree.h"

namespace policy::shell {

// Whether text that needs no grammar is read without it. Tests hold one against the other.
enum class Reading { quickest, grammar };

Analysis analyse_by(Reading reading, std::string_view command, const Surroundings& at);

class Walk {
 public:
  Walk(const Surroundings& at, Analysis& analysis, std::size_t command_size, Reading reading)
      : scope_(at), report_(analysis), reading_(reading), steps_left_(20000 + 4 * command_size) {}

  // Text as the shell would run it here.
  void run_text(std::string_view text, Input input);
  // As `sh -c TEXT NAME ARGUMENTS…`: a shell of its own.
  void run_own_text(std::string_view text, const std::optional<Words>& arguments, Input input);
  // A program, as a wrapper like `sudo` starts it.
  void run(const Command& command);

  Scope& scope() { return scope_; }
  Report& report() { return report_; }
  void touch(const Word& path, const Touch& touch) { report_.file(path, touch, scope_); }

 private:
  // What surrounds a statement: its input, and redirections that the grammar hangs above it.
  struct Place {
    Input input = Input::none;
    std::vector<NodeIndex> redirects;
  };

  void statement(const Tree& tree, NodeIndex index, const Place& place);
  void statements(const Tree& tree, NodeIndex parent, const Place& place);
  void list(const Tree& tree, NodeIndex index, const Place& place);
  void pipeline(const Tree& tree, NodeIndex index, const Place& place);
  void redirected(const Tree& tree, NodeIndex index, const Place& place);
  void subshell(const Tree& tree, NodeIndex index, const Place& place);
  void branches(const Tree& tree, NodeIndex index, const Place& place);
  void cases(const Tree& tree, NodeIndex index, const Place& place);
  void while_loop(const Tree& tree, NodeIndex index, const Place& place);
  void for_loop(const Tree& tree, NodeIndex index, const Place& place);
  void loop_body(const Tree& tree, NodeIndex body, const Place& place);
  void define(const Tree& tree, NodeIndex index, const Place& place);
  void group(const Tree& tree, NodeIndex index, const Place& place);
  void negation(const Tree& tree, NodeIndex index, const Place& place);
  void lone_redirect(const Tree& tree, NodeIndex index, const Place& place);
  void word(const Tree& tree, NodeIndex index, const Place& place);
  void nothing(const Tree& tree, NodeIndex index, const Place& place);

  void command(const Tree& tree, NodeIndex index, const Place& place);
  void declaration(const Tree& tree, NodeIndex index, const Place& place);
  void assignment(const Tree& tree, NodeIndex index);
  void call(const Function& function, const Command& command);
  // What stands for an alias; nothing where the program is none.
  std::optional<Command> without_alias(const Command& command);
  // Runs the substitutions below a node. They run before what they are part of.
  void substitutions(const Tree& tree, NodeIndex first, NodeIndex behind);
  // Opens the files of a redirection; gives the words after its target, which are the command's.
  std::vector<NodeIndex> redirection(const Tree& tree, NodeIndex index, Input& input);
  Place after_redirects(const Tree& tree, const Place& place);

  bool step();

  Scope scope_;
  Report report_;
  Reading reading_;
  std::deque<Tree> trees_;  // Functions point into them.
  std::size_t steps_left_;
  int depth_ = 0;
};

}  // namespace policy::shell
