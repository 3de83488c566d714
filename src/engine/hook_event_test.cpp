#include "engine/hook_event.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/session.h"
#include "engine/stores.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using model::EventKind;

// SC-15, BX-1
TEST(HookEventTest, AProjectThatDidNotOptInIsLeftAlone) {
  Scene scene;
  ASSERT_TRUE(scene.fake.files.remove("/home/dev/project/.holdfast/config.yaml").ok());
  const auto before = scene.fake.files.all_files();
  for (const EventKind kind : {EventKind::session_start, EventKind::before_tool, EventKind::prompt,
                               EventKind::turn_end, EventKind::session_end, EventKind::other}) {
    const model::HostReply reply = scene.send(scene.event(kind));
    EXPECT_FALSE(reply.decision);
    EXPECT_EQ(reply.context + reply.warning, "");
  }
  EXPECT_EQ(scene.fake.files.all_files(), before);
}

TEST(HookEventTest, AnyEventCanMakeTheRunAndAnAllowedCallWritesOneJournalLineAlone) {
  Scene scene;
  EXPECT_TRUE(scene.allows("Write"));  // Makes the run.
  EXPECT_TRUE(scene.allows("Write"));
  std::vector<std::string> before;
  for (const auto& path : scene.fake.files.all_files()) {
    before.push_back(path.string() + *scene.fake.files.peek(path));
  }
  EXPECT_TRUE(scene.allows("Write"));
  std::size_t changed = 0;
  std::size_t i = 0;
  for (const auto& path : scene.fake.files.all_files()) {
    const bool same = before.at(i++) == path.string() + *scene.fake.files.peek(path);
    if (same) continue;
    ++changed;
    EXPECT_EQ(path.extension(), ".jsonl") << path;
  }
  EXPECT_EQ(changed, 1U);
  EXPECT_EQ(i, before.size());
}

TEST(HookEventTest, AHostsProjectFolderThatIsGoneOpensNothing) {
  Scene scene;
  scene.configure("gate:\n  initial_mode: analysis\n");
  model::HostEvent call = scene.tool("Write");
  call.project_folder = "/home/dev/gone";
  const model::HostReply reply = scene.send(call);
  ASSERT_TRUE(reply.decision);
  EXPECT_FALSE(reply.decision->allowed);
}

// B0-9, SC-18
TEST(HookEventTest, EveryRunIsJudgedByItsOwnMode) {
  Scene scene;
  scene.send(scene.event(EventKind::session_start, Scene::kRun));
  scene.send(scene.event(EventKind::session_start, Scene::kOtherRun));
  Workspace workspace = scene.workspace();
  ASSERT_TRUE(set_mode(workspace, {Scene::kRun}, {"analysis", ""}, {}).ok());
  EXPECT_FALSE(scene.allows("Write", Scene::kRun));
  EXPECT_TRUE(scene.allows("Write", Scene::kOtherRun));
}

// B0-27, C-12: what another run was allowed says nothing about a new one.
TEST(HookEventTest, AnUnknownRunIsAbsentAndNotTheLatest) {
  Scene scene;
  scene.configure("gate:\n  absent: deny\n");
  const model::HostReply reply = scene.send(scene.tool("Write"));
  EXPECT_FALSE(reply.decision->allowed);
  EXPECT_EQ(reply.decision->message, "Session state unavailable. Blocking Write.");
  EXPECT_EQ(reply.decision->mode, "unknown");
  EXPECT_TRUE(scene.allows("Read"));
}

TEST(HookEventTest, AnEndedRunIsReopenedByItsNextCall) {
  Scene scene;
  scene.send(scene.event(EventKind::session_start));
  model::HostEvent end = scene.event(EventKind::session_end);
  end.reason = "clear";
  scene.send(end);
  Workspace workspace = scene.workspace();
  EXPECT_EQ(get_state(workspace, {Scene::kRun})->end_reason, "clear");
  EXPECT_TRUE(scene.allows("Write"));
  EXPECT_FALSE(get_state(workspace, {Scene::kRun})->ended_at);
  EXPECT_FALSE(get_state(workspace, {Scene::kRun})->resumed_from) << "it is the same run";
}

// The fault table on a whole event: the disk fails at every single call, once as an error and once
// as a crash. Whatever happens, the answer is a decision, a reading tool is never held up, and a
// denial names a fault of the state and its repair.
TEST(HookEventTest, WhateverCallOfTheDiskFailsTheAnswerIsByTheFaultTable) {
  Scene counting;
  counting.allows("Write");
  counting.fake.files.reset_calls();
  counting.allows("Write");
  const std::size_t calls = counting.fake.files.calls();
  ASSERT_GT(calls, 5U);
  for (const auto kind : {os::Fault::Kind::error, os::Fault::Kind::crash}) {
    for (std::size_t at = 0; at < calls; ++at) {
      SCOPED_TRACE(at);
      for (const char* tool : {"Write", "Read"}) {
        Scene scene;
        scene.allows("Write");
        scene.fake.files.arm({kind, at});
        const model::HostReply reply = scene.send(scene.tool(tool));
        scene.fake.files.kill();
        if (reply.decision && !reply.decision->allowed) {
          EXPECT_STREQ(tool, "Write");
          EXPECT_EQ(reply.decision->rule, model::GateRule::state_not_ok);
          EXPECT_FALSE(reply.decision->next_step.empty());
        }
        EXPECT_TRUE(scene.allows("Write"));
      }
    }
  }
}

// The same for the very first event of a run, which makes note, head and journal.
TEST(HookEventTest, AFaultWhileTheRunIsMadeLeavesNothingThatLocksAnybodyOut) {
  Scene counting;
  counting.fake.files.reset_calls();
  counting.allows("Write");
  const std::size_t calls = counting.fake.files.calls();
  for (const auto kind : {os::Fault::Kind::error, os::Fault::Kind::crash}) {
    for (std::size_t at = 0; at < calls; ++at) {
      SCOPED_TRACE(at);
      Scene killed;
      killed.fake.files.arm({kind, at});
      killed.send(killed.tool("Write"));
      killed.fake.files.kill();
      EXPECT_TRUE(killed.allows("Write"));
      Scene cut;
      cut.fake.files.arm({kind, at});
      cut.send(cut.tool("Write"));
      cut.fake.files.crash();
      const model::HostReply after = cut.send(cut.tool("Write"));
      EXPECT_TRUE(after.decision->allowed) << model::denial_text(*after.decision, "");
    }
  }
}

// B0-13: what the watchdog says when time runs out.
TEST(HookEventTest, TheAnswerForARunOutClockIsClosedForWritersAndOpenForReaders) {
  Scene scene;
  scene.configure("gate:\n  hook_timeout_ms: 700\n");
  struct Row {
    const char* tool;
    bool allowed;
  };
  for (const Row& row :
       {Row{"Write", false}, Row{"Read", true}, Row{"mcp__brain__session_get", true}}) {
    int armed = 0;
    handle_event(scene.fake.system(), scene.tool(row.tool),
                 {.arm = [&](const model::HostReply& reply, std::int64_t limit_ms) {
                   ++armed;
                   EXPECT_EQ(limit_ms, 700);
                   EXPECT_EQ(reply.decision->allowed, row.allowed) << row.tool;
                   EXPECT_EQ(reply.decision->rule, model::GateRule::deadline);
                 }});
    EXPECT_EQ(armed, 1);
  }
}

TEST(HookEventTest, SecretsOfAPromptNeverReachTheJournal) {
  Scene scene;
  model::HostEvent prompt = scene.event(EventKind::prompt);
  prompt.text = "use password: hunter2hunter2 please";
  scene.send(prompt);
  const auto journal = scene.fake.files.peek(
      std::string("/home/dev/project/.git/holdfast/journal/") + Scene::kRun + ".jsonl");
  ASSERT_TRUE(journal);
  EXPECT_EQ(journal->find("hunter2"), std::string::npos);
  EXPECT_NE(journal->find("[REDACTED]"), std::string::npos);
}

// BX-2
TEST(HookEventTest, TheGateSwitchedOffLetsPassAndIsOnRecord) {
  Scene scene;
  scene.configure("gate:\n  initial_mode: analysis\n");
  EXPECT_FALSE(scene.allows("Write"));
  scene.fake.environment.set("HOLDFAST_GATE", "off");
  const model::HostReply reply = scene.send(scene.tool("Write"));
  EXPECT_TRUE(reply.decision->allowed);
  EXPECT_EQ(reply.decision->rule, model::GateRule::switched_off);
  EXPECT_FALSE(reply.decision_id.empty());
}

// SC-9's other half, C-23: without a secret the gate is closed, not open and not silent.
TEST(HookEventTest, WithoutASecretOnlyHarmlessToolsPass) {
  Scene scene;
  scene.allows("Write");
  ASSERT_TRUE(scene.fake.files.remove("/home/dev/.config/holdfast/secret").ok());
  const model::HostReply reply = scene.send(scene.tool("Write"));
  EXPECT_FALSE(reply.decision->allowed);
  EXPECT_NE(reply.decision->missing.find("NO_SECRET"), std::string::npos);
  EXPECT_TRUE(scene.allows("Grep"));
}

}  // namespace
}  // namespace engine
