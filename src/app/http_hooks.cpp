#include "app/http_hooks.h"

#include "host/claude_code/event.h"
#include "host/hook.h"
#include "os/stdio.h"

namespace app {
namespace {

using host::HookAnswer;
using host::HookOutput;
using web::HookAnswerKind;

HookAnswerKind kind_of(const HookAnswer& answer) {
  const auto& decision = answer.reply.decision;
  if (decision && !decision->allowed) return HookAnswerKind::denied;
  if (decision) return HookAnswerKind::allowed;
  if (!answer.reply.hold.empty()) return HookAnswerKind::held;
  return answer.output.standard_output.empty() ? HookAnswerKind::nothing : HookAnswerKind::told;
}

// Nobody can tell which project or which event is meant: not to answer at all would be taken for
// "go on".
std::string failure_of(const HookAnswer& answer) {
  if (answer.event.readable || answer.reply.decision) return "";
  const bool is_known = !answer.event.name.empty() &&
                        !(answer.event.folder.empty() && answer.event.project_folder.empty());
  return is_known ? "" : "the hook input could not be read: " + answer.event.problem;
}

web::HookReply answer_claude_code(host::RemoteCaller& caller, web::HookQuestion question,
                                  const web::ArmHook& arm) {
  const host::HookCall call{std::string(host::claude_code::kHostName), std::move(question.event),
                            std::move(question.input)};
  const auto arm_formatted = [&](const model::HostEvent& event, const HookOutput& on_timeout,
                                 std::int64_t limit_ms) {
    web::HookReply reply;
    reply.event = event.kind;
    reply.output = on_timeout.standard_output;
    arm(std::move(reply), base::Millis{limit_ms});
  };
  HookAnswer answer = answer_remote_hook(caller, call, std::move(question.project), arm_formatted);
  web::HookReply reply;
  reply.event = answer.event.kind;
  reply.kind = kind_of(answer);
  reply.output = std::move(answer.output.standard_output);
  reply.warning = std::move(answer.output.standard_error);
  reply.failure = failure_of(answer);
  if (!reply.failure.empty()) reply.kind = HookAnswerKind::unreadable;
  reply.when_told = std::move(answer.reply.when_told);
  return reply;
}

}  // namespace

HttpHooks::HttpHooks(os::System system, web::Metrics& metrics)
    : caller_(system),
      endpoint_({.hosts = {{std::string(host::claude_code::kHostName),
                            [this](web::HookQuestion question, const web::ArmHook& arm) {
                              return answer_claude_code(caller_, std::move(question), arm);
                            }}},
                 .say = os::write_standard_error},
                metrics) {}

}  // namespace app
