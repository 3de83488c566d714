// From a hook's input to its output: one way in for all hosts, whether a process of its own answers
// or a server.
#pragma once
#include <functional>
#include <string>

#include "host/adapter.h"
#include "host/remote_caller.h"
#include "model/host_event.h"
#include "os/stdio.h"
#include "os/system.h"

namespace host {

struct HookCall {
  std::string host;   // Empty: the payload's shape tells it.
  std::string event;  // Empty: the payload's own name for it counts.
  os::Input input;
  bool is_again = false;  // See model::HostEvent.
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

// Never fails. What was read before the input broke off is filled in and `readable` is false, so
// that a call whose tool is known can still be judged. `call.host` is empty or that of an adapter.
model::HostEvent parse_hook(const HookCall& call, os::System system);

// Never fails; see engine::handle_event. An exception of ours is answered as a crash would be.
// Nothing where another hook of ours answers the same event.
HookAnswer answer_hook(os::System system, const HookCall& call, const ArmHook& arm);

// The same for a host that posted it. `project`: where its settings say that the project is; empty:
// where the conversation was heard first.
HookAnswer answer_remote_hook(RemoteCaller& caller, const HookCall& call, std::string project,
                              const ArmHook& arm);

}  // namespace host
