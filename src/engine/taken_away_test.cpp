#include "engine/taken_away.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/installation.h"
#include "engine/test_scene.h"
#include "store/layout.h"

namespace engine {
namespace {

using model::EventKind;

constexpr const char* kMarker = "/home/dev/project/.holdfast/config.yaml";
constexpr const char* kSettings = "/home/dev/project/.claude/settings.local.json";
constexpr const char* kKept = "/home/dev/project/.git/holdfast/kept";

// A project in planning, whose files git does not know, with its session begun.
struct TakenScene : Scene {
  TakenScene() {
    configure("gate:\n  initial_mode: planning\n");
    fake.files.poke(kSettings, "{\"hooks\": 1}\n");
    fake.files.poke(kExcludeFile,
                    "# holdfast: machine-local files\n/.holdfast/\n/.claude/settings.local.json\n");
    send(event(EventKind::session_start));
  }

  model::HostEvent shell(EventKind kind, const char* id = "c1", const char* run = kRun) const {
    model::HostEvent call = event(kind, run);
    call.call.tool = "Bash";
    call.call.id = id;
    call.call.command = "make";
    return call;
  }
  model::HostReply begin(const char* id = "c1") { return send(shell(EventKind::before_tool, id)); }
  model::HostReply end(const char* id = "c1") { return send(shell(EventKind::after_tool, id)); }

  void take(const char* path) { ASSERT_TRUE(fake.files.remove(path).ok()); }
  bool is_there(const char* path) const { return fake.files.peek(path).has_value(); }
  bool denies() {
    const model::HostReply reply = send(tool("Write"));
    return reply.decision && !reply.decision->allowed;
  }
  bool is_silent() {
    const model::HostReply reply = send(tool("Write"));
    return !reply.decision && reply.context.empty() && reply.warning.empty();
  }
};

// G2, G3
TEST(TakenAwayTest, TheOutcomeOfTheCallPutsBackAndTellsOnce) {
  TakenScene scene;
  EXPECT_TRUE(scene.begin().decision->allowed);
  scene.take(kMarker);
  scene.take(kSettings);
  const model::HostReply reply = scene.end();
  EXPECT_NE(reply.context.find("All of it was put back"), std::string::npos) << reply.context;
  EXPECT_EQ(reply.context.find("uninstall"), std::string::npos);
  EXPECT_NE(reply.alarm.find("uninstall"), std::string::npos);
  EXPECT_EQ(scene.fake.files.peek(kMarker), "gate:\n  initial_mode: planning\n");
  EXPECT_EQ(scene.fake.files.peek(kSettings), "{\"hooks\": 1}\n");
  const model::HostReply next = scene.send(scene.tool("Write"));
  EXPECT_FALSE(next.decision->allowed);
  EXPECT_EQ(next.context + next.alarm, "");
}

TEST(TakenAwayTest, WithoutAnOutcomeTheNextQuestionFindsIt) {
  TakenScene scene;
  scene.begin();
  scene.take(kMarker);
  EXPECT_TRUE(scene.denies());
  EXPECT_TRUE(scene.is_there(kMarker));
}

TEST(TakenAwayTest, TheSecondTimeInARunTheGateHoldsAndNothingIsWritten) {
  TakenScene scene;
  scene.begin();
  scene.take(kMarker);
  scene.end();
  scene.begin("c2");
  scene.take(kMarker);
  scene.end("c2");
  EXPECT_FALSE(scene.is_there(kMarker));
  const model::HostReply reply = scene.send(scene.tool("Write"));
  ASSERT_TRUE(reply.decision);
  EXPECT_FALSE(reply.decision->allowed);
  EXPECT_NE(reply.decision->missing.find("took the configuration away"), std::string::npos);
  EXPECT_NE(scene.send(scene.event(EventKind::session_start, Scene::kOtherRun))
                .context.find("took it away"),
            std::string::npos);
  // The file is back: that ends it.
  scene.configure("gate:\n  initial_mode: planning\n");
  EXPECT_EQ(scene.send(scene.tool("Write")).decision->missing.find("took"), std::string::npos);
  scene.send(scene.event(EventKind::turn_end));
  scene.take(kMarker);
  EXPECT_TRUE(scene.is_silent()) << "a person's, whatever an agent did before";
}

// BX-1: a person's doing is honoured without a word.
TEST(TakenAwayTest, WithNoCallUnderWayItIsAPersons) {
  struct Row {
    const char* what;
    void (*lead_up)(TakenScene& scene);
  };
  const Row rows[] = {
      {"nothing was called", [](TakenScene&) {}},
      {"the call is over",
       [](TakenScene& scene) {
         scene.begin();
         scene.end();
       }},
      {"the turn is over",
       [](TakenScene& scene) {
         scene.begin();
         scene.send(scene.event(EventKind::turn_end));
       }},
      {"only files that are named were changed", [](TakenScene& scene) { scene.allows("Edit"); }},
      {"a command that only looks",
       [](TakenScene& scene) {
         model::HostEvent call = scene.shell(EventKind::before_tool);
         call.call.command = "git status";
         scene.send(call);
       }},
      {"the call of another conversation",
       [](TakenScene& scene) {
         scene.send(scene.shell(EventKind::before_tool, "c1", Scene::kOtherRun));
       }},
      {"a call that never came back, the day before",
       [](TakenScene& scene) {
         scene.begin();
         scene.fake.clock.advance(std::chrono::hours(25));
       }},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    TakenScene scene;
    row.lead_up(scene);
    scene.take(kMarker);
    EXPECT_TRUE(scene.is_silent());
    EXPECT_FALSE(scene.is_there(kMarker));
  }
}

// The host asked its user, who said no and then opted out.
TEST(TakenAwayTest, ACallThatThePersonRefusedTookNothing) {
  TakenScene scene;
  scene.begin();
  scene.send(scene.shell(EventKind::permission_request));
  scene.take(kMarker);
  const model::HostReply reply = scene.send(scene.event(EventKind::prompt));
  EXPECT_EQ(reply.context + reply.alarm, "");
  EXPECT_FALSE(scene.is_there(kMarker));
}

TEST(TakenAwayTest, WhatNeverUsedHoldfastCostsOneLook) {
  TakenScene scene;
  for (const os::Path& path : scene.fake.files.all_files()) {
    if (path.native().starts_with(kKept)) scene.take(path.c_str());
  }
  ASSERT_TRUE(scene.fake.files.remove(kKept).ok());
  scene.take(kMarker);
  EXPECT_TRUE(scene.is_silent());
}

// G2: a file that is looser by a call of the agent.
TEST(TakenAwayTest, WhatACallLoosenedDoesNotCountAndWhatAPersonLoosensDoes) {
  TakenScene scene;
  scene.begin();
  scene.configure("gate:\n  enabled: false\n");
  const model::HostReply reply = scene.end();
  EXPECT_NE(reply.context.find("loosened gate.enabled, gate.initial_mode"), std::string::npos)
      << reply.context;
  EXPECT_TRUE(scene.denies());
  EXPECT_TRUE(scene.denies()) << "also where nothing is under way any more";
  scene.configure("gate:\n  enabled: true\n  initial_mode: coding\n");
  EXPECT_FALSE(scene.workspace().stores().project.keeps_last_config) << "a person's change";
  scene.send(scene.tool("Read"));
  scene.configure("gate:\n  enabled: false\n");
  EXPECT_FALSE(scene.denies());
}

TEST(TakenAwayTest, ALooserFileOfAPersonsCountsAtOnce) {
  TakenScene scene;
  scene.begin();
  scene.end();
  scene.configure("gate:\n  enabled: false\n");
  const model::HostReply reply = scene.send(scene.tool("Write"));
  EXPECT_TRUE(reply.decision->allowed);
  EXPECT_EQ(reply.context, "");
}

TEST(TakenAwayTest, AFileOfOursThatAPersonTookIsNotPutBack) {
  TakenScene scene;
  scene.begin();
  scene.end();
  scene.take(kSettings);
  scene.send(scene.event(EventKind::prompt));
  scene.begin("c2");
  scene.end("c2");
  EXPECT_FALSE(scene.is_there(kSettings));
}

// G3: what is there is not overwritten, only told.
TEST(TakenAwayTest, AFileThatLostOurEntriesIsToldOnce) {
  TakenScene scene;
  scene.fake.files.poke(kSettings, "{\"hooks\": \"holdfast hook Stop\"}\n");
  scene.send(scene.event(EventKind::session_start));
  scene.begin();
  scene.fake.files.poke(kSettings, "{\"hooks\": \"holdfast hook Stop\", \"permissions\": 1}\n");
  EXPECT_EQ(scene.end().context, "");
  scene.begin("c2");
  scene.fake.files.poke(kSettings, "{}\n");
  EXPECT_NE(scene.end("c2").context.find("entries out of `.claude/settings.local.json`"),
            std::string::npos);
  EXPECT_EQ(scene.fake.files.peek(kSettings), "{}\n");
  scene.begin("c3");
  EXPECT_EQ(scene.end("c3").context, "");
}

TEST(TakenAwayTest, NothingIsOverwrittenAndNoLinkIsFollowed) {
  TakenScene scene;
  scene.begin();
  scene.take(kMarker);
  scene.take(kSettings);
  ASSERT_TRUE(scene.fake.files.remove("/home/dev/project/.claude").ok());
  ASSERT_TRUE(scene.fake.files.make_folder("/home/dev/elsewhere", 0755).ok());
  scene.fake.files.make_link("/home/dev/project/.claude", "/home/dev/elsewhere");
  scene.end();
  EXPECT_TRUE(scene.is_there(kMarker));
  EXPECT_FALSE(scene.is_there("/home/dev/elsewhere/settings.local.json"));
}

// Whatever call of the disk fails while it is mended, the gate is there afterwards.
TEST(TakenAwayTest, AFaultWhileMendingOpensNothing) {
  TakenScene counting;
  counting.begin();
  counting.take(kMarker);
  counting.take(kSettings);
  counting.fake.files.reset_calls();
  counting.end();
  const std::size_t calls = counting.fake.files.calls();
  ASSERT_GT(calls, 20U);
  for (const auto kind :
       {os::Fault::Kind::error, os::Fault::Kind::short_write, os::Fault::Kind::crash}) {
    for (std::size_t at = 0; at < calls; ++at) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(kind) << " at " << at);
      TakenScene scene;
      scene.begin();
      scene.take(kMarker);
      scene.take(kSettings);
      scene.fake.files.arm({kind, at});
      const model::HostReply reply = scene.end();
      scene.fake.files.kill();
      EXPECT_TRUE(scene.denies()) << reply.context << reply.warning << scene.is_there(kMarker);
    }
  }
}

// `uninstall` forgets the project.
TEST(TakenAwayTest, WhoUninstallsIsNotHeld) {
  TakenScene scene;
  scene.begin();
  scene.take(kMarker);
  InstallRequest request;
  request.start = "/home/dev/project";
  const auto plan = plan_uninstall(scene.fake.system(), request);
  ASSERT_TRUE(plan.ok());
  ASSERT_TRUE(apply_plan(scene.fake.system(), *plan).ok());
  EXPECT_TRUE(scene.is_silent());
}

}  // namespace
}  // namespace engine
