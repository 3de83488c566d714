#include <algorithm>
#include <array>
#include <exception>

#include "cli/exit_code.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/suggestion.h"
#include "cli/table.h"
#include "engine/fleet_joined.h"

namespace cli {
namespace {

// The command, and how many words named it.
struct Match {
  const Command* command = nullptr;
  std::size_t words = 0;
};

Match find_command(const std::vector<std::string>& args) {
  const std::string& first = args.front();
  const std::string both = args.size() > 1 ? first + " " + args[1] : "";
  for (const Command& command : all_commands()) {
    if (command.path == first) return {&command, 1};
    if (command.path == both) return {&command, 2};
  }
  return {};
}

base::Error unknown_command(const std::vector<std::string>& args) {
  const bool in_group = is_group(args[0]);
  const std::string typed = in_group ? args[0] + " " + args[1] : args[0];
  std::vector<std::string_view> candidates;
  for (const Command& command : all_commands()) {
    const std::string_view group = command.path.substr(0, command.path.find(' '));
    // Inside a group its own commands are meant; outside, a group's name may be.
    if (in_group ? group == args[0] : true) candidates.push_back(in_group ? command.path : group);
  }
  const auto meant = nearest(typed, candidates);
  return {base::Code::invalid_params, "`" + typed + "` is not a command of holdfast.",
          meant ? "Did you mean `holdfast " + *meant + "`?"
                : "Run `holdfast help" + (in_group ? " " + args[0] : "") + "` for the commands."};
}

// Those that ask a team's server need a library that the static program cannot have.
enum class FleetProgram { unneeded, useful, needed };

FleetProgram fleet_program_for(const Context& context, const Command& command,
                               const std::vector<std::string>& args) {
  if (context.fleet != nullptr || !context.become_fleet_program) return FleetProgram::unneeded;
  if (command.path.starts_with("fleet ")) return FleetProgram::needed;
  // The dashboard of a machine that belongs to a team shows the team, and itself without one.
  if (command.path == "serve" && engine::has_joined_fleet(context.system)) {
    return FleetProgram::useful;
  }
  constexpr std::array<std::string_view, 6> kTeamCommands{
      "search", "work list", "cost", "claims", "handoff list", "handoff accept"};
  const bool has_team =
      std::find(kTeamCommands.begin(), kTeamCommands.end(), command.path) != kTeamCommands.end();
  // Behind "--" there are only operands.
  const auto end = std::find(args.begin(), args.end(), "--");
  return has_team && std::find(args.begin(), end, "--team") != end ? FleetProgram::needed
                                                                   : FleetProgram::unneeded;
}

base::Result<int> run_where_it_can(Context& context, const Command& command, Arguments& arguments,
                                   const std::vector<std::string>& args) {
  const FleetProgram wanted = fleet_program_for(context, command, args);
  if (wanted != FleetProgram::unneeded) {
    base::Error error = context.become_fleet_program(args);
    if (wanted == FleetProgram::needed) return error;
  }
  return command.run(context, arguments);
}

int run_command(Context& context, const Match& match, const std::vector<std::string>& args) {
  const Command& command = *match.command;
  Arguments arguments({command.path, command.summary, command.examples},
                      {args.begin() + static_cast<std::ptrdiff_t>(match.words), args.end()});
  const base::Result<int> result = run_where_it_can(context, command, arguments, args);
  if (arguments.wants_help()) {
    context.console.write(arguments.help());
    return kDone;
  }
  if (result.ok()) return *result;
  print_error(context.console, result.error(), arguments.form());
  return exit_code_of(result.error().code);
}

int run_words(Context& context, const std::vector<std::string>& args) {
  if (const auto code = run_help(context, args)) return *code;
  const Match match = find_command(args);
  if (match.command != nullptr) return run_command(context, match, args);
  const bool json = std::find(args.begin(), args.end(), "--json") != args.end();
  print_error(context.console, unknown_command(args), json ? Form::json : Form::text);
  return kWrongUse;
}

}  // namespace

int run(Context& context, const std::vector<std::string>& args) {
  try {
    return run_words(context, args);
  } catch (const std::exception& error) {
    // Nothing of ours throws; what a library does here (no memory, a broken clock) is told plainly.
    print_error(context.console,
                {base::Code::failed, std::string("unexpected: ") + error.what(), ""}, Form::text);
    return kFailed;
  }
}

int run_program(Context& context, std::string_view program_name,
                const std::vector<std::string>& args) {
  const std::string_view name = program_name.substr(program_name.rfind('/') + 1);
  if (name != "req" || (!args.empty() && args[0] == "--version")) return run(context, args);
  // `req help status` is `holdfast help req status`.
  const bool asks_help = !args.empty() && args[0] == "help";
  std::vector<std::string> words{"req"};
  if (asks_help) words.insert(words.begin(), "help");
  words.insert(words.end(), args.begin() + (asks_help ? 1 : 0), args.end());
  return run(context, words);
}

}  // namespace cli
