// Whatever one host sends, the whole way from its bytes to the answer in its own form.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>
#include "base/check.h"
#include "base/json.h"
#include "engine/test_scene.h"
#include "host/answer.h"
#include "host/hook.h"
#include "host/judged_files.h"

namespace fuzz {

struct HookInput {
  std::string_view host;
  std::string_view before_tool;  // The host's own name of the event before a tool.
  std::string_view bytes;
};

inline void send(const HookInput& given, std::string_view event_name) {
  engine::Scene scene;
  os::Input input;
  input.bytes = given.bytes;
  model::HostEvent event = host::parse_hook(
      {std::string(given.host), std::string(event_name), input}, scene.fake.system());
  CHECK(event.host == given.host);
  event.project_folder = "/home/dev/project";
  host::JudgedFiles files;
  const model::HostReply reply =
      engine::handle_event(scene.fake.system(), event, {.host_files = &files});
  const host::HookOutput output = host::find_adapter(given.host)->output_of(event, reply);
  // Hosts read the whole of it, or nothing at all.
  if (!output.standard_output.empty()) {
    const auto json = base::parse_json(output.standard_output);
    CHECK(json.ok() && json->is_object());
  }
  // A write that cannot be read to its end must not pass, and a denial must be heard: no host takes
  // silence for one.
  const bool is_denied = host::is_denied(reply);
  if (event.kind == model::EventKind::before_tool) {
    CHECK(reply.decision.has_value());
    const bool writes = event.call.tool == "Write" || event.call.tool == "Edit";
    CHECK(event.readable || !writes || is_denied);
    if (is_denied) CHECK(!output.standard_output.empty() || output.exit_code != 0);
  }
  if (!is_denied) CHECK(output.exit_code == 0);
}

// The event as the payload names it, and as the host's hook file would.
inline int take(std::string_view host, std::string_view before_tool, const std::uint8_t* data,
                std::size_t size) {
  const HookInput given{host, before_tool, {reinterpret_cast<const char*>(data), size}};
  send(given, "");
  send(given, before_tool);
  return 0;
}

}  // namespace fuzz
