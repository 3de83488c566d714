// The same thirty events through every adapter: whoever asks, the decision is the same. What a host
// has no event or no tool for is left out, and the list at the end says what that is.
// S0-61, S0-62, S4-40, B0-18
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "engine/session.h"
#include "engine/test_scene.h"
#include "host/adapter.h"
#include "host/answer.h"
#include "host/hook.h"

namespace host {
namespace {

using base::Json;
using engine::Scene;

constexpr const char* kProjectFolder = "/home/dev/project";

// One event, in nobody's words.
struct Case {
  std::string kind;    // start, prompt, before, after, failed, compact, turn, end
  std::string tool;    // shell, write, edit, patch, read, search, server
  std::string detail;  // A path below the root, a command, a patch; or the tool of a server.
};

std::string at(const std::string& path) {
  return path.starts_with('/') ? path : std::string(kProjectFolder) + "/" + path;
}

Json file_input(const Case& given, const char* path_key) {
  return Json{{path_key, at(given.detail)}, {"content", "x"}, {"old_string", "a"}};
}

std::string patch_of(const std::string& path) {
  return "*** Begin Patch\n*** Update File: " + path + "\n@@\n-a\n+b\n*** End Patch";
}

// What one host sends of a case; nothing where it has no words for it.
struct Sent {
  std::string event;
  Json payload;
};
using Speaker = std::function<std::optional<Sent>(const Case&)>;

std::string name_in(const std::map<std::string, std::string>& names, const std::string& key) {
  const auto found = names.find(key);
  return found == names.end() ? "" : found->second;
}

// Hosts whose members are Claude Code's.
struct Form {
  std::map<std::string, std::string> events;
  std::map<std::string, std::string> tools;
  const char* path_key = "file_path";
  const char* patch_key = "command";
  const char* session_key = "session_id";
};

Json input_of(const Case& given, const Form& form) {
  if (given.tool == "shell") return Json{{"command", given.detail}};
  if (given.tool == "patch") return Json{{form.patch_key, patch_of(given.detail)}};
  if (given.tool == "search") return Json{{"pattern", given.detail}};
  if (given.tool == "server") return Json{{"memory_name", "session-current-state"}};
  return file_input(given, form.path_key);
}

std::optional<Sent> say(const Case& given, const Form& form) {
  const std::string event = name_in(form.events, given.kind);
  if (event.empty()) return std::nullopt;
  Json payload{
      {form.session_key, Scene::kRun}, {"cwd", kProjectFolder}, {"hook_event_name", event}};
  if (given.kind == "prompt") payload["prompt"] = given.detail;
  if (!given.tool.empty()) {
    std::string tool = name_in(form.tools, given.tool);
    if (tool.empty()) return std::nullopt;
    if (given.tool == "server") tool += given.detail;
    payload["tool_name"] = tool;
    payload["tool_input"] = input_of(given, form);
  }
  return Sent{event, std::move(payload)};
}

const std::map<std::string, std::string> kClaudeEvents{{"start", "SessionStart"},
                                                       {"prompt", "UserPromptSubmit"},
                                                       {"before", "PreToolUse"},
                                                       {"after", "PostToolUse"},
                                                       {"failed", "PostToolUseFailure"},
                                                       {"compact", "PreCompact"},
                                                       {"turn", "Stop"},
                                                       {"end", "SessionEnd"}};

std::optional<Sent> claude_code_says(const Case& given) {
  static const Form form{.events = kClaudeEvents,
                         .tools = {{"shell", "Bash"},
                                   {"write", "Write"},
                                   {"edit", "Edit"},
                                   {"read", "Read"},
                                   {"search", "Grep"},
                                   {"server", "mcp__"}}};
  // It has no patches; the same change is an Edit.
  return say(given.tool == "patch" ? Case{given.kind, "edit", given.detail} : given, form);
}

std::optional<Sent> codex_says(const Case& given) {
  static const Form form{
      .events = kClaudeEvents,
      .tools = {{"shell", "Bash"}, {"patch", "apply_patch"}, {"server", "mcp__"}}};
  // Its files are changed by patches alone, and read and searched by commands.
  const bool is_file = given.tool == "write" || given.tool == "edit";
  auto sent = say(is_file ? Case{given.kind, "patch", given.detail} : given, form);
  if (sent) sent->payload.update(Json{{"model", "m"}, {"turn_id", "t"}});
  return sent;
}

std::optional<Sent> gemini_says(const Case& given) {
  static const Form form{.events = {{"start", "SessionStart"},
                                    {"prompt", "BeforeAgent"},
                                    {"before", "BeforeTool"},
                                    {"after", "AfterTool"},
                                    {"compact", "PreCompress"},
                                    {"turn", "AfterAgent"},
                                    {"end", "SessionEnd"}},
                         .tools = {{"shell", "run_shell_command"},
                                   {"write", "write_file"},
                                   {"edit", "replace"},
                                   {"patch", "replace"},
                                   {"read", "read_file"},
                                   {"search", "grep_search"},
                                   {"server", "mcp_"}}};
  auto sent = say(given.tool == "patch" ? Case{given.kind, "edit", given.detail} : given, form);
  if (!sent) return sent;
  sent->payload["timestamp"] = "2026-11-18T02:00:00.000Z";
  if (given.tool == "server") {
    const std::size_t split = given.detail.find("__");
    sent->payload["mcp_context"] = Json{{"server_name", given.detail.substr(0, split)},
                                        {"tool_name", given.detail.substr(split + 2)}};
  }
  return sent;
}

std::optional<Sent> copilot_says(const Case& given) {
  static const Form form{.events = {{"start", "sessionStart"},
                                    {"prompt", "userPromptSubmitted"},
                                    {"before", "preToolUse"},
                                    {"after", "postToolUse"},
                                    {"failed", "postToolUseFailure"},
                                    {"compact", "preCompact"},
                                    {"turn", "agentStop"},
                                    {"end", "sessionEnd"}},
                         .tools = {{"shell", "bash"},
                                   {"write", "create"},
                                   {"edit", "edit"},
                                   {"patch", "apply_patch"},
                                   {"read", "view"},
                                   {"search", "grep"},
                                   {"server", " "}},
                         .path_key = "path",
                         .session_key = "sessionId"};
  auto sent = say(given, form);
  if (!sent) return sent;
  Json& payload = sent->payload;
  payload.erase("hook_event_name");
  payload["timestamp"] = 1794967127510;
  if (given.tool.empty()) return sent;
  payload["toolName"] = payload["tool_name"];
  payload["toolArgs"] = payload["tool_input"];
  if (given.tool == "patch") payload["toolArgs"] = patch_of(given.detail);
  if (given.tool == "server") {
    const std::size_t split = given.detail.find("__");
    payload["toolName"] = given.detail.substr(0, split) + "-" + given.detail.substr(split + 2);
  }
  payload.erase("tool_name");
  payload.erase("tool_input");
  return sent;
}

std::optional<Sent> cursor_says(const Case& given) {
  static const Form form{.events = {{"start", "sessionStart"},
                                    {"prompt", "beforeSubmitPrompt"},
                                    {"before", "preToolUse"},
                                    {"after", "postToolUse"},
                                    {"failed", "postToolUseFailure"},
                                    {"compact", "preCompact"},
                                    {"turn", "stop"},
                                    {"end", "sessionEnd"}},
                         .tools = {{"shell", "Shell"},
                                   {"write", "Write"},
                                   {"edit", "StrReplace"},
                                   {"patch", "StrReplace"},
                                   {"read", "Read"},
                                   {"search", "Grep"}}};
  auto sent = say(given.tool == "patch" ? Case{given.kind, "edit", given.detail} : given, form);
  if (!sent) return sent;
  sent->payload.update(Json{{"conversation_id", Scene::kRun},
                            {"generation_id", "g"},
                            {"cursor_version", "3.11"},
                            {"cwd", ""},
                            {"workspace_roots", Json::array({kProjectFolder})}});
  return sent;
}

std::optional<Sent> windsurf_says(const Case& given) {
  static const std::map<std::string, std::string> kActions{
      {"shell", "run_command"}, {"write", "write_code"}, {"edit", "write_code"},
      {"patch", "write_code"},  {"read", "read_code"},   {"server", "mcp_tool_use"}};
  Json info = Json::object();
  std::string event;
  if (given.kind == "prompt") event = "pre_user_prompt";
  if (given.kind == "turn") event = "post_cascade_response";
  if (given.kind == "before" || given.kind == "after") {
    const std::string action = name_in(kActions, given.tool);
    if (action.empty()) return std::nullopt;
    event = (given.kind == "before" ? "pre_" : "post_") + action;
    if (given.tool == "shell") {
      info = {{"command_line", given.detail}, {"cwd", kProjectFolder}};
    } else if (given.tool == "server") {
      const std::size_t split = given.detail.find("__");
      info = {{"mcp_server_name", given.detail.substr(0, split)},
              {"mcp_tool_name", given.detail.substr(split + 2)}};
    } else {
      info = {{"file_path", at(given.detail)}};
    }
  }
  if (event.empty()) return std::nullopt;
  return Sent{event, Json{{"agent_action_name", event},
                          {"trajectory_id", Scene::kRun},
                          {"tool_info", std::move(info)}}};
}

std::optional<Sent> cline_says(const Case& given) {
  static const Form form{.events = {{"start", "TaskStart"},
                                    {"prompt", "UserPromptSubmit"},
                                    {"before", "PreToolUse"},
                                    {"after", "PostToolUse"},
                                    {"turn", "TaskComplete"},
                                    {"end", "SessionShutdown"}},
                         .tools = {{"shell", "run_commands"},
                                   {"write", "editor"},
                                   {"edit", "editor"},
                                   {"patch", "apply_patch"},
                                   {"read", "read_files"},
                                   {"search", "search_codebase"},
                                   {"server", " "}},
                         .path_key = "path",
                         .patch_key = "input"};
  const auto sent = say(given, form);
  if (!sent) return sent;
  Json payload{{"taskId", Scene::kRun},
               {"hookName", given.kind == "before" ? "tool_call" : "other"},
               {"sessionContext", {{"rootSessionId", Scene::kRun}}},
               {"workspaceRoots", Json::array({kProjectFolder})}};
  if (!given.tool.empty()) {
    const std::string name =
        given.tool == "server" ? given.detail : sent->payload["tool_name"].get<std::string>();
    Json input = sent->payload["tool_input"];
    if (given.tool == "shell") input = Json{{"commands", Json::array({given.detail})}};
    const bool is_before = given.kind == "before";
    payload[is_before ? "tool_call" : "tool_result"] = Json{{"name", name}, {"input", input}};
    payload[is_before ? "preToolUse" : "postToolUse"] = Json{{"toolName", name}};
  }
  return Sent{sent->event, std::move(payload)};
}

std::optional<Sent> plugin_says(const Case& given, Form form) {
  form.events = kClaudeEvents;
  form.tools["server"] = "mcp__";
  return say(given, form);
}
std::optional<Sent> opencode_says(const Case& given) {
  return plugin_says(given, {.tools = {{"shell", "bash"},
                                       {"write", "write"},
                                       {"edit", "edit"},
                                       {"patch", "apply_patch"},
                                       {"read", "read"},
                                       {"search", "grep"}},
                             .path_key = "filePath",
                             .patch_key = "patchText"});
}
std::optional<Sent> openclaw_says(const Case& given) {
  return plugin_says(given, {.tools = {{"shell", "exec"},
                                       {"write", "write"},
                                       {"edit", "edit"},
                                       {"patch", "apply_patch"},
                                       {"read", "read"}},
                             .path_key = "path",
                             .patch_key = "input"});
}

const std::map<std::string, Speaker>& speakers() {
  static const std::map<std::string, Speaker> all{{"claude-code", claude_code_says},
                                                  {"codex", codex_says},
                                                  {"gemini", gemini_says},
                                                  {"copilot", copilot_says},
                                                  {"cursor", cursor_says},
                                                  {"windsurf", windsurf_says},
                                                  {"cline", cline_says},
                                                  {"opencode", opencode_says},
                                                  {"openclaw", openclaw_says}};
  return all;
}

struct Expectation {
  const char* mode;
  Case given;
  const char* rule;  // Of a denial; "" where it is allowed; "-" where nothing is asked.
};

// The thirty.
const std::vector<Expectation>& expectations() {
  static const std::vector<Expectation> all{
      {"coding", {"start", "", ""}, "-"},
      {"coding", {"prompt", "", "add a discount"}, "-"},
      {"coding", {"before", "shell", "make test"}, ""},
      {"coding", {"before", "shell", "git status"}, ""},
      {"coding", {"before", "shell", "echo x > .holdfast/config.yaml"}, "guarded_file"},
      {"coding", {"before", "shell", "rm -rf .git/holdfast"}, "guarded_file"},
      {"coding", {"before", "write", "src/a.cpp"}, ""},
      {"coding", {"before", "write", ".holdfast/config.yaml"}, "guarded_file"},
      {"coding", {"before", "edit", "src/a.cpp"}, ""},
      {"coding", {"before", "edit", ".holdfast/config.yaml"}, "guarded_file"},
      {"coding", {"before", "edit", ".git/holdfast/journal/x.jsonl"}, "guarded_file"},
      {"coding", {"before", "patch", "src/a.cpp"}, ""},
      {"coding", {"before", "patch", ".holdfast/config.yaml"}, "guarded_file"},
      {"coding", {"before", "read", "src/a.cpp"}, ""},
      {"coding", {"before", "read", ".holdfast/config.yaml"}, ""},
      {"coding", {"before", "search", "discount"}, ""},
      {"coding", {"before", "server", "notes__save_note"}, ""},
      {"coding", {"before", "server", "session-state__session_status"}, ""},
      {"analysis", {"before", "shell", "make test"}, "mode_table"},
      {"analysis", {"before", "write", "src/a.cpp"}, "mode_table"},
      {"analysis", {"before", "edit", "src/a.cpp"}, "mode_table"},
      {"analysis", {"before", "patch", "src/a.cpp"}, "mode_table"},
      {"analysis", {"before", "read", "src/a.cpp"}, ""},
      {"analysis", {"before", "server", "notes__save_note"}, ""},
      {"planning", {"before", "shell", "touch src/b.cpp"}, "mode_table"},
      {"planning", {"before", "edit", "src/a.cpp"}, "mode_table"},
      {"coding", {"after", "write", "src/a.cpp"}, "-"},
      {"coding", {"failed", "shell", "make test"}, "-"},
      {"coding", {"turn", "", ""}, "-"},
      {"coding", {"end", "", ""}, "-"},
  };
  return all;
}

struct Answered {
  std::string rule;
  HookOutput output;
};

Answered ask(const std::string& host, const Expectation& row, const Sent& sent) {
  Scene scene;
  scene.configure(std::string("gate:\n  initial_mode: ") + row.mode + "\n");
  scene.fake.environment.set_folder(kProjectFolder);
  HookCall call{host, sent.event, {}};
  call.input.bytes = base::dump_line(sent.payload);
  const HookAnswer answer = answer_hook(scene.fake.system(), call, [](auto&&...) {});
  EXPECT_TRUE(answer.event.readable) << answer.event.problem;
  Answered answered{"-", answer.output};
  if (const auto& decision = answer.reply.decision) {
    answered.rule = decision->allowed ? "" : std::string(model::name_of(decision->rule));
  }
  return answered;
}

TEST(HostTableTest, TheSameEventsGiveTheSameDecisionsThroughEveryAdapter) {
  ASSERT_EQ(expectations().size(), 30U);
  std::map<std::string, int> said;
  for (const Adapter& adapter : adapters()) {
    const std::string host(adapter.name);
    for (const Expectation& row : expectations()) {
      const auto sent = speakers().at(host)(row.given);
      if (!sent) continue;
      ++said[host];
      SCOPED_TRACE(host + ": " + row.mode + " " + base::dump_line(sent->payload));
      EXPECT_EQ(ask(host, row, *sent).rule, row.rule);
    }
  }
  // What a host has no words for is known: a row that is not said is not tested.
  const std::map<std::string, int> expected{
      {"claude-code", 30}, {"codex", 26}, {"gemini", 29},   {"copilot", 30}, {"cursor", 27},
      {"windsurf", 26},    {"cline", 29}, {"opencode", 30}, {"openclaw", 29}};
  EXPECT_EQ(said, expected);
}

// A command that runs in another folder means other files by their names.
TEST(HostTableTest, ACommandIsReadInTheFolderInWhichItRuns) {
  const std::map<std::string, const char*> members{{"gemini", "dir_path"},
                                                   {"cursor", "working_directory"},
                                                   {"opencode", "workdir"},
                                                   {"openclaw", "workdir"}};
  const Expectation row{"coding", {"before", "shell", "rm config.yaml"}, ""};
  for (const auto& [host, member] : members) {
    for (const std::string folder : {".holdfast", "/home/dev/project/.holdfast"}) {
      SCOPED_TRACE(host + " " + folder);
      Sent sent = *speakers().at(host)(row.given);
      EXPECT_EQ(ask(host, row, sent).rule, "");
      sent.payload["tool_input"][member] = folder;
      EXPECT_EQ(ask(host, row, sent).rule, "guarded_file");
    }
  }
}

// What makes each host refuse, as hosts-and-mcp and the recorded answers have it.
TEST(HostTableTest, ADenialIsSaidInTheHostsOwnForm) {
  const Expectation row{"analysis", {"before", "edit", "src/a.cpp"}, "mode_table"};
  const auto output = [&](const std::string& host) {
    return ask(host, row, *speakers().at(host)(row.given)).output;
  };
  const auto member = [](const HookOutput& said, const std::string& pointer) {
    return Json::parse(said.standard_output).value(Json::json_pointer(pointer), Json()).dump();
  };
  const std::string why = "not allowed in analysis mode";
  for (const char* host : {"claude-code", "codex"}) {
    EXPECT_EQ(member(output(host), "/hookSpecificOutput/permissionDecision"), "\"deny\"");
    EXPECT_THAT(member(output(host), "/hookSpecificOutput/permissionDecisionReason"),
                ::testing::HasSubstr(why));
    // A person's own way stands where the model does not read it.
    EXPECT_THAT(member(output(host), "/systemMessage"),
                ::testing::HasSubstr("holdfast session mode coding"));
    EXPECT_EQ(Json::parse(output(host).standard_output).size(), 2U);
  }
  EXPECT_EQ(member(output("gemini"), "/decision"), "\"deny\"");
  EXPECT_THAT(member(output("gemini"), "/reason"), ::testing::HasSubstr(why));
  EXPECT_EQ(member(output("copilot"), "/permissionDecision"), "\"deny\"");
  EXPECT_THAT(member(output("copilot"), "/permissionDecisionReason"), ::testing::HasSubstr(why));
  EXPECT_EQ(member(output("cursor"), "/permission"), "\"deny\"");
  EXPECT_THAT(member(output("cursor"), "/agent_message"), ::testing::HasSubstr(why));
  EXPECT_EQ(member(output("cline"), "/cancel"), "true");
  EXPECT_THAT(member(output("cline"), "/errorMessage"), ::testing::HasSubstr(why));
  for (const char* host : {"opencode", "openclaw"}) {
    EXPECT_THAT(member(output(host), "/deny"), ::testing::HasSubstr(why));
  }
  for (const char* host : {"claude-code", "codex", "gemini", "copilot", "cursor", "cline"}) {
    EXPECT_EQ(output(host).exit_code, 0) << host;
  }
  EXPECT_EQ(output("windsurf").exit_code, 2);
  EXPECT_EQ(output("windsurf").standard_output, "");
  EXPECT_THAT(output("windsurf").standard_error, ::testing::HasSubstr(why));
}

TEST(HostTableTest, TheModelKnowsEveryHostByItsName) {
  std::vector<std::string_view> names;
  for (const Adapter& adapter : adapters()) names.push_back(adapter.name);
  EXPECT_THAT(names, ::testing::ElementsAreArray(model::kHostNames));
}

TEST(HostTableTest, AnAllowedCallSaysNothing) {
  const Expectation row{"coding", {"before", "edit", "src/a.cpp"}, ""};
  for (const auto& [host, speaker] : speakers()) {
    const HookOutput output = ask(host, row, *speaker(row.given)).output;
    EXPECT_EQ(output.standard_output, "") << host;
    EXPECT_EQ(output.exit_code, 0) << host;
  }
}

}  // namespace
}  // namespace host
