// What hosts really sent, from tests/data/hosts: each payload in the engine's words, as the file
// beside it has them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/json.h"
#include "base/text.h"
#include "host/adapter.h"
#include "host/detection.h"
#include "host/hook.h"
#include "os/fake.h"

namespace host {
namespace {

std::filesystem::path data_folder() {
  return std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() /
         "tests/data/hosts";
}

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::vector<std::string> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The payload's own name of the event, where it has one. Copilot's own form has none: what stands
// in its hook file is known by what is in the payload.
std::string event_name_of(const std::string& line) {
  const Payload payload(line);
  if (payload.has_text("hook_event_name") || payload.has_text("agent_action_name")) return "";
  if (payload.text("hookName") == "permissionRequest") return "permissionRequest";
  if (payload.has_text("hookName")) return "";
  if (payload.has_text("toolName")) {
    if (payload.has_text("error")) return "postToolUseFailure";
    return line.find("toolResult") == std::string::npos ? "preToolUse" : "postToolUse";
  }
  if (payload.has_text("response")) return "subagentStop";
  if (line.find("stopReason") != std::string::npos) return "agentStop";
  if (line.find("agentName") != std::string::npos) return "subagentStart";
  if (line.find("trigger") != std::string::npos) return "preCompact";
  if (line.find("initialPrompt") != std::string::npos) return "sessionStart";
  return payload.has_text("prompt") ? "userPromptSubmitted" : "sessionEnd";
}

std::string said(const model::HostEvent& event) {
  const auto quoted = [](const std::string& text) { return base::dump_line(base::Json(text)); };
  std::string line(model::name_of(event.kind));
  if (!event.readable) line += " unreadable: " + event.problem;
  if (!event.call.tool.empty()) line += " " + event.call.tool;
  if (!event.call.command.empty()) line += " command=" + quoted(event.call.command);
  for (const std::string& target : event.call.targets) line += " target=" + quoted(target);
  if (!event.agent_id.empty()) line += " agent";
  if (event.host_id.empty()) line += " of nobody";
  if (event.folder.empty() && event.project_folder.empty()) line += " nowhere";
  if (!event.source.empty()) line += " source=" + event.source;
  if (!event.reason.empty()) line += " reason=" + quoted(event.reason);
  if (!event.text.empty()) line += " text=" + quoted(event.text);
  return line;
}

class RecordedTest : public ::testing::TestWithParam<std::string> {};

TEST_P(RecordedTest, EachPayloadIsUnderstood) {
  const std::string host = GetParam();
  const auto payloads = lines_of(data_folder() / (host + ".jsonl"));
  const auto expected = lines_of(data_folder() / (host + ".events"));
  ASSERT_FALSE(payloads.empty());
  std::string all;
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    os::FakeSystem fake;
    HookCall call{host, event_name_of(payloads[i]), {}};
    call.input.bytes = payloads[i];
    const std::string words = said(parse_hook(call, fake.system()));
    all += words + "\n";
    EXPECT_EQ(words, i < expected.size() ? expected[i] : "") << host << ".jsonl:" << i + 1;
  }
  EXPECT_EQ(payloads.size(), expected.size()) << all;
}

TEST(RecordedCodexTest, ACommandThatRunsElsewhereIsOfTheProject) {
  os::FakeSystem fake;
  fake.environment.set_folder("/work/project");
  int elsewhere = 0;
  for (const std::string& line : lines_of(data_folder() / "codex.jsonl")) {
    HookCall call{"codex", "", {}};
    call.input.bytes = line;
    const model::HostEvent event = parse_hook(call, fake.system());
    EXPECT_EQ(event.project_folder, "/work/project");
    if (event.folder != "/work/project") ++elsewhere;
  }
  EXPECT_EQ(elsewhere, 2);
}

// Our own plugins always say who they are; all others are known by what they send.
class RecordedShapeTest : public RecordedTest {};

TEST_P(RecordedShapeTest, TellsTheHost) {
  const std::string host = GetParam();
  for (const std::string& line : lines_of(data_folder() / (host + ".jsonl"))) {
    EXPECT_EQ(adapter_by_shape(Payload(line)).name, host) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Hosts, RecordedTest,
                         ::testing::Values("codex", "gemini", "copilot", "cursor", "windsurf",
                                           "cline", "opencode", "openclaw"),
                         [](const auto& tested) { return tested.param; });
INSTANTIATE_TEST_SUITE_P(Hosts, RecordedShapeTest,
                         ::testing::Values("codex", "gemini", "copilot", "cursor", "windsurf",
                                           "cline"),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace host
