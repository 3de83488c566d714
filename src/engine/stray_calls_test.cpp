#include "engine/stray_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/doctor.h"
#include "engine/status.h"
#include "engine/statusline.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using model::EventKind;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kTranscript = "/home/dev/.claude/projects/p/x.jsonl";

struct Conversation {
  Scene scene;

  explicit Conversation(std::string_view mode = "coding") {
    scene.configure("gate:\n  initial_mode: " + std::string(mode) + "\n");
    scene.send(of_client(scene.event(EventKind::session_start)));
  }

  static model::HostEvent of_client(model::HostEvent event) {
    event.asks_about_all = true;
    event.transcript = kTranscript;
    return event;
  }
  model::HostReply asked(const char* tool, const char* call) {
    model::HostEvent event = of_client(scene.tool(tool));
    event.call.id = call;
    if (event.call.tool == "Bash") event.call.command = "touch a";
    return scene.send(event);
  }
  model::HostReply ended(const char* tool, const char* call,
                         EventKind kind = EventKind::after_tool) {
    model::HostEvent event = of_client(scene.tool(tool));
    event.kind = kind;
    event.call.id = call;
    return scene.send(event);
  }
  model::HostReply at(EventKind kind) { return scene.send(of_client(scene.event(kind))); }

  // As the client writes them: what the model asks for, then what came of it.
  void transcribe(const std::string& tool, const std::string& call, const char* failed = "false",
                  const char* at = "2030-01-01T00:00:00.000Z") {
    const std::string time = std::string(R"("timestamp":")") + at + R"(",)";
    transcript_ += "{" + time +
                   R"("type":"assistant","message":{"content":[{"type":"tool_use","id":")" + call +
                   R"(","name":")" + tool + "\",\"input\":{}}]}}\n{" + time +
                   R"("type":"user","message":{"content":[{"tool_use_id":")" + call +
                   R"(","type":"tool_result","is_error":)" + failed + "}]}}\n";
    scene.fake.files.poke(kTranscript, transcript_);
  }

  std::vector<StrayCall> kept() {
    Workspace workspace = scene.workspace();
    return kept_strays(workspace.stores(), model::RunId{Scene::kRun});
  }
  std::string told_by_doctor() {
    for (const Finding& finding : examine(scene.fake.system(), {.start = "/home/dev/project"})) {
      if (finding.severity == Severity::problem &&
          finding.message.find(" ran ") != std::string::npos)
        return finding.message;
    }
    return "";
  }
  std::string transcript_;
};

// M2: the gate said no, and then the call ended well.
TEST(StrayCallsTest, ADeniedCallThatRanIsToldToEverybodyOnce) {
  Conversation conversation("planning");
  ASSERT_FALSE(conversation.asked("Write", "toolu_1").decision->allowed);
  const model::HostReply reply = conversation.ended("Write", "toolu_1");
  EXPECT_THAT(reply.context, HasSubstr("Write ran although it was denied (toolu_1)"));
  EXPECT_THAT(reply.alarm, HasSubstr("Write ran although it was denied"));
  EXPECT_THAT(reply.context, Not(HasSubstr("doctor")));
  EXPECT_THAT(conversation.told_by_doctor(), HasSubstr("denied (toolu_1)"));
  Workspace workspace = conversation.scene.workspace();
  EXPECT_THAT(status_of(workspace, model::RunId{Scene::kRun}).faults,
              testing::Contains(HasSubstr("denied (toolu_1)")));
  model::HostStatus bar;
  bar.host = "claude-code";
  bar.host_id = Scene::kRun;
  bar.folder = "/home/dev/project";
  EXPECT_THAT(statusline(conversation.scene.fake.system(), bar), HasSubstr("past the gate"));
  // Told already.
  EXPECT_THAT(conversation.ended("Write", "toolu_1").alarm, IsEmpty());
  EXPECT_EQ(conversation.kept().size(), 1U);
}

// M2: the gate was never asked.
TEST(StrayCallsTest, ACallWithoutItsGateIsTold) {
  Conversation conversation;
  conversation.asked("Write", "toolu_1");
  EXPECT_THAT(conversation.ended("Write", "toolu_1").alarm, IsEmpty());
  const model::HostReply reply = conversation.ended("Bash", "toolu_2");
  EXPECT_THAT(reply.alarm, HasSubstr("Bash ran without the gate being asked (toolu_2)"));
  EXPECT_THAT(conversation.told_by_doctor(), HasSubstr("without the gate"));
}

// M2: what is no sign of anything.
TEST(StrayCallsTest, OrdinaryCallsRaiseNoAlarm) {
  Conversation conversation("planning");
  // What only looks may go by without a word; of ours and of other servers too.
  for (const char* tool : {"Read", "Grep", "TodoWrite", "Skill",
                           "mcp__session-state__session_get_state", "mcp__fs__read_file"}) {
    EXPECT_THAT(conversation.ended(tool, "toolu_1").alarm, IsEmpty()) << tool;
  }
  // A denied call that failed did not run.
  conversation.asked("Write", "toolu_2");
  EXPECT_THAT(conversation.ended("Write", "toolu_2", EventKind::tool_failed).alarm, IsEmpty());
  // Clients that do not name their calls, and hosts that do not ask about all.
  EXPECT_THAT(conversation.ended("Write", "").alarm, IsEmpty());
  model::HostEvent foreign = conversation.scene.tool("Write");
  foreign.kind = EventKind::after_tool;
  foreign.call.id = "call_9";
  EXPECT_THAT(conversation.scene.send(foreign).alarm, IsEmpty());
  EXPECT_THAT(conversation.kept(), IsEmpty());
  EXPECT_THAT(conversation.told_by_doctor(), IsEmpty());
}

// M2: the hooks came when the conversation was under way.
TEST(StrayCallsTest, AJournalThatBeginsInTheMiddleProvesNothing) {
  Conversation conversation;
  const char* const other = Scene::kOtherRun;
  model::HostEvent event = Conversation::of_client(conversation.scene.tool("Write", other));
  event.kind = EventKind::after_tool;
  event.call.id = "toolu_1";
  EXPECT_THAT(conversation.scene.send(event).alarm, IsEmpty());
}

// M2: the call is in the transcript, and nowhere in the journal.
TEST(StrayCallsTest, ACallThatOnlyTheTranscriptKnowsIsToldAtTheTurnsEnd) {
  Conversation conversation;
  conversation.asked("Write", "toolu_1");
  conversation.ended("Write", "toolu_1");
  conversation.transcribe("Write", "toolu_1");
  conversation.transcribe("Bash", "toolu_2");
  const model::HostReply reply = conversation.at(EventKind::turn_end);
  EXPECT_THAT(reply.alarm, HasSubstr("Bash ran without the gate being asked (toolu_2)"));
  // The end of a turn has no way to tell the model; the next prompt has, once.
  EXPECT_THAT(conversation.at(EventKind::prompt).context, HasSubstr("toolu_2"));
  EXPECT_THAT(conversation.at(EventKind::prompt).context, Not(HasSubstr("toolu_2")));
  // Looked at already.
  EXPECT_THAT(conversation.at(EventKind::turn_end).alarm, IsEmpty());
  conversation.transcribe("mcp__fs__write_file", "toolu_3");
  EXPECT_THAT(conversation.at(EventKind::session_start).context, HasSubstr("toolu_3"));
}

// M2
TEST(StrayCallsTest, ATranscriptTellsOfManyCallsThatRaiseNoAlarm) {
  Conversation conversation("planning");
  conversation.transcribe("Bash", "toolu_1", "true");                               // It failed.
  conversation.transcribe("Bash", "toolu_2", "false", "2001-01-01T00:00:00.000Z");  // Long ago.
  conversation.transcribe("Read", "toolu_3");
  conversation.asked("Write", "toolu_4");
  conversation.transcribe("Write", "toolu_4", "true");
  conversation.transcript_ +=
      R"({"timestamp":"2030-01-01T00:00:00.000Z","type":"assistant",)"
      R"("message":{"content":[{"type":"tool_use","id":"toolu_5","name":"Bash"}]}})"
      "\n{broken\n";
  conversation.scene.fake.files.poke(kTranscript, conversation.transcript_);
  EXPECT_THAT(conversation.at(EventKind::turn_end).alarm, IsEmpty());
  EXPECT_THAT(conversation.kept(), IsEmpty());
}

// M2: clients of 2025 do not say which call they ask about.
TEST(StrayCallsTest, WhereCallsHaveNoNamesTheTranscriptProvesNothing) {
  Conversation conversation;
  conversation.asked("Bash", "");
  conversation.ended("Bash", "");
  conversation.transcribe("Bash", "toolu_1");
  EXPECT_THAT(conversation.at(EventKind::turn_end).alarm, IsEmpty());
}

// M2: a gate line far back in a long journal is found.
TEST(StrayCallsTest, ALongCallIsFoundInALongJournal) {
  Conversation conversation;
  conversation.asked("Bash", "toolu_1");
  for (int i = 0; i < 300; ++i) conversation.asked("Read", "toolu_other");
  EXPECT_THAT(conversation.ended("Bash", "toolu_1").alarm, IsEmpty());
}

// M2
TEST(StrayCallsTest, AWeekLaterItIsARemark) {
  Conversation conversation("planning");
  conversation.asked("Write", "toolu_1");
  conversation.ended("Write", "toolu_1");
  conversation.scene.fake.clock.advance(std::chrono::hours(24 * 8));
  EXPECT_THAT(conversation.told_by_doctor(), IsEmpty());
}

// M2: a conversation that left no journal at all.
TEST(StrayCallsTest, CallsThatNoHookHeardAreCountedFromWhenTheHooksWereThere) {
  Conversation conversation;
  conversation.transcribe("Bash", "toolu_1");
  conversation.transcribe("Read", "toolu_2");
  conversation.transcribe("Write", "toolu_3", "true");
  conversation.transcribe("Write", "toolu_4");
  os::FileSystem& files = conversation.scene.fake.files;
  EXPECT_EQ(unheard_calls(files, kTranscript, *base::instant_from_iso("2029-01-01T00:00:00Z")), 2U);
  EXPECT_EQ(unheard_calls(files, kTranscript, *base::instant_from_iso("2031-01-01T00:00:00Z")), 0U);
  EXPECT_EQ(unheard_calls(files, "/nowhere", base::Instant()), 0U);
}

}  // namespace
}  // namespace engine
