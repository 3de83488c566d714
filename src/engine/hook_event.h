// The way of a host's event: load, decide, commit, journal, reply.
#pragma once
#include <functional>

#include "engine/host_files.h"
#include "engine/workspace.h"
#include "model/host_event.h"
#include "os/system.h"

namespace engine {

struct HookOptions {
  // Called once the project is known to use Holdfast: what to say if time runs out, and how long
  // the configuration gives it. The caller arms its watchdog with it. Called again where only
  // requirements are left to be asked: these fail open.
  std::function<void(const model::HostReply& on_timeout, std::int64_t limit_ms)> arm;
  // Of a process that answers many events; outlives also what a reply leaves to be done.
  WorkspaceCache* cache = nullptr;
  // What knows the hosts' own files; without it they are not judged. Borrowed like `cache`.
  HostFiles* host_files = nullptr;
};

// Never fails: what goes wrong becomes a decision (policy/fault) or a warning. An empty reply for a
// project that does not use Holdfast, and nothing is written then.
model::HostReply handle_event(os::System system, const model::HostEvent& event,
                              const HookOptions& options = {});

// What the integrity gate says where an error of ours came before an answer: only harmless tools
// pass, by the built-in list.
model::HostReply reply_to_fault(const model::HostEvent& event);

}  // namespace engine
