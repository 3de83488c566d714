#include "host/claude_code/event.h"

#include <gtest/gtest.h>

#include "host/hook.h"
#include "os/fake.h"

namespace host::claude_code {
namespace {

using model::EventKind;

model::HostEvent parse(std::string bytes, std::string_view name = "PreToolUse") {
  os::FakeSystem fake;
  os::Input input;
  input.bytes = std::move(bytes);
  return parse_hook({"claude-code", std::string(name), input}, fake.system());
}

// A payload as Claude Code 2.1.325 sent it.
constexpr const char* kWrite =
    R"({"session_id":"7d1054b6-2839-4e27-bcef-43e6e47ca4b4","transcript_path":"/home/dev/t.jsonl",)"
    R"("cwd":"/home/dev/proj","prompt_id":"51d66b63-4e5c-4b8f-8966-75d9a1cbe27e",)"
    R"("permission_mode":"acceptEdits","effort":{"level":"high"},"hook_event_name":"PreToolUse",)"
    R"("tool_name":"Write","tool_input":{"file_path":"/home/dev/proj/a.txt","content":"hi"},)"
    R"("tool_use_id":"toolu_9cd8"})";

TEST(ClaudeCodeEventTest, ARealPayloadIsTranslated) {
  const model::HostEvent event = parse(kWrite);
  EXPECT_TRUE(event.readable) << event.problem;
  EXPECT_EQ(event.kind, EventKind::before_tool);
  EXPECT_EQ(event.host_id, "7d1054b6-2839-4e27-bcef-43e6e47ca4b4");
  EXPECT_EQ(event.folder, "/home/dev/proj");
  EXPECT_EQ(event.call.tool, "Write");
  EXPECT_EQ(event.call.id, "toolu_9cd8");
  EXPECT_EQ(event.call.targets, std::vector<std::string>{"/home/dev/proj/a.txt"});
}

TEST(ClaudeCodeEventTest, EveryEventHasItsKindAndUnknownOnesPass) {
  const std::vector<std::pair<std::string, EventKind>> rows{
      {"SessionStart", EventKind::session_start},
      {"UserPromptSubmit", EventKind::prompt},
      {"PreToolUse", EventKind::before_tool},
      {"PermissionRequest", EventKind::permission_request},
      {"PostToolUse", EventKind::after_tool},
      {"PostToolUseFailure", EventKind::tool_failed},
      {"SubagentStart", EventKind::agent_start},
      {"SubagentStop", EventKind::agent_stop},
      {"Stop", EventKind::turn_end},
      {"PreCompact", EventKind::before_compaction},
      {"PostCompact", EventKind::after_compaction},
      {"SessionEnd", EventKind::session_end},
      {"Notification", EventKind::other},
      {"NobodyKnows", EventKind::other}};
  for (const auto& [name, kind] : rows) {
    EXPECT_EQ(parse(R"({"session_id":"x"})", name).kind, kind) << name;
    // Without an argument the payload's own name counts.
    EXPECT_EQ(parse(R"({"hook_event_name":")" + name + R"("})", "").kind, kind) << name;
  }
}

// Row 1 of the gate: what came before the input broke off is enough to judge by.
TEST(ClaudeCodeEventTest, ATruncatedInputStillGivesTheTool) {
  const std::string whole = kWrite;
  const std::size_t after_tool = whole.find("tool_input");
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    const model::HostEvent event = parse(whole.substr(0, cut));
    EXPECT_FALSE(event.readable) << cut;
    EXPECT_FALSE(event.problem.empty());
    if (cut >= after_tool) {
      EXPECT_EQ(event.call.tool, "Write") << cut;
    }
  }
}

TEST(ClaudeCodeEventTest, HostileInputIsUnreadableAndNothingWorse) {
  const std::vector<std::string> rows{"",
                                      "{",
                                      "nonsense",
                                      std::string("{}\0", 3),
                                      "{\"a\":\"\xff\"}",
                                      std::string(100000, '['),
                                      "{\"tool_name\":\"x\"} trailing"};
  for (const std::string& row : rows) EXPECT_FALSE(parse(row).readable) << row.substr(0, 20);
  std::string deep = "{\"a\":";
  for (int i = 0; i < 200; ++i) deep += "{\"a\":";
  EXPECT_FALSE(parse(deep + "1" + std::string(201, '}')).readable);
}

TEST(ClaudeCodeEventTest, OnlyPlainStringsOfTheRightPlaceCount) {
  const model::HostEvent event =
      parse(R"({"session_id":["a"],"cwd":{"cwd":"/x"},"tool_input":{"file_path":["/a"],)"
            R"("nested":{"file_path":"/b"},"notebook_path":"/c"},"tool_name":5})");
  EXPECT_FALSE(event.readable) << "a gate that is not told the tool cannot judge it";
  EXPECT_EQ(event.host_id, "");
  EXPECT_EQ(event.folder, "");
  EXPECT_EQ(event.call.tool, "");
  EXPECT_EQ(event.call.targets, std::vector<std::string>{"/c"});
}

// B0-9, B0-10: the payload's own session, and the host's word for project and process.
TEST(ClaudeCodeEventTest, TheEnvironmentTellsProjectAndProcess) {
  os::FakeSystem fake;
  fake.environment.set("CLAUDE_PROJECT_DIR", "/home/dev/root");
  fake.environment.set("CLAUDE_PID", "4242");
  fake.environment.set("CLAUDE_CODE_SESSION_ID", "from-environment");
  os::Input input;
  input.bytes = R"({"session_id":"from-payload"})";
  model::HostEvent event = parse_hook({"claude-code", "Stop", input}, fake.system());
  EXPECT_EQ(event.project_folder, "/home/dev/root");
  EXPECT_EQ(event.owner_pid, 4242);
  EXPECT_EQ(event.host_id, "from-payload");
  input.bytes = "{}";
  EXPECT_EQ(parse_hook({"claude-code", "Stop", input}, fake.system()).host_id, "from-environment");
}

TEST(ClaudeCodeEventTest, AStopSaysWhetherAHookHeldItAlready) {
  EXPECT_TRUE(parse(R"({"stop_hook_active":true})", "Stop").was_held);
  EXPECT_FALSE(parse(R"({"stop_hook_active":false})", "Stop").was_held);
  EXPECT_FALSE(parse(R"({"x":{"stop_hook_active":true},"y":[true]})", "Stop").was_held);
}

TEST(ClaudeCodeEventTest, AForkNamesItsParentAsTheClientsCommandLineDoes) {
  os::FakeSystem fake;
  fake.environment.set("CLAUDE_PID", "4242");
  os::ProcessInfo client;
  client.pid = 4242;
  client.command_line = "claude --resume 7d1054b6-2839-4e27-bcef-43e6e47ca4b4 --fork-session";
  fake.processes.add(client);
  os::Input input;
  input.bytes = R"({"session_id":"new","source":"fork"})";
  EXPECT_EQ(parse_hook({"claude-code", "SessionStart", input}, fake.system()).parent_host_id,
            "7d1054b6-2839-4e27-bcef-43e6e47ca4b4");
  input.bytes = R"({"session_id":"new","source":"resume"})";
  EXPECT_EQ(parse_hook({"claude-code", "SessionStart", input}, fake.system()).parent_host_id, "");
}

TEST(ClaudeCodeEventTest, ALimitedOrEndlessInputSaysSo) {
  os::FakeSystem fake;
  os::Input input;
  input.bytes = kWrite;
  input.truncated = true;
  EXPECT_FALSE(parse_hook({"claude-code", "PreToolUse", input}, fake.system()).readable);
  input.truncated = false;
  input.timed_out = true;
  EXPECT_FALSE(parse_hook({"claude-code", "PreToolUse", input}, fake.system()).readable);
}

}  // namespace
}  // namespace host::claude_code
