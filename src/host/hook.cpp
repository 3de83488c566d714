#include "host/hook.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "base/check.h"
#include "engine/hook_event.h"
#include "host/claude_code/mods.h"
#include "host/detection.h"
#include "host/edits.h"
#include "host/judged_files.h"
#include "host/own_hooks.h"
#include "host/reading.h"
#include "host/watched_files.h"
#include "model/file_tool.h"

namespace host {
namespace {

constexpr std::string_view kNamelessTool = "a tool without a name";

// What is wrong with the input as a whole; empty where nothing is.
std::string problem_of(const os::Input& input, const Payload& payload) {
  if (input.failed) return "standard input cannot be read";
  if (input.timed_out) return "it did not end in time";
  if (input.truncated) return "it is larger than this program reads";
  if (input.bytes.find('\0') != std::string::npos) return "it has a NUL byte";
  return payload.problem();
}

bool is_claude_code(const model::HostEvent& event) { return event.host == adapters().front().name; }

// What a call must have to be judged: a command or a file that stands where nobody looks must not
// pass. Where Claude Code has them is known for good: there a call without one runs none.
std::string missing_of(const model::HostEvent& event) {
  if (event.call.tool.empty()) return "it names no tool";
  if (is_claude_code(event)) return "";
  if (event.call.tool == "Bash" && event.call.command.empty()) return "it has no command";
  return model::writes_files(event.call.tool) && event.call.targets.empty() ? "it names no file"
                                                                            : "";
}

std::string own_error(const std::exception& error) {
  return std::string("an error of Holdfast's own stopped it (") + error.what() +
         "); `holdfast doctor` shows more";
}

// What was journalled is of a project that uses Holdfast.
void tell_of_overruling(os::System& system, const model::HostEvent& event,
                        model::HostReply& reply) {
  const bool is_asked = event.kind == model::EventKind::session_start && is_claude_code(event);
  if (is_asked && !reply.decision_id.empty()) claude_code::tell_of_mods(system, event, reply);
}

// An error of ours gets the answer that a crash would: the one that is prepared by then.
HookAnswer answered(os::System system, model::HostEvent event, const ArmHook& arm,
                    engine::WorkspaceCache* cache = nullptr) {
  const Adapter* const adapter = find_adapter(event.host);
  CHECK(adapter != nullptr);
  HookAnswer answer;
  answer.event = std::move(event);
  const auto files = std::make_shared<JudgedFiles>();
  std::optional<model::HostReply> prepared;
  const auto formatted_arm = [&](const model::HostReply& on_timeout, std::int64_t limit_ms) {
    prepared = on_timeout;
    arm(answer.event, adapter->output_of(answer.event, on_timeout), limit_ms);
  };
  try {
    answer.reply = engine::handle_event(
        system, answer.event, {.arm = formatted_arm, .cache = cache, .host_files = files.get()});
    if (answer.reply.when_told) {
      // It still has what was given to the question.
      answer.reply.when_told = [files, told = std::move(answer.reply.when_told)] { told(); };
    }
    tell_of_overruling(system, answer.event, answer.reply);
    answer.output = adapter->output_of(answer.event, answer.reply);
  } catch (const std::exception& error) {
    answer.reply = prepared ? *std::move(prepared) : engine::reply_to_fault(answer.event);
    answer.reply.warning = own_error(error);
    answer.output = adapter->output_of(answer.event, answer.reply);
  }
  return answer;
}

// An event of which only the hook's own arguments tell anything.
model::HostEvent unread_event(const HookCall& call, os::System& system) {
  const Adapter& adapter =
      call.host.empty() ? adapters().front() : *find_adapter(call.host);  // As parse_hook checks.
  Payload nothing("{}");
  try {
    return adapter.event_of(call.event, nothing, system);
  } catch (const std::exception&) {
    model::HostEvent event;
    event.host = adapter.name;
    event.name = call.event;
    // It may be the one that is to be stopped.
    event.kind = model::EventKind::before_tool;
    return event;
  }
}

// As parse_hook; an error of ours in it makes the input one that cannot be read.
model::HostEvent understood(const HookCall& call, os::System& system) {
  try {
    return parse_hook(call, system);
  } catch (const std::exception& error) {
    model::HostEvent event = unread_event(call, system);
    event.readable = false;
    event.problem = own_error(error);
    const bool is_asked = model::asks_about_a_tool(event.kind);
    if (is_asked && event.call.tool.empty()) event.call.tool = kNamelessTool;
    return event;
  }
}

os::Path root_of(os::FileSystem& files, const os::Path& folder) {
  for (os::Path root = folder; root.has_relative_path(); root = root.parent_path()) {
    if (files.exists(root / ".git")) return root;
  }
  return folder;
}

// Some hosts also run the hooks of Claude Code's settings. Where they have their own besides, those
// answer, and this one would count the event twice.
bool is_heard_elsewhere(os::System& system, const HookCall& call, const model::HostEvent& event) {
  if (!call.host.empty() || is_claude_code(event)) return false;
  const std::string& folder = event.project_folder.empty() ? event.folder : event.project_folder;
  try {
    // Cursor reads those of the folder that was opened, others those of the repository.
    const os::Path root = event.host == "cursor" ? os::Path(folder) : root_of(system.files, folder);
    return has_own_hooks(system, event.host, root, event.name);
  } catch (const std::exception&) {
    return false;  // Twice is better than never.
  }
}

}  // namespace

model::HostEvent parse_hook(const HookCall& call, os::System system) {
  Payload payload(call.input.bytes);
  const Adapter* const adapter =
      call.host.empty() ? &adapter_by_shape(payload) : find_adapter(call.host);
  CHECK(adapter != nullptr);
  model::HostEvent event = adapter->event_of(call.event, payload, system);
  event.is_again = call.is_again;
  // An agent's task comes as a prompt in some hosts, and no person said it.
  const bool is_task = event.kind == model::EventKind::prompt && !event.agent_id.empty();
  if (is_task) event.kind = model::EventKind::other;
  if (!is_claude_code(event) && model::writes_files(event.call.tool))
    take_hidden_patch(payload, event.call);
  if (model::asks_about_a_tool(event.kind)) {
    take_file_arguments(payload, event.call);
    const auto& targets = event.call.targets;
    if (std::any_of(targets.begin(), targets.end(), may_be_hosts_file)) {
      take_edits(payload, event.call);
    }
  }
  if (event.problem.empty()) event.problem = problem_of(call.input, payload);
  if (event.problem.empty() && model::asks_about_a_tool(event.kind)) {
    event.problem = missing_of(event);
    // Input that was read to its end and names no tool is no accident.
    const bool is_nameless = event.call.tool.empty() && !is_claude_code(event);
    if (is_nameless) event.call.tool = kNamelessTool;
  }
  event.readable = event.problem.empty();
  return event;
}

HookAnswer answer_hook(os::System system, const HookCall& call, const ArmHook& arm) {
  model::HostEvent event = understood(call, system);
  if (is_heard_elsewhere(system, call, event)) return {};
  return answered(system, std::move(event), arm);
}

HookAnswer answer_remote_hook(RemoteCaller& caller, const HookCall& call, std::string project,
                              const ArmHook& arm) {
  os::System system = caller.system();
  model::HostEvent event = understood(call, system);
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

}  // namespace host
