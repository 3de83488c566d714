// What a command line of ours would do to the gate. An agent's shell may look, tighten and meet
// requirements; it may not loosen what a person set, nor pretend to be an event of the host.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/shell/analysis.h"

namespace policy {

enum class OwnEffect {
  free,           // Looks, tightens, meets a requirement, or asks for itself who runs it.
  sets_mode,      // `mode` says to which one.
  needs_person,   // Loosens.
  pretends,       // `holdfast hook`: says that something happened.
  cannot_be_read  // Which of our commands it is, or what it sets, stands in no word of it.
};

struct OwnCommand {
  OwnEffect effect = OwnEffect::free;
  std::string text;     // "holdfast session mode coding", for messages.
  std::string mode;     // sets_mode
  std::string session;  // sets_mode: whose; empty: not said.
};

// Nothing for another program's call. `aliases`: other absolute, normal
// paths of this program.
std::optional<OwnCommand> own_command(const shell::ProgramCall& call,
                                      const std::vector<std::string>& aliases = {});

// Whether this version classifies the command ("session mode") at all. The command line's table is
// held against it by a test.
bool is_known_command(std::string_view command);

}  // namespace policy
