#include "engine/trust.h"

#include <array>
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/confirmation.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/operator.h"
#include "engine/trusted_mods.h"

namespace cli {
namespace {

using base::Json;

// What a project's files name, and where.
constexpr std::array<std::string_view, 2> kTrustedCommands{
    "calculators of requirements (.claude/requirements.yaml)",
    "the lint command of the protocol (protocol.lint_command in .holdfast/config.yaml)"};

void print_trusted_commands(Console& console) {
  for (const std::string_view command : kTrustedCommands) {
    print_line(console, "  - " + std::string(command));
  }
}

// At a terminal the person is asked; the operator token speaks for itself. Whoever has neither
// passes, for the engine to refuse and record.
base::Result<void> confirm_trust(Context& context, engine::Workspace& workspace) {
  if (!engine::asker(workspace).is_at_terminal()) return {};
  std::string question = "These may then run on this machine, with your rights, as the files of " +
                         printable(workspace.root().native()) + " name them, now and later:\n";
  for (const std::string_view command : kTrustedCommands)
    question.append("  - ").append(command) += '\n';
  if (ask_yes_no(context, question + "Trust the project?")) return {};
  return base::Error{base::Code::failed, "Not confirmed. Nothing was changed.", ""};
}

void print_outcome(Console& console, const std::string& root, const engine::TrustOutcome& outcome) {
  if (!outcome.trusted) {
    print_line(console,
               outcome.changed
                   ? root + " is not trusted any more. No command that its files name runs."
                   : root + " was not trusted.");
    return;
  }
  print_line(console, root + (outcome.changed ? " is trusted." : " is trusted already.") +
                          " What its files name may run:");
  print_trusted_commands(console);
  print_line(console, "`holdfast trust --revoke` takes it back.");
}

base::Result<int> trust_mod(Context& context, Arguments& arguments, const std::string& name,
                            bool revokes) {
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments, engine::Needs::requirements));
  const bool asks = !revokes && engine::asker(workspace).way == policy::kByTerminal;
  if (asks &&
      !ask_yes_no(context, "The mod " + printable(name) +
                               " may then overrule the gate in all your projects. Let it in?")) {
    return base::Error{base::Code::failed, "Not confirmed. Nothing was changed.", ""};
  }
  TRY_ASSIGN(const bool changed,
             engine::change_mod_trust(workspace, {.name = name,
                                                  .revokes = revokes,
                                                  .session = session_choice(context, arguments)}));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"mod", name}, {"trusted", !revokes}, {"changed", changed}});
  } else {
    print_line(context.console, "The mod " + printable(name) + (changed ? " is" : " was") +
                                    (revokes ? " not trusted any more." : " trusted."));
  }
  return kDone;
}

}  // namespace

base::Result<int> run_trust(Context& context, Arguments& arguments) {
  bool revokes = false;
  std::optional<std::string> mod;
  arguments.flag({"--revoke", "", "Take the trust back; anybody may"}, revokes);
  arguments.option({"--mod", "NAME", "Let a mod of Claude Code in beside the shield, by its name"},
                   mod);
  TRY(arguments.parse());
  if (mod) return trust_mod(context, arguments, *mod, revokes);
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments, engine::Needs::requirements));
  if (!revokes) TRY(confirm_trust(context, workspace));
  TRY_ASSIGN(
      const auto outcome,
      revokes ? engine::revoke_trust(workspace)
              : engine::trust_project(workspace, {.session = session_choice(context, arguments)}));
  const std::string root = workspace.root().native();
  if (arguments.form() == Form::json) {
    print_json(context.console,
               Json{{"root", root},
                    {"trusted", outcome.trusted},
                    {"changed", outcome.changed},
                    {"commands", outcome.trusted ? Json(kTrustedCommands) : Json::array()}});
  } else {
    print_outcome(context.console, printable(root), outcome);
  }
  return kDone;
}

}  // namespace cli
