#include "engine/own_commands.h"

#include <fmt/format.h>

#include "engine/run_view.h"
#include "policy/mode.h"
#include "policy/own_command.h"

namespace engine {
namespace {

// The paths by which a call starts this very program, or a copy of it.
std::vector<std::string> aliases_of(Stores& stores, const policy::shell::ProgramCall& call) {
  if (call.path.find('/') == std::string::npos) return {};
  const os::Path path = os::normalised(os::Path(call.folder), call.path);
  const auto there = stores.system.files.info(path);
  const auto own = stores.system.files.info(stores.system.environment.program());
  // No other program has its size to the byte, and to read both would take longer than a hook may.
  if (!there.ok() || !own.ok() || there->size != own->size) return {};
  return {path.native()};
}

// Whether the session that a command names is this run's own; without a name it is.
bool means_this_run(Stores& stores, const model::RunId& run, const std::string& session) {
  if (session.empty() || session == run.text || session == run.brief()) return true;
  const auto named = stores.aliases.resolve(session);
  return named.ok() && *named == run;
}

// Why the agent may not set the mode; empty where it may.
std::string objection_to_mode(Stores& stores, const std::optional<model::RunId>& run,
                              const policy::OwnCommand& command) {
  const model::ModeName wanted(command.mode);
  if (wanted.is(model::Mode::analysis)) return "";
  if (!run || !means_this_run(stores, *run, command.session)) {
    return "It may loosen the mode of another session.";
  }
  const auto loaded = stores.runs.view(*run);
  const model::Run current = loaded.ok() ? **loaded : fresh_run(stores, *run);
  if (policy::agent_may_set(current, wanted, stores.config.gate_agent_mode_change)) return "";
  return fmt::format("The mode is {}, and only a person loosens it.", current.mode.text());
}

// The mode that the host's person may be asked for: a known one but `disabled`, for this very run,
// by a call that does nothing besides.
std::string mode_to_ask_for(Stores& stores, const std::optional<model::RunId>& run,
                            const policy::OwnCommand& command,
                            const policy::shell::Analysis& shell) {
  const model::ModeName wanted(command.mode);
  const bool is_alone = shell.calls.size() == 1 && !shell.has_unread_calls &&
                        shell.opaque.empty() && shell.files.empty();
  if (!is_alone || !wanted.known() || wanted.is(model::Mode::disabled)) return "";
  return run && means_this_run(stores, *run, command.session) ? command.mode : "";
}

}  // namespace

std::optional<policy::OwnDenial> own_denial(Stores& stores, const std::optional<model::RunId>& run,
                                            const policy::shell::Analysis* shell) {
  if (shell == nullptr) return std::nullopt;
  for (const policy::shell::ProgramCall& call : shell->calls) {
    const auto command = policy::own_command(call, aliases_of(stores, call));
    if (!command) continue;
    switch (command->effect) {
      case policy::OwnEffect::free:
        break;
      case policy::OwnEffect::sets_mode: {
        std::string why = objection_to_mode(stores, run, *command);
        if (why.empty()) break;
        return policy::OwnDenial{command->text, std::move(why), /*is_for_a_person=*/true,
                                 mode_to_ask_for(stores, run, *command, *shell)};
      }
      case policy::OwnEffect::needs_person:
        return policy::OwnDenial{command->text, "It loosens what a person set."};
      case policy::OwnEffect::cannot_be_read:
        return policy::OwnDenial{command->text,
                                 "What it would set cannot be read from the command; it passes "
                                 "where its words stand there as they are."};
      case policy::OwnEffect::pretends:
        return policy::OwnDenial{command->text, "Only the agent's program tells what happened.",
                                 /*is_for_a_person=*/false};
    }
  }
  return std::nullopt;
}

}  // namespace engine
