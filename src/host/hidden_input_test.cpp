// Calls whose file or command stands where a host's usual calls do not have it: none of them goes
// by the gate, and what is ordinary is not denied for it.
#include <gtest/gtest.h>

#include <map>

#include "engine/test_scene.h"
#include "host/hook.h"

namespace host {
namespace {

using engine::Scene;

struct HiddenInput {
  const char* mode;
  const char* host;
  const char* event;
  std::string payload;  // Without the conversation and the folder.
  const char* rule;     // "" where it is allowed.
};

std::string around(const std::string& host, const std::string& inner) {
  const std::string run = Scene::kRun;
  if (host == "copilot") {
    return R"({"sessionId":")" + run + R"(","timestamp":1,"cwd":"/home/dev/project",)" + inner +
           "}";
  }
  if (host == "cline") {
    return R"({"taskId":")" + run + R"(","workspaceRoots":["/home/dev/project"],)" + inner + "}";
  }
  return R"({"session_id":")" + run + R"(","conversation_id":")" + run +
         R"(","cwd":"/home/dev/project",)" + inner + "}";
}

std::string rule_of_call(Scene& scene, const HookCall& call) {
  const HookAnswer answer = answer_hook(scene.fake.system(), call, [](auto&&...) {});
  if (!answer.reply.decision) return "not asked";
  return answer.reply.decision->allowed ? ""
                                        : std::string(model::name_of(answer.reply.decision->rule));
}

std::string rule_in(Scene& scene, const HiddenInput& row) {
  scene.configure(std::string("gate:\n  initial_mode: ") + row.mode + "\n");
  HookCall call{row.host, row.event, {}};
  call.input.bytes = around(row.host, row.payload);
  return rule_of_call(scene, call);
}

std::string rule_of(const HiddenInput& row) {
  Scene scene;
  return rule_in(scene, row);
}

constexpr const char* kPatch =
    R"("*** Begin Patch\n*** Update File: .holdfast/config.yaml\n@@\n-a\n+b\n*** End Patch")";

std::string cline(const std::string& tool, const std::string& input) {
  return R"("tool_call":{"name":")" + tool + R"(","input":)" + input +
         R"(},"preToolUse":{"toolName":")" + tool + R"(","parameters":{}})";
}

TEST(HiddenInputTest, WhatIsHiddenIsFound) {
  const std::string config = R"("/home/dev/project/.holdfast/config.yaml")";
  const std::vector<HiddenInput> rows{
      {"planning", "cline", "PreToolUse",
       cline("run_commands", R"({"command":"sh","args":["-c","echo x > a.txt"]})"), "mode_table"},
      {"planning", "cline", "PreToolUse",
       cline("run_commands", R"({"commands":["ls",{"command":"touch","args":["a.txt"]}]})"),
       "mode_table"},
      {"planning", "cline", "PreToolUse",
       R"("preToolUse":{"toolName":"run_commands","parameters":{"command":"ls","commands":"[\"touch a\"]"}})",
       "mode_table"},
      {"planning", "cline", "PreToolUse", cline("run_commands", R"({"run":"touch a"})"),
       "unreadable_input"},
      {"coding", "cline", "PreToolUse",
       R"("preToolUse":{"toolName":"editor","parameters":{"absolutePath":"/tmp/x","path":)" +
           config + "}}",
       "guarded_file"},
      {"coding", "cline", "PreToolUse", cline("apply_patch", kPatch), "guarded_file"},
      {"analysis", "cline", "PreToolUse", R"("tool_call":{"name":"editor","input":{"path":"a"}})",
       "mode_table"},
      // Each command has a shell of its own.
      {"coding", "cline", "PreToolUse",
       cline("run_commands", R"({"commands":["cd /tmp","rm .holdfast/config.yaml"]})"),
       "guarded_file"},
      {"coding", "cline", "PreToolUse",
       cline("run_commands", R"({"commands":["echo '","rm .holdfast/config.yaml","echo '"]})"),
       "guarded_file"},
      {"coding", "cline", "PreToolUse",
       cline("run_commands", R"({"commands":["cat > .holdfast/config.yaml <<E","x","E"]})"),
       "guarded_file"},
      // A text that is the command itself, and JSON besides.
      {"coding", "cline", "PreToolUse",
       cline("run_commands", R"({"commands":"[\n\"rm\" , \".holdfast/config.yaml\"\n]"})"),
       "guarded_file"},
      {"coding", "cline", "PreToolUse",
       R"("preToolUse":{"toolName":"run_commands","parameters":{"commands":"[\"rm .holdfast/config.yaml # \\ud800\"]"}})",
       "unreadable_input"},
      // The end of a task with a command that shows its result, and a rule that is a file.
      {"planning", "cline", "PreToolUse",
       R"("preToolUse":{"toolName":"attempt_completion","parameters":{"result":"done","command":"rm x"}})",
       "mode_table"},
      {"coding", "cline", "PreToolUse",
       R"("preToolUse":{"toolName":"attempt_completion","parameters":{"result":"\ud800","command":"rm x"}})",
       "unreadable_input"},
      {"planning", "cline", "PreToolUse",
       R"("preToolUse":{"toolName":"new_rule","parameters":{"path":".clinerules/a.md"}})",
       "mode_table"},
      {"coding", "copilot", "preToolUse",
       R"("toolName":"apply_patch","toolArgs":{"input":)" + std::string(kPatch) + "}",
       "guarded_file"},
      {"coding", "copilot", "preToolUse",
       R"("toolName":"edit","toolArgs":"\n{\"path\":\"/home/dev/project/.holdfast/config.yaml\"}")",
       "guarded_file"},
      {"analysis", "copilot", "preToolUse", R"("toolName":["bash"],"toolArgs":{"command":"rm x"})",
       "unreadable_input"},
      {"analysis", "copilot", "preToolUse",
       R"("toolName":"write_bash","toolArgs":{"shellId":"1","input":"rm x"})", "mode_table"},
      {"analysis", "copilot", "preToolUse",
       R"("toolName":"powershell","toolArgs":{"command":"rm x"})", "mode_table"},
      // A language server that is asked for a new name writes it into files.
      {"planning", "copilot", "preToolUse",
       R"("toolName":"lsp","toolArgs":{"operation":"rename","file":"/home/dev/project/a.c"})",
       "mode_table"},
      {"coding", "copilot", "preToolUse",
       R"("toolName":"lsp","toolArgs":{"operation":"rename","file":)" + config + "}",
       "guarded_file"},
      {"coding", "copilot", "preToolUse", R"("toolName":"lsp","toolArgs":{"operation":"rename"})",
       "unreadable_input"},
      {"coding", "cursor", "preToolUse",
       R"("tool_name":"ApplyPatch","tool_input":{"patch":)" + std::string(kPatch) + "}",
       "guarded_file"},
      {"coding", "cursor", "preToolUse",
       R"("tool_name":"ApplyPatch","tool_input":)" + std::string(kPatch), "guarded_file"},
      {"coding", "cursor", "preToolUse", R"("tool_name":"Write","tool_input":{"where":"a"})",
       "unreadable_input"},
      {"coding", "codex", "PreToolUse",
       R"("tool_name":"apply_patch","tool_input":{"input":)" + std::string(kPatch) + "}",
       "guarded_file"},
      {"coding", "codex", "PreToolUse",
       R"("tool_name":"Bash","tool_input":{"command":"apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: .holdfast/config.yaml\n*** End Patch\nEOF"})",
       "guarded_file"},
      // From the folder in which the command applies it, and by the program's other name.
      {"coding", "codex", "PreToolUse",
       R"("tool_name":"Bash","tool_input":{"command":"cd sub && apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: ../.holdfast/config.yaml\n*** End Patch\nEOF"})",
       "guarded_file"},
      {"planning", "codex", "PreToolUse",
       R"("tool_name":"Bash","tool_input":{"command":"applypatch <<'EOF'\n*** Begin Patch\n*** Add File: x\n+x\n*** End Patch\nEOF"})",
       "mode_table"},
      // Blanks that are none in ASCII.
      {"coding", "codex", "PreToolUse",
       R"("tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Add File: z\n+z\n\u00a0*** Update File: .holdfast/config.yaml\n@@\n-a\n+b\n*** End Patch"})",
       "guarded_file"},
      {"coding", "opencode", "PreToolUse",
       R"("tool_name":"apply_patch","tool_input":{"patchText":"*** Begin Patch\n*** Update File:\u00a0.holdfast/config.yaml\n@@\n-a\n+b\n*** End Patch"})",
       "guarded_file"},
      {"coding", "opencode", "PreToolUse",
       R"("tool_name":"patch","tool_input":{"patchText":)" + std::string(kPatch) + "}",
       "guarded_file"},
      // A name without a blank before it, and a file beside the patch.
      {"coding", "opencode", "PreToolUse",
       R"("tool_name":"apply_patch","tool_input":{"patchText":"*** Begin Patch\n*** Add File: a\n+x\n*** Delete File:.holdfast/config.yaml\n*** End Patch"})",
       "guarded_file"},
      {"coding", "cursor", "preToolUse",
       R"("tool_name":"ApplyPatch","tool_input":{"path":"a","patch":)" + std::string(kPatch) + "}",
       "guarded_file"},
      {"coding", "cursor", "preToolUse",
       R"("tool_name":"EditNotebook","tool_input":{"target_notebook":)" + config + "}",
       "guarded_file"},
      {"coding", "cursor", "beforeMCPExecution",
       R"("tool_name":"write_memory","tool_input":" {\"memory_name\":\"session-current-state\"}","mcp_server_name":"serena")",
       "guarded_memory"},
      {"analysis", "cursor", "preToolUse",
       R"("tool_name":"edit_file","tool_input":{"target_file":"a"})", "mode_table"},
      {"analysis", "cursor", "preToolUse",
       R"("tool_name":"run_terminal_cmd","tool_input":{"command":"ls"})", "mode_table"},
      // A tool of a server that is called like one that only reads.
      {"coding\n  absent: deny", "cursor", "beforeMCPExecution",
       R"("tool_name":"Read","tool_input":"{}")", "state_not_ok"},
      {"analysis", "codex", "PreToolUse",
       R"("tool_name":"shell_command","tool_input":{"command":"ls"})", "mode_table"},
      // Gemini CLI looks for a file that ends so, and takes NUL characters out of names.
      {"coding", "gemini", "BeforeTool",
       R"("tool_name":"replace","tool_input":{"file_path":"config.yaml","old_string":"a","new_string":"b"})",
       "unreadable_input"},
      {"coding", "gemini", "BeforeTool",
       R"("tool_name":"write_file","tool_input":{"file_path":"@.holdfast/config.yaml"})",
       "guarded_file"},
      {"coding", "gemini", "BeforeTool",
       R"("tool_name":"write_file","tool_input":{"file_path":"@//.holdfast/config.yaml"})",
       "guarded_file"},
      {"coding", "gemini", "BeforeTool",
       R"("tool_name":"replace","tool_input":{"file_path":"/home/dev/project/.hold\u0000fast/config.yaml","old_string":"a"})",
       "unreadable_input"},
      {"coding", "gemini", "BeforeTool",
       R"("tool_name":"write_file","tool_input":{"file_path":"%2eholdfast/config.yaml"})",
       "guarded_file"},
      {"coding", "openclaw", "PreToolUse", R"("tool_name":"write","tool_input":{"file":"a"})",
       "unreadable_input"},
      {"coding", "openclaw", "PreToolUse",
       R"("tool_name":"write","tool_input":{"path":"@.holdfast/config.yaml"})", "guarded_file"},
      {"coding", "openclaw", "PreToolUse",
       R"("tool_name":"edit","tool_input":{"path":"file:///home/dev/project/.holdfast/config.yaml"})",
       "guarded_file"},
      {"coding", "openclaw", "PreToolUse",
       R"("tool_name":"apply_patch","tool_input":{"input":"*** Begin Patch\n*** Delete File: @.holdfast/config.yaml\n*** End Patch"})",
       "guarded_file"},
      {"analysis", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"write","data":"rm x\n"})", "mode_table"},
      // The same, by each way to type into a program that runs already.
      {"planning", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"paste","text":"rm x\n"})", "mode_table"},
      {"planning", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"send-keys","literal":"rm x"})",
       "mode_table"},
      {"planning", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"send-keys","hex":["0x72"," 6D ","20","78","zz"]})",
       "mode_table"},
      {"planning", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"send-keys","keys":["r","m","Space","x","Enter"]})",
       "mode_table"},
      {"coding", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"send-keys","literal":"rm .holdfast/","hex":["63"],"keys":["onfig.yaml"]})",
       "guarded_file"},
      {"analysis", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"submit","sessionId":"s"})", "mode_table"},
      {"planning", "openclaw", "PreToolUse",
       R"("tool_name":"terminal","tool_input":{"action":"input","data":"rm x\n"})", "mode_table"}};
  for (const HiddenInput& row : rows) {
    EXPECT_EQ(rule_of(row), row.rule) << row.host << " " << row.payload;
  }
}

// The command line of Cline works where it was started, and calls the repository its workspace.
TEST(HiddenInputTest, NamesAreMeantFromWhereTheAgentWorks) {
  const std::string command =
      cline("run_commands", R"({"commands":["rm ../.holdfast/config.yaml"]})");
  const std::string from_line = R"("sessionContext":{"rootSessionId":"s"},)" + command;
  Scene scene;
  scene.fake.environment.set_folder("/home/dev/project/sub");
  EXPECT_EQ(rule_in(scene, {"coding", "cline", "PreToolUse", from_line, ""}), "guarded_file");
  EXPECT_EQ(rule_in(scene, {"coding", "cline", "PreToolUse", command, ""}), "");
}

// What is the home to one host is a folder of that name to another.
TEST(HiddenInputTest, ATildeMayBeAFolder) {
  const HiddenInput row{
      "coding", "opencode", "PreToolUse",
      R"("tool_name":"write","tool_input":{"filePath":"~/.holdfast/config.yaml"})", ""};
  Scene scene;
  EXPECT_EQ(rule_in(scene, row), "");
  scene.fake.files.make_link("/home/dev/project/~", ".");
  EXPECT_EQ(rule_in(scene, row), "guarded_file");
}

// By Claude Code's settings, and so in its form.
TEST(HiddenInputTest, WhatCopilotTypesIsJudgedInBothForms) {
  for (const auto& [mode, rule] : {std::pair{"coding", ""}, std::pair{"analysis", "mode_table"}}) {
    Scene scene;
    scene.configure(std::string("gate:\n  initial_mode: ") + mode + "\n");
    HookCall call{"copilot", "PreToolUse", {}};
    call.input.bytes = R"({"session_id":")" + std::string(Scene::kRun) +
                       R"(","cwd":"/home/dev/project","tool_name":"write_bash",)" +
                       R"("tool_input":{"shellId":"1","input":"ls\n"}})";
    EXPECT_EQ(rule_of_call(scene, call), rule);
  }
}

TEST(HiddenInputTest, WhatIsOrdinaryPasses) {
  const std::vector<HiddenInput> rows{
      {"coding", "copilot", "preToolUse", R"("toolName":"read_bash","toolArgs":{"shellId":"1"})",
       ""},
      {"analysis", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"poll","sessionId":"s"})", ""},
      {"analysis", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"kill","sessionId":"s"})", ""},
      {"analysis", "openclaw", "PreToolUse",
       R"("tool_name":"terminal","tool_input":{"action":"read","sessionId":"s"})", ""},
      {"planning", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"send-keys","keys":["C-c"]})", ""},
      {"planning", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"submit","sessionId":"s"})", ""},
      {"planning", "openclaw", "PreToolUse",
       R"("tool_name":"process","tool_input":{"action":"write","eof":true})", ""},
      {"analysis", "copilot", "preToolUse",
       R"("toolName":"lsp","toolArgs":{"operation":"hover","file":"/home/dev/project/a.c"})", ""},
      {"coding", "cline", "PreToolUse",
       cline("run_commands", R"({"commands":[{"command":"git","args":["status"]}]})"), ""},
      {"coding", "gemini", "BeforeTool",
       R"("tool_name":"replace","tool_input":{"file_path":"new.txt","old_string":"","new_string":"b"})",
       ""},
      {"coding", "gemini", "BeforeTool",
       R"("tool_name":"replace","tool_input":{"file_path":"/home/dev/project/a","old_string":"a"})",
       ""},
      {"coding", "cline", "PreToolUse",
       R"("preToolUse":{"toolName":"run_commands","parameters":{"commands":"git status"}})", ""},
      {"coding", "cursor", "beforeMCPExecution",
       R"("tool_name":"session_start","tool_input":"{}","mcp_server_name":"session-state")", ""},
      {"coding", "codex", "PreToolUse",
       R"("tool_name":"Bash","tool_input":{"command":"grep -r 'Begin Patch' ."})", ""}};
  for (const HiddenInput& row : rows) {
    EXPECT_EQ(rule_of(row), row.rule) << row.host << " " << row.payload;
  }
}

// Where nothing may be changed, what only looks, asks or plans still runs, as each host calls it.
TEST(HiddenInputTest, ToolsThatOnlyLookPassWhereNothingElseDoes) {
  const std::map<std::string, std::vector<const char*>> tools{
      {"codex",
       {"view_image", "collaborationwait_agent", "multi_agent_v1wait_agent", "get_goal",
        "request_user_input", "list_mcp_resources", "update_plan"}},
      {"gemini",
       {"list_directory", "get_internal_docs", "activate_skill", "ask_user", "complete_task",
        "read_mcp_resource", "update_topic", "tracker_list_tasks", "exit_plan_mode"}},
      {"cline",
       {"list_files", "ask_question", "skills", "team_status", "team_await_runs",
        "list_code_definition_names", "attempt_completion", "plan_mode_respond", "submit_and_exit",
        "focus_chain"}},
      {"copilot",
       {"read_bash", "stop_bash", "list_agents", "read_agent", "skill", "sql", "session_store_sql",
        "ask_user", "exit_plan_mode", "task_complete", "tool_search_tool", "lsp"}},
      {"opencode",
       {"list", "lsp", "skill", "question", "plan_exit", "read_mcp_resource", "execute"}},
      {"openclaw",
       {"view_image", "memory_search", "sessions_list", "sessions_yield", "subagents",
        "session_status", "create_goal", "progress_card", "ask_user", "structured_output"}}};
  for (const auto& [name, names] : tools) {
    const std::string& host = name;  // Clang 14 lets no lambda have a part of a pair.
    const auto rule = [&](const std::string& tool) {
      std::string input = R"("tool_name":")" + tool + R"(","tool_input":{})";
      if (host == "cline") input = cline(tool, "{}");
      if (host == "copilot") input = R"("toolName":")" + tool + R"(","toolArgs":{})";
      const char* event = host == "gemini" ? "BeforeTool" : "PreToolUse";
      return rule_of({"coding\n  absent: deny", host.c_str(), event, input, ""});
    };
    for (const char* tool : names) EXPECT_EQ(rule(tool), "") << host << tool;
    EXPECT_EQ(rule("deploy"), "state_not_ok") << host;
  }
}

// Cursor asks twice about the tool of a server; the event that names the server decides.
TEST(HiddenInputTest, CursorsServerToolsAreAskedAboutOnce) {
  EXPECT_EQ(rule_of({"coding", "cursor", "preToolUse",
                     R"("tool_name":"MCP:save_note","tool_input":{})", ""}),
            "not asked");
}

}  // namespace
}  // namespace host
