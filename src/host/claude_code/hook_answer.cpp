#include "host/claude_code/hook_answer.h"

#include "engine/hook_event.h"
#include "host/claude_code/event.h"

namespace host::claude_code {
namespace {

HookAnswer answered(os::System system, model::HostEvent event, const ArmHook& arm,
                    engine::WorkspaceCache* cache = nullptr) {
  HookAnswer answer;
  answer.event = std::move(event);
  const auto formatted_arm = [&](const model::HostReply& on_timeout, std::int64_t limit_ms) {
    arm(answer.event, format_reply(answer.event, on_timeout), limit_ms);
  };
  answer.reply = engine::handle_event(system, answer.event, {.arm = formatted_arm, .cache = cache});
  answer.output = format_reply(answer.event, answer.reply);
  return answer;
}

}  // namespace

HookAnswer answer_hook(os::System system, const HookCall& call, const ArmHook& arm) {
  return answered(system, parse_event(call.event, call.input, system), arm);
}

HookAnswer answer_remote_hook(RemoteCaller& caller, const HookCall& call, std::string project,
                              const ArmHook& arm) {
  model::HostEvent event = parse_event(call.event, call.input, caller.system());
  event.is_remote = true;
  event.project_folder = project.empty() ? caller.project_of(event.host_id) : std::move(project);
  const bool is_first = event.project_folder.empty();
  HookAnswer answer = answered(caller.system(), std::move(event), arm, &caller.cache());
  // What was journalled is of a project that uses Holdfast.
  if (is_first && !answer.reply.decision_id.empty()) {
    caller.remember(answer.event.host_id, answer.event.folder);
  }
  return answer;
}

}  // namespace host::claude_code
