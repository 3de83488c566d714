// events, history and what goes back to them: session at, undo, verify, recover.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/testing_project.h"

namespace cli {
namespace {

using base::Json;

class EventsTest : public ProjectTest {
 protected:
  os::Path journal() {
    for (const os::Path& path : disk().all_files()) {
      if (path.extension() == ".jsonl") return path;
    }
    return {};
  }
};

TEST_F(EventsTest, EveryEventIsALineForPeopleAndALineOfJson) {
  start();
  ASSERT_EQ(run({"session", "mode", "planning"}).exit, 0);
  before_tool("Write", "src/a.cpp");
  const Outcome text = run({"events"});
  EXPECT_EQ(text.exit, 0);
  EXPECT_NE(text.output.find("2026-01-18 09:30:00  gate           denied Write src/a.cpp"),
            std::string::npos)
      << text.output;
  const Outcome lines = run({"events", "--json"});
  for (const std::string_view line : base::split(base::trim(lines.output), '\n')) {
    const auto json = base::parse_json(line);
    ASSERT_TRUE(json.ok()) << line;
    EXPECT_EQ((*json)["sessionId"], kRun);
  }
  const Outcome last = run({"events", "--limit", "1"});
  EXPECT_EQ(base::split(base::trim(last.output), '\n').size(), 1U);
  EXPECT_NE(last.output.find("denied"), std::string::npos);
  EXPECT_EQ(run({"events", "--limit", "few"}).exit, 64);
  EXPECT_EQ(run({"events", "--follow", "--verify"}).exit, 64);
}

TEST_F(EventsTest, SeveralSessionsArePrintedTogetherAndNamed) {
  start();
  ASSERT_EQ(run({"session", "start", "second"}).exit, 0);
  const Outcome outcome = run({"events"});
  EXPECT_NE(outcome.output.find("  7d1054b6  state"), std::string::npos) << outcome.output;
  EXPECT_EQ(base::split(base::trim(outcome.output), '\n').size(), 2U);
  EXPECT_EQ(run({"events", "--session", std::string(kRun)}).output.find("7d1054b6"),
            std::string::npos);
}

TEST_F(EventsTest, VerifyFindsAChangedLineInAnyRun) {
  start();
  ASSERT_EQ(run({"session", "set-state", "activeTask=TASK-7"}).exit, 0);
  EXPECT_EQ(run({"events", "--verify"}).exit, 0);
  std::string bytes = disk().peek(journal()).value_or("");
  const std::size_t at = bytes.find("TASK-7");
  ASSERT_NE(at, std::string::npos);
  bytes[at] = 'F';
  disk().poke(journal(), bytes);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"events", "--verify"}, {"session", "verify"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 65);
    EXPECT_NE(outcome.output.find("✗ session 7d1054b6: "), std::string::npos) << outcome.output;
  }
  EXPECT_EQ(json_of(run({"events", "--verify", "--json"}))["ok"], false);
}

TEST_F(EventsTest, EveryVersionCanBeSeenAndGoneBackTo) {
  start();
  ASSERT_EQ(run({"session", "set-state", "activeTask=a"}).exit, 0);
  ASSERT_EQ(run({"session", "set-state", "activeTask=b"}).exit, 0);
  EXPECT_EQ(json_of(run({"history", "--json"}))["versions"].size(), 3U);
  EXPECT_EQ(json_of(run({"session", "at", "2"}))["activeTask"], "a");
  EXPECT_EQ(run({"session", "at", "two"}).exit, 64);
  EXPECT_NE(run({"session", "at", "99"}).exit, 0);
  ASSERT_EQ(run({"session", "undo"}).exit, 0);
  EXPECT_EQ(json_of(run({"session", "get-state"}))["activeTask"], "a");
  EXPECT_EQ(json_of(run({"session", "get-state"}))["version"], 4);
  ASSERT_EQ(run({"session", "undo", "--to", "3"}).exit, 0);
  EXPECT_EQ(json_of(run({"session", "get-state"}))["activeTask"], "b");
  EXPECT_EQ(run({"session", "undo", "--to", "77"}).exit, 64);
}

TEST_F(EventsTest, ABadNoteIsListedAndRecoveredFromTheJournal) {
  start();
  ASSERT_EQ(run({"session", "set-state", "activeTask=TASK-7"}).exit, 0);
  os::Path note;
  for (const os::Path& path : disk().all_files()) {
    if (path.filename() == "session-" + std::string(kRun) + ".json") note = path;
  }
  disk().poke(note, "{\"sessionId\":");
  const std::string run_id(kRun);
  EXPECT_EQ(run({"session", "get-state", "--session", run_id}).exit, 65);
  EXPECT_NE(run({"session", "list"}).output.find("broken"), std::string::npos);
  EXPECT_EQ(run({"session", "verify", "--session", run_id}).exit, 65);
  const Outcome outcome = run({"session", "recover", "--session", run_id});
  ASSERT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_NE(outcome.output.find("restored from version 2"), std::string::npos) << outcome.output;
  EXPECT_EQ(json_of(run({"session", "get-state", "--session", run_id}))["activeTask"], "TASK-7");
}

TEST_F(EventsTest, StatusAndListNameTheSession) {
  start();
  const Outcome status = run({"status"});
  EXPECT_EQ(status.exit, 0);
  EXPECT_NE(status.output.find("Session " + std::string(kRun)), std::string::npos);
  EXPECT_EQ(json_of(run({"status", "--json"}))["mode"], "coding");
  EXPECT_EQ(json_of(run({"session", "list", "--json"}))["sessions"][0]["sessionId"], kRun);
  EXPECT_EQ(run({"maintenance"}).exit, 0);
}

}  // namespace
}  // namespace cli
