#include "host/openclaw/adapter.h"

#include <array>

#include "host/plugin_form.h"

namespace host::openclaw {
namespace {

constexpr std::array<ToolName, 9> kTools{{{"exec", "Bash"},
                                          {"bash", "Bash"},
                                          {"write", "Write"},
                                          {"edit", "Edit"},
                                          {"apply_patch", "Edit"},
                                          {"read", "Read"},
                                          {"web_fetch", "WebFetch"},
                                          {"web_search", "WebSearch"},
                                          {"sessions_spawn", "Agent"}}};
constexpr PluginHost kHost{kHostName, kTools, "apply_patch"};

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System&) {
  return plugin_event(kHost, event_name, payload);
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  return plugin_output(event, reply);
}

}  // namespace host::openclaw
