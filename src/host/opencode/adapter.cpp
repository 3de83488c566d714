#include "host/opencode/adapter.h"

#include <array>

#include "host/plugin_form.h"

namespace host::opencode {
namespace {

constexpr std::array<ToolName, 14> kTools{{{"bash", "Bash"},
                                           {"write", "Write"},
                                           {"edit", "Edit"},
                                           {"multiedit", "MultiEdit"},
                                           {"patch", "Edit"},
                                           {"apply_patch", "Edit"},
                                           {"read", "Read"},
                                           {"list", "LS"},
                                           {"glob", "Glob"},
                                           {"grep", "Grep"},
                                           {"webfetch", "WebFetch"},
                                           {"websearch", "WebSearch"},
                                           {"task", "Agent"},
                                           {"todowrite", "TodoWrite"}}};
constexpr PluginHost kHost{kHostName, kTools, "apply_patch"};

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System&) {
  return plugin_event(kHost, event_name, payload);
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  return plugin_output(event, reply);
}

}  // namespace host::opencode
