// Whatever a host sends, the whole way from bytes to answer ends in valid JSON or in nothing.
#include <cstddef>
#include <cstdint>

#include <nlohmann/json.hpp>
#include "base/check.h"
#include "base/json.h"
#include "engine/test_scene.h"
#include "host/claude_code/reply.h"
#include "host/hook.h"
#include "host/judged_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  engine::Scene scene;
  os::Input input;
  input.bytes.assign(reinterpret_cast<const char*>(data), size);
  model::HostEvent event =
      host::parse_hook({"claude-code", "PreToolUse", input}, scene.fake.system());
  event.project_folder = "/home/dev/project";
  host::JudgedFiles files;
  const model::HostReply reply =
      engine::handle_event(scene.fake.system(), event, {.host_files = &files});
  CHECK(reply.decision.has_value());
  const auto output = host::claude_code::format_reply(event, reply);
  if (!output.standard_output.empty()) CHECK(base::parse_json(output.standard_output).ok());
  // A denial says what to do, an allowance says nothing of permission.
  if (!reply.decision->allowed) CHECK(!reply.decision->next_step.empty());
  return 0;
}
