#include "host/plugin_form.h"

#include <nlohmann/json.hpp>

#include "host/answer.h"
#include "host/claude_code/event.h"
#include "host/claude_code/reply.h"

namespace host {

using base::Json;

model::HostEvent plugin_event(const PluginHost& host, std::string_view event_name,
                              const Payload& payload) {
  model::HostEvent event = new_event(host.name, event_name, payload.text("hook_event_name"));
  event.kind = claude_code::kind_of(event.name);
  event.takes_context = claude_code::takes_context(event.kind);
  claude_code::take_members(payload, event);
  event.project_folder = payload.text("project_dir");
  event.parent_host_id = payload.text("parent_session_id");
  if (const auto pid = payload.whole_number("pid")) {
    event.owner_pid = static_cast<std::int64_t>(*pid);
  }
  take_targets(payload, {"tool_input.filePath", "tool_input.path"}, event.call);
  if (event.call.tool == host.patch_tool) {
    for (const Place place :
         {Place("tool_input.patchText"), Place("tool_input.patch"), Place("tool_input.input")}) {
      if (payload.has_text(place)) take_patch(payload.text(place), event.call);
    }
  }
  event.call.tool = tool_in(host.tools, event.call.tool);
  take_command_folder(payload, {"tool_input.workdir", "tool_input.cwd"}, event);
  return event;
}

HookOutput plugin_output(const model::HostEvent& event, const model::HostReply& reply) {
  Json answer = Json::object();
  if (is_denied(reply)) answer["deny"] = denial_of(reply);
  if (!reply.hold.empty()) answer["hold"] = reply.hold;
  if (!reply.context.empty() && event.takes_context) answer["context"] = context_of(reply);
  return as_json(answer, reply);
}

}  // namespace host
