// One host's words: what it sends in the engine's terms, and the engine's answer in its own.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "host/payload.h"
#include "model/host_event.h"
#include "os/system.h"

namespace host {

struct HookOutput {
  std::string standard_output;  // What the host parses, or nothing.
  std::string standard_error;   // For the person, or with the exit code the reason; or nothing.
  int exit_code = 0;
};

struct Adapter {
  std::string_view name;  // "codex"
  // `event_name` is the host's own name of it, or empty. What nobody tells is left empty.
  model::HostEvent (*event_of)(std::string_view event_name, Payload& payload, os::System& system);
  HookOutput (*output_of)(const model::HostEvent& event, const model::HostReply& reply);
};

// All of them, Claude Code's first.
std::span<const Adapter> adapters();
// Nothing where there is no such host.
const Adapter* find_adapter(std::string_view name);

}  // namespace host
