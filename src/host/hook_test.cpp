#include "host/hook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/session.h"
#include "engine/test_scene.h"
#include "host/catalogue.h"

namespace host {
namespace {

using engine::Scene;
using ::testing::HasSubstr;

class RemoteHookTest : public ::testing::Test {
 protected:
  static HookCall call(std::string event, std::string bytes) {
    HookCall made{"claude-code", std::move(event), {}};
    made.input.bytes = std::move(bytes);
    return made;
  }
  static std::string payload(const std::string& name, const std::string& more = "",
                             const std::string& folder = "/home/dev/project") {
    return R"({"session_id":")" + std::string(Scene::kRun) + R"(","cwd":")" + folder +
           R"(","hook_event_name":")" + name + "\"" + more + "}";
  }
  static std::string write(const std::string& folder = "/home/dev/project") {
    return payload("PreToolUse",
                   R"(,"tool_name":"Write","tool_input":{"file_path":"/home/dev/project/a"})",
                   folder);
  }
  HookAnswer posted(const HookCall& given, const std::string& project = "") {
    return answer_remote_hook(caller, given, project, arm());
  }
  ArmHook arm() {
    return [this](const model::HostEvent&, const HookOutput& on_timeout, std::int64_t limit_ms) {
      armed.push_back(on_timeout.standard_output);
      limit = limit_ms;
    };
  }
  model::Run run() {
    engine::Workspace workspace = scene.workspace();
    return *engine::get_state(workspace, {Scene::kRun});
  }
  void set_mode(const char* mode) {
    engine::Workspace workspace = scene.workspace();
    EXPECT_TRUE(engine::set_mode(workspace, {Scene::kRun}, {mode, ""}, {}).ok());
  }
  bool is_live() {
    engine::Workspace workspace = scene.workspace();
    return engine::list_sessions(workspace).front().health == engine::RunHealth::live;
  }

  Scene scene;
  RemoteCaller caller{scene.fake.system()};
  std::vector<std::string> armed;
  std::int64_t limit = 0;
};

// Whoever is among the ancestors of the server has nothing to do with it.
TEST_F(RemoteHookTest, ARunThatOnlyPostsIsHeldByNobodyAndLivesByItsHeartbeat) {
  posted(call("UserPromptSubmit", payload("UserPromptSubmit", R"(,"prompt":"go")")));
  EXPECT_FALSE(run().owner);
  EXPECT_TRUE(is_live());
  scene.fake.clock.advance(std::chrono::minutes(10));
  posted(call("PostToolUse", payload("PostToolUse", R"(,"tool_name":"Read")")));
  scene.fake.clock.advance(std::chrono::minutes(10));
  EXPECT_TRUE(is_live());
  scene.fake.clock.advance(std::chrono::minutes(10));
  EXPECT_FALSE(is_live());
}

TEST_F(RemoteHookTest, ALeaseThatACommandTookStays) {
  scene.send(scene.event(model::EventKind::session_start));
  posted(call("", write()));
  ASSERT_TRUE(run().owner);
  EXPECT_EQ(run().owner->pid, Scene::kHostPid);
}

TEST_F(RemoteHookTest, TheAnswersAreThoseOfAProcess) {
  scene.send(scene.event(model::EventKind::session_start));
  const std::string unreadable = write().substr(0, write().size() - 1);
  for (const char* mode : {"coding", "analysis"}) {
    set_mode(mode);
    for (const std::string& body : {write(), unreadable}) {
      const HookAnswer process = answer_hook(scene.fake.system(), call("PreToolUse", body), arm());
      const HookAnswer server = posted(call("PreToolUse", body));
      EXPECT_EQ(server.reply.decision->allowed, process.reply.decision->allowed);
      EXPECT_EQ(server.reply.decision->message, process.reply.decision->message);
      EXPECT_EQ(server.output.standard_output.empty(), process.output.standard_output.empty());
    }
  }
  EXPECT_EQ(armed[0], armed[1]);
  EXPECT_THAT(armed[0], HasSubstr("\"deny\""));
  EXPECT_GT(limit, 0);
}

TEST_F(RemoteHookTest, WhatBelongsToWhoeverStartedTheServerIsHidden) {
  scene.fake.environment.set("CLAUDE_PROJECT_DIR", "/home/dev/other");
  scene.fake.environment.set("CLAUDE_CODE_SESSION_ID", Scene::kOtherRun);
  scene.fake.environment.set("CLAUDE_PID", "50");
  scene.fake.environment.set("HOLDFAST_OPERATOR_TOKEN", "secret");
  scene.fake.environment.set("HOLDFAST_GATE", "off");
  scene.fake.environment.set_terminal(true);
  const HookAnswer answer = posted(call("PreToolUse", R"({"tool_name":"Write"})"));
  EXPECT_EQ(answer.event.host_id, "");
  EXPECT_EQ(answer.event.project_folder, "");
  EXPECT_EQ(answer.event.owner_pid, 0);
  EXPECT_FALSE(answer.reply.decision);
  os::Environment& seen = caller.system().environment;
  EXPECT_EQ(seen.text("HOLDFAST_OPERATOR_TOKEN"), "");
  EXPECT_EQ(seen.text("HOLDFAST_GATE"), "off");
  EXPECT_FALSE(seen.has_terminal());
  EXPECT_TRUE(seen.current_folder().empty());
}

// A process is told where the project is, whatever folder its agent went to.
TEST_F(RemoteHookTest, AConversationStaysWithTheProjectInWhichItWasHeardFirst) {
  scene.fake.files.poke("/home/dev/elsewhere/file", "");
  posted(call("", write()));
  set_mode("analysis");
  EXPECT_FALSE(posted(call("", write("/home/dev/elsewhere"))).reply.decision->allowed);
  RemoteCaller another(scene.fake.system());
  EXPECT_FALSE(answer_remote_hook(another, call("", write("/home/dev/elsewhere")), "", arm())
                   .reply.decision);
  EXPECT_FALSE(answer_remote_hook(another, call("", write("/home/dev/elsewhere")),
                                  "/home/dev/project", arm())
                   .reply.decision->allowed);
}

// S0-62, SC-3, SC-7: what the server keeps of earlier hooks hides nothing that happened since.
TEST_F(RemoteHookTest, WhatChangesBetweenTwoHooksCounts) {
  const auto is_allowed = [this] { return posted(call("", write())).reply.decision->allowed; };
  const os::Path config = "/home/dev/project/.holdfast/config.yaml";
  const os::Path note = "/home/dev/project/.git/holdfast/notes/sessions/session-" +
                        std::string(Scene::kRun) + ".json";
  EXPECT_TRUE(is_allowed());
  EXPECT_TRUE(is_allowed());
  set_mode("analysis");
  EXPECT_FALSE(is_allowed());
  scene.fake.files.poke(config, "gate:\n  enabled: false\n");
  EXPECT_TRUE(is_allowed());
  scene.fake.files.poke(config, "gate:\n  initial_mode: coding\n");
  EXPECT_FALSE(is_allowed());
  set_mode("coding");
  EXPECT_TRUE(is_allowed());

  const std::string good = *scene.fake.files.peek(note);
  std::string changed = good;
  changed.replace(changed.find("coding"), 6, "codinG");
  scene.fake.files.poke(note, changed);
  EXPECT_FALSE(is_allowed());
  scene.fake.files.poke(note, good);
  EXPECT_TRUE(is_allowed());
}

// A host that runs the hooks of Claude Code's settings besides its own counts an event once.
class TwoFilesTest : public ::testing::Test {
 protected:
  static constexpr const char* kOwn = "/home/dev/project/.github/hooks/holdfast.json";

  HookAnswer heard(const std::string& host, const std::string& event) {
    HookCall call{host, event, {}};
    const bool is_own = !host.empty();
    call.input.bytes =
        is_own
            ? R"({"sessionId":"7d1054b6-2839-4e27-bcef-43e6e47ca4b4","timestamp":1794967127510,)"
              R"("cwd":"/home/dev/project","toolName":"edit",)"
              R"("toolArgs":{"path":"/home/dev/project/.holdfast/config.yaml"}})"
            : R"({"hook_event_name":"PreToolUse","timestamp":"2026-11-18T01:58:47.895Z",)"
              R"("session_id":"7d1054b6-2839-4e27-bcef-43e6e47ca4b4","cwd":"/home/dev/project",)"
              R"("tool_name":"Edit","tool_input":{"path":"/home/dev/project/.holdfast/config.yaml"}})";
    return answer_hook(scene.fake.system(), call, [](auto&&...) {});
  }
  // As `init` writes it.
  std::string installed(const std::string& program) {
    const auto copilot = describe("copilot");
    return copilot->parts.front()->with_ours(std::nullopt, {program}).value();
  }
  void install(const std::string& program) { scene.fake.files.poke(kOwn, installed(program)); }
  // The same with something else in a place of it.
  void install_with(const std::string& old, const std::string& other) {
    std::string text = installed("/usr/bin/holdfast");
    ASSERT_NE(text.find(old), std::string::npos);
    text.replace(text.find(old), old.size(), other);
    scene.fake.files.poke(kOwn, text);
  }
  void add_program(const os::Path& path) {
    scene.fake.files.poke(path, "x");
    ASSERT_TRUE(scene.fake.files.set_mode(path, 0755).ok());
  }

  Scene scene;
};

TEST_F(TwoFilesTest, TheHookOfTheHostsOwnFileAnswers) {
  add_program("/usr/bin/holdfast");
  install("/usr/bin/holdfast");
  EXPECT_FALSE(heard("", "PreToolUse").reply.decision);
  EXPECT_FALSE(heard("copilot", "preToolUse").reply.decision->allowed);
}

TEST_F(TwoFilesTest, WithoutSuchAFileTheOtherOneAnswers) {
  EXPECT_FALSE(heard("", "PreToolUse").reply.decision->allowed);
}

TEST_F(TwoFilesTest, AHookThatCannotAnswerSilencesNobody) {
  install("/usr/bin/holdfast");  // No such program.
  EXPECT_FALSE(heard("", "PreToolUse").reply.decision->allowed);
  install("holdfast");
  EXPECT_FALSE(heard("", "PreToolUse").reply.decision->allowed);
  add_program("/usr/bin/holdfast");
  const auto is_heard = [this] { return heard("", "PreToolUse").reply.decision.has_value(); };
  install("/usr/bin/holdfast");
  EXPECT_FALSE(is_heard());
  install_with("hook preToolUse", "hook postToolUse");
  EXPECT_TRUE(is_heard());
  install_with("--host copilot", "--host copilot --host cline");
  EXPECT_TRUE(is_heard());
  install_with("\"timeoutSec\": 10", "\"timeoutSec\": 0");
  EXPECT_TRUE(is_heard());
  install_with("\"hooks\"", "\"disableAllHooks\": true, \"hooks\"");
  EXPECT_TRUE(is_heard());
  scene.fake.files.poke(kOwn, "{\"hooks\": broken --host copilot");
  EXPECT_FALSE(heard("", "PreToolUse").reply.decision->allowed);
}

}  // namespace
}  // namespace host
