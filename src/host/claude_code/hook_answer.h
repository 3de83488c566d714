// From a hook's input to its output: one way in, whether a process of its own answers or a server.
#pragma once
#include <functional>
#include <string>

#include "host/claude_code/remote_caller.h"
#include "host/claude_code/reply.h"
#include "model/host_event.h"
#include "os/stdio.h"
#include "os/system.h"

namespace host::claude_code {

struct HookCall {
  std::string event;  // Empty: the payload's own name for it counts.
  os::Input input;
};

struct HookAnswer {
  model::HostEvent event;
  model::HostReply reply;
  HookOutput output;
};

// What to say if time runs out, and how long the configuration gives it. Called as
// engine::HookOptions says.
using ArmHook = std::function<void(const model::HostEvent& event, const HookOutput& on_timeout,
                                   std::int64_t limit_ms)>;

// Never fails; see engine::handle_event.
HookAnswer answer_hook(os::System system, const HookCall& call, const ArmHook& arm);

// The same for a host that posted it. `project`: where its settings say that the project is; empty:
// where the conversation was heard first.
HookAnswer answer_remote_hook(RemoteCaller& caller, const HookCall& call, std::string project,
                              const ArmHook& arm);

}  // namespace host::claude_code
