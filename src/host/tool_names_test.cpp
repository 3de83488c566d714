// The tools of tests/data/hosts/HOST.tools, each with the name that rules know it by. The same
// files say which tools a real client may offer to its model: tests/hosts/support/offered.py.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "host/hook.h"
#include "os/fake.h"

namespace host {
namespace {

std::string payload_with(const std::string& host, const std::string& tool) {
  if (host == "copilot") return R"({"sessionId":"a","toolName":")" + tool + R"(","toolArgs":{}})";
  if (host == "cline") {
    return R"({"taskId":"a","preToolUse":{"toolName":")" + tool + R"(","parameters":{}}})";
  }
  return R"({"session_id":"a","tool_name":")" + tool + R"(","tool_input":{}})";
}

class ToolNamesTest : public ::testing::TestWithParam<std::string> {};

TEST_P(ToolNamesTest, EachToolIsKnownByOneNameForAllHosts) {
  const std::string host = GetParam();
  const auto root = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
  std::ifstream file(root / "tests/data/hosts" / (host + ".tools"));
  int count = 0;
  for (std::string theirs, ours; file >> theirs >> ours; ++count) {
    os::FakeSystem fake;
    HookCall call{host, host == "gemini" ? "BeforeTool" : "PreToolUse", {}};
    call.input.bytes = payload_with(host, theirs);
    EXPECT_EQ(parse_hook(call, fake.system()).call.tool, ours) << host << " " << theirs;
  }
  EXPECT_GT(count, 10) << host;
}

INSTANTIATE_TEST_SUITE_P(Hosts, ToolNamesTest,
                         ::testing::Values("codex", "gemini", "copilot", "cline", "opencode",
                                           "openclaw"),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace host
