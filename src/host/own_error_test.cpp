// An error of ours on the way of an event gets the answer of a crash: the gate stays closed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "engine/test_scene.h"
#include "host/adapter.h"
#include "host/hook.h"

namespace host {
namespace {

using engine::Scene;
using ::testing::HasSubstr;

// An environment that breaks when it is asked for the n-th time.
class BreakingEnvironment final : public os::Environment {
 public:
  BreakingEnvironment(os::Environment& inner, std::size_t breaks_at)
      : inner_(inner), left_(breaks_at) {}
  std::optional<std::string> get(std::string_view name) override {
    step();
    return inner_.get(name);
  }
  os::Path current_folder() override {
    step();
    return inner_.current_folder();
  }
  bool has_terminal() override { return inner_.has_terminal(); }
  bool output_is_terminal() override { return inner_.output_is_terminal(); }
  std::uint32_t user_id() override { return inner_.user_id(); }
  os::Path program() override { return inner_.program(); }
  bool has_broken() const { return left_ == 0; }

 private:
  void step() {
    if (left_ == 0) return;
    if (--left_ == 0) throw std::runtime_error("a broken door");
  }
  os::Environment& inner_;
  std::size_t left_;
};

struct WritingCall {
  const char* host;
  const char* event;
  const char* inner;  // The call, without the conversation.
};

// One call of each host that analysis denies.
constexpr WritingCall kWrites[] = {
    {"claude-code", "PreToolUse", R"("tool_name":"Write","tool_input":{"file_path":"a.txt"})"},
    {"codex", "PreToolUse",
     R"("tool_name":"apply_patch","tool_input":{"command":"*** Add File: a.txt\n+a"})"},
    {"gemini", "BeforeTool",
     R"("tool_name":"write_file","tool_input":{"file_path":"a.txt","content":"a"})"},
    {"copilot", "preToolUse", R"("toolName":"create","toolArgs":{"path":"a.txt"})"},
    {"cursor", "preToolUse", R"("tool_name":"Write","tool_input":{"file_path":"a.txt"})"},
    {"windsurf", "pre_write_code", R"("tool_info":{"file_path":"a.txt"})"},
    {"cline", "PreToolUse", R"("tool_call":{"name":"editor","input":{"path":"a.txt"}})"},
    {"opencode", "PreToolUse", R"("tool_name":"write","tool_input":{"filePath":"a.txt"})"},
    {"openclaw", "PreToolUse", R"("tool_name":"write","tool_input":{"path":"a.txt"})"}};

HookCall call_of(const WritingCall& row, const std::string& more = "") {
  const std::string run = Scene::kRun;
  HookCall call{row.host, row.event, {}};
  call.input.bytes = R"({"session_id":")" + run + R"(","sessionId":")" + run +
                     R"(","conversation_id":")" + run + R"(","trajectory_id":")" + run +
                     R"(","taskId":")" + run +
                     R"(","timestamp":1,"cwd":"/home/dev/project",)"
                     R"("workspaceRoots":["/home/dev/project"],)" +
                     row.inner + more + "}";
  return call;
}

void prepare_scene(Scene& scene) {
  scene.configure("gate:\n  initial_mode: analysis\n");
  scene.fake.environment.set_folder("/home/dev/project");
}

void expect_denial(const HookAnswer& answer) {
  ASSERT_TRUE(answer.reply.decision);
  EXPECT_FALSE(answer.reply.decision->allowed);
  const bool says_no =
      answer.output.exit_code == 2 ||
      answer.output.standard_output.find("deny") != std::string::npos ||
      answer.output.standard_output.find(R"("cancel":true)") != std::string::npos ||
      answer.output.standard_output.find(R"("block")") != std::string::npos;
  EXPECT_TRUE(says_no) << answer.output.standard_output << answer.output.standard_error;
}

// C1
TEST(OwnErrorTest, WhereverItComesACallOfAnyHostIsDenied) {
  ASSERT_EQ(std::size(kWrites), adapters().size());
  for (const WritingCall& row : kWrites) {
    SCOPED_TRACE(row.host);
    bool has_broken = true;
    for (std::size_t at = 1; has_broken; ++at) {
      SCOPED_TRACE(at);
      ASSERT_LT(at, 1000U);
      Scene scene;
      prepare_scene(scene);
      os::System fake = scene.fake.system();
      BreakingEnvironment broken(fake.environment, at);
      const os::System system{fake.files, fake.clock, fake.random, fake.processes, broken};
      const HookAnswer answer = answer_hook(system, call_of(row), [](auto&&...) {});
      expect_denial(answer);
      has_broken = broken.has_broken();
      EXPECT_GT(has_broken ? 2U : at, 1U) << "nothing asked the environment";
    }
  }
}

// C1: what a server answers for a host that posted its hook.
TEST(OwnErrorTest, APostedHookIsAnsweredTheSame) {
  bool has_broken = true;
  for (std::size_t at = 1; has_broken; ++at) {
    SCOPED_TRACE(at);
    Scene scene;
    prepare_scene(scene);
    os::System fake = scene.fake.system();
    BreakingEnvironment broken(fake.environment, at);
    RemoteCaller caller({fake.files, fake.clock, fake.random, fake.processes, broken});
    expect_denial(
        answer_remote_hook(caller, call_of(kWrites[0]), "/home/dev/project", [](auto&&...) {}));
    has_broken = broken.has_broken();
  }
}

// C1
TEST(OwnErrorTest, WhatIsReadOnlyPassesAsAfterACrash) {
  Scene scene;
  prepare_scene(scene);
  WritingCall read{"claude-code", "PreToolUse",
                   R"("tool_name":"Read","tool_input":{"file_path":"a.txt"})"};
  os::System fake = scene.fake.system();
  std::size_t seen = 0;
  for (std::size_t at = 1;; ++at) {
    BreakingEnvironment broken(fake.environment, at);
    const os::System system{fake.files, fake.clock, fake.random, fake.processes, broken};
    const HookAnswer answer = answer_hook(system, call_of(read), [](auto&&...) {});
    if (!broken.has_broken()) break;
    ASSERT_TRUE(answer.reply.decision);
    // Where not even the tool is known, none is taken for harmless.
    if (answer.event.call.tool != "Read") continue;
    ++seen;
    EXPECT_TRUE(answer.reply.decision->allowed) << at;
    EXPECT_THAT(answer.output.standard_error, HasSubstr("a broken door"));
  }
  EXPECT_GT(seen, 0U);
}

// C1
TEST(OwnErrorTest, AnEventThatIsNoQuestionIsNotHeld) {
  Scene scene;
  prepare_scene(scene);
  os::System fake = scene.fake.system();
  for (const std::size_t at : {1U, 2U, 3U}) {
    BreakingEnvironment broken(fake.environment, at);
    const os::System system{fake.files, fake.clock, fake.random, fake.processes, broken};
    const HookAnswer answer = answer_hook(
        system, call_of({"claude-code", "Stop", R"("stop_hook_active":false)"}), [](auto&&...) {});
    EXPECT_FALSE(answer.reply.decision);
    EXPECT_EQ(answer.reply.hold, "");
    EXPECT_EQ(answer.output.exit_code, 0);
  }
}

// C1
TEST(OwnErrorTest, HalfACharacterBeforeABackslashAtTheEndIsReadByEveryHost) {
  for (const WritingCall& row : kWrites) {
    for (const char* tail : {R"(,"x":"\ud83d","y":"a\\")", R"(,"x":"\ud83d","y":"a\n")",
                             R"(,"x":"\ud83d\")", R"(,"x":"\ud83d\ud83d")"}) {
      SCOPED_TRACE(std::string(row.host) + tail);
      Scene scene;
      prepare_scene(scene);
      expect_denial(answer_hook(scene.fake.system(), call_of(row, tail), [](auto&&...) {}));
    }
  }
}

}  // namespace
}  // namespace host
