#include "cli/help.h"

#include <algorithm>

#include "cli/docs.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cli {
namespace {

bool asks_for_help(std::string_view word) { return word == "--help" || word == "-h"; }

void print_commands(Context& context, std::string_view group) {
  std::vector<Fact> facts;
  for (const Command& command : all_commands()) {
    const bool inside = command.path.substr(0, command.path.find(' ')) == group;
    if (group.empty() || inside) facts.push_back({command.path, std::string(command.summary)});
  }
  print_facts(context.console, facts);
}

void print_overview(Context& context) {
  const Style style(context.system.environment);
  Console& console = context.console;
  print_line(console, "Holdfast keeps the state of a coding agent's work and guards its tools.");
  print_line(console, "");
  print_line(console, style.bold("Usage:") + " holdfast COMMAND [OPTIONS]");
  print_line(console, "");
  print_line(console, style.bold("Commands:"));
  print_commands(context, "");
  print_line(console, "");
  print_line(console, "A first try: `holdfast init`. One command: `holdfast help COMMAND`.");
}

void print_group(Context& context, std::string_view group) {
  const Style style(context.system.environment);
  print_line(context.console,
             style.bold("Usage:") + " holdfast " + std::string(group) + " COMMAND [OPTIONS]");
  print_line(context.console, "");
  print_commands(context, group);
}

// `help session mode` is `session mode --help`.
int help_about(Context& context, std::vector<std::string> words) {
  words.push_back("--help");
  return run(context, words);
}

}  // namespace

bool is_group(std::string_view word) {
  const auto commands = all_commands();
  return std::any_of(commands.begin(), commands.end(), [&](const Command& command) {
    return command.path.size() > word.size() && command.path.substr(0, word.size()) == word &&
           command.path[word.size()] == ' ';
  });
}

std::optional<int> run_help(Context& context, const std::vector<std::string>& args) {
  if (args.empty() || asks_for_help(args[0]) || (args[0] == "help" && args.size() == 1)) {
    print_overview(context);
    return kDone;
  }
  if (args[0] == "--version") {
    print_line(context.console, "holdfast " HOLDFAST_VERSION);
    return kDone;
  }
  if (args[0] == "help") {
    if (args[1] == "--markdown") {
      context.console.write(markdown_manual(context));
      return kDone;
    }
    if (asks_for_help(args[1])) {
      print_overview(context);
      return kDone;
    }
    return help_about(context, {args.begin() + 1, args.end()});
  }
  const bool alone = args.size() == 1 || asks_for_help(args[1]);
  if (alone && is_group(args[0])) {
    print_group(context, args[0]);
    return kDone;
  }
  return std::nullopt;
}

}  // namespace cli
