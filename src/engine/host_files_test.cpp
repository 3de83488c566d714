#include "engine/host_files.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/gate.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

// Knows one file and denies every call on it whose text is not "ours".
class OneFile final : public HostFiles {
 public:
  std::optional<policy::GuardedFile> taken_away(os::System&,
                                                const HostFilesQuestion& question) override {
    for (const policy::GateTarget& target : question.targets) {
      const bool is_kept = !question.call.edits.empty() && question.call.edits[0].after == "ours";
      if (target.path != "/home/dev/project/host.json" || is_kept) continue;
      return policy::GuardedFile{"host.json would lose our hook", "Edit passes."};
    }
    return std::nullopt;
  }
  void take_edits(const base::Json& input, model::ToolCall& call) override {
    call.edits.push_back({.after = base::text_at(input, "content")});
  }
  bool is_judged_by_text(std::string_view path) override { return path.ends_with("host.json"); }
};

// G1: the hook, `gate check` and `why --replay` ask the same function.
TEST(HostFilesTest, AllWhoAskTheGateAskAboutTheHostsFiles) {
  Scene scene;
  OneFile files;
  model::HostEvent call = scene.tool("Write");
  call.call.targets = {"host.json"};
  EXPECT_TRUE(scene.send(call).decision->allowed);
  const model::HostReply denied = handle_event(scene.fake.system(), call, {.host_files = &files});
  EXPECT_FALSE(denied.decision->allowed);
  EXPECT_EQ(denied.decision->message, "host.json would lose our hook. Blocking Write.");
  call.call.edits = {{.after = "ours"}};
  EXPECT_TRUE(handle_event(scene.fake.system(), call, {.host_files = &files}).decision->allowed);

  Workspace workspace = scene.workspace();
  use_host_files(workspace, files);
  const base::Json ours{{"content", "ours"}};
  const model::ToolCall write{.tool = "Write", .targets = {"host.json"}};
  EXPECT_FALSE(check_gate(workspace, {.call = write}).allowed);
  EXPECT_TRUE(check_gate(workspace, {.call = write, .input = &ours}).allowed);
}

// The journal has no texts, and a guess would be a wrong answer.
TEST(HostFilesTest, ACallThatIsJudgedByItsTextIsNotReplayed) {
  Scene scene;
  OneFile files;
  model::HostEvent call = scene.tool("Write");
  call.call.targets = {"host.json"};
  const model::HostReply reply = handle_event(scene.fake.system(), call, {.host_files = &files});
  Workspace workspace = scene.workspace();
  const auto past = find_decision(workspace, reply.decision_id);
  ASSERT_TRUE(past.ok()) << past.error().message;
  EXPECT_TRUE(replay_decision(workspace, *past).ok());
  use_host_files(workspace, files);
  const auto again = replay_decision(workspace, *past);
  ASSERT_FALSE(again.ok());
  EXPECT_NE(again.error().message.find("does not keep the text"), std::string::npos);
  EXPECT_NE(again.error().hint.find("holdfast gate check Write"), std::string::npos);
}

}  // namespace
}  // namespace engine
