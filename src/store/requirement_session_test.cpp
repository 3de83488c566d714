#include "store/requirement_session.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "os/lock.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Code;
using base::Json;

const std::string kSessionLock = kRequirementsFolder + "/sessions/cad0ac4d.lock";

class RequirementSessionTest : public ::testing::Test {
 protected:
  RequirementSessionTest() { disk().poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n"); }

  os::FakeDisk& disk() { return machine_.files; }
  base::Instant now() { return machine_.clock.now(); }
  bool is_paused() { return session_.pause(now()).has_value(); }
  RequirementSession session_of(std::string key) {
    return {machine_.system(), kRequirementsFolder, std::move(key)};
  }

  FakeMachine machine_;
  RequirementSession session_ = session_of("cad0ac4d");
};

void count(Json& metrics) { metrics["compaction_count"] = 7; }

TEST_F(RequirementSessionTest, APauseIsWrittenAsTheOtherToolWritesItAndTakenAway) {
  EXPECT_FALSE(is_paused());
  ASSERT_TRUE(session_.end_pause().ok());
  ASSERT_TRUE(session_.set_pause({.paused_at = "2026-01-18T09:30:00", .reason = ""}).ok());
  EXPECT_EQ(disk().peek(kPausedFile),
            "{\n  \"paused_at\": \"2026-01-18T09:30:00\",\n  \"reason\": \"manual\"\n}");
  const auto pause = session_.pause(now());
  ASSERT_TRUE(pause.has_value());
  EXPECT_EQ(pause->paused_at, "2026-01-18T09:30:00");
  EXPECT_EQ(pause->reason, "manual");
  EXPECT_EQ(pause->until, "");
  EXPECT_FALSE(session_of("other").pause(now()).has_value());
  ASSERT_TRUE(session_.end_pause().ok());
  EXPECT_FALSE(is_paused());
  EXPECT_FALSE(disk().exists(kPausedFile));
}

TEST_F(RequirementSessionTest, APauseWithAnEndIsOverAtThatInstant) {
  const base::Instant end = now() + std::chrono::minutes(30);
  ASSERT_TRUE(session_.set_pause({.reason = "a break", .until = base::to_iso(end)}).ok());
  EXPECT_EQ(session_.pause(now())->until, base::to_iso(end));
  EXPECT_TRUE(session_.pause(end - base::Millis{1}).has_value());
  EXPECT_FALSE(session_.pause(end).has_value());
}

TEST_F(RequirementSessionTest, AnEndThatCannotBeReadIsRefused) {
  EXPECT_EQ(session_.set_pause({.until = "tomorrow"}).error().code, Code::invalid_params);
  EXPECT_FALSE(disk().exists(kPausedFile));
}

// Its presence is what the other tool asks for.
TEST_F(RequirementSessionTest, APauseFileThatCannotBeParsedCounts) {
  for (const std::string& bytes :
       {std::string(), std::string("{"), std::string("[]"), std::string(R"({"reason":7})"),
        std::string(R"({"until":"tomorrow"})"), std::string(100'000, ' ')}) {
    SCOPED_TRACE(bytes.substr(0, 20));
    disk().poke(kPausedFile, bytes);
    ASSERT_TRUE(is_paused());
    EXPECT_EQ(session_.pause(now())->reason, "");
  }
}

// S4-95
TEST_F(RequirementSessionTest, TheFirstMetricsHaveEveryKeyInTheOrderOfTheFormat) {
  EXPECT_FALSE(session_.metrics().has_value());
  ASSERT_TRUE(session_.update_metrics([](Json& metrics) { metrics["branch"] = "main"; }).ok());
  EXPECT_EQ(disk().peek(kMetricsFile), R"({
  "version": "1.0",
  "session_id": "cad0ac4d",
  "project_dir": "",
  "branch": "main",
  "started_at": 1768728600,
  "ended_at": null,
  "duration_seconds": null,
  "compaction_count": 0,
  "tools": {},
  "requirements": {},
  "errors": [],
  "git": {
    "commits": [],
    "files_changed": 0,
    "lines_added": 0,
    "lines_removed": 0
  },
  "skills": [],
  "commands": [],
  "agents": [],
  "learnings": {
    "patterns_detected": [],
    "improvements_made": [],
    "user_feedback": null
  }
})");
  EXPECT_EQ(disk().info(kMetricsFile)->mode, 0600U);
}

TEST_F(RequirementSessionTest, WhatIsNotOursInTheMetricsStays) {
  disk().poke(kMetricsFile,
              R"({"z":1.50,"version":"1.0","compaction_count":0,"tools":{"X":{"q":[]}}})");
  ASSERT_TRUE(disk().set_mode(kMetricsFile, 0644).ok());
  ASSERT_TRUE(session_.update_metrics(count).ok());
  EXPECT_EQ(disk().peek(kMetricsFile),
            "{\n  \"z\": 1.50,\n  \"version\": \"1.0\",\n  \"compaction_count\": 7,\n"
            "  \"tools\": {\n    \"X\": {\n      \"q\": []\n    }\n  }\n}");
  EXPECT_EQ(disk().info(kMetricsFile)->mode, 0644U);
  EXPECT_EQ(session_.metrics()->get()["compaction_count"], 7);
}

// B4-4, SC-79
TEST_F(RequirementSessionTest, MetricsThatCannotBeParsedAreSetAside) {
  int number = 0;
  for (const char* bad : {"{", R"({"version":"1.0","tools":[]})"}) {
    SCOPED_TRACE(bad);
    disk().poke(kMetricsFile, bad);
    EXPECT_FALSE(session_.metrics().has_value());
    ASSERT_TRUE(session_.update_metrics(count).ok());
    EXPECT_EQ(session_.metrics()->get()["compaction_count"], 7);
    EXPECT_EQ(disk().peek(kMetricsFile + ".corrupt-20260118T093000Z" +
                          (number == 0 ? "" : "-" + std::to_string(number))),
              bad);
    ++number;
  }
}

// B4-4
TEST_F(RequirementSessionTest, MetricsOfAVersionThatIsNotUnderstoodAreLeftAlone) {
  disk().poke(kMetricsFile, R"({"version":"1.1"})");
  EXPECT_EQ(session_.update_metrics(count).error().code, Code::unavailable);
  EXPECT_FALSE(session_.metrics().has_value());
  EXPECT_EQ(disk().peek(kMetricsFile), R"({"version":"1.1"})");
}

// B4-5
TEST_F(RequirementSessionTest, WhileAnotherHoldsTheLockNothingIsWritten) {
  ASSERT_TRUE(session_.update_metrics([](Json&) {}).ok());
  EXPECT_FALSE(disk().exists(kMetricsFile)) << "Nothing was changed.";
  const os::System system = machine_.system();
  const auto held =
      os::lock_file(system.files, system.clock, system.random, kSessionLock, base::Millis{0});
  ASSERT_TRUE(held.ok());
  EXPECT_EQ(session_.update_metrics(count).error().code, Code::lock_timeout);
  EXPECT_FALSE(disk().exists(kMetricsFile));
}

TEST_F(RequirementSessionTest, AMemberOfAnotherTypeThanExpectedChangesNothing) {
  const char* const odd = R"({"version":"1.0","tools":{"Edit":[]},"compaction_count":"many"})";
  disk().poke(kMetricsFile, odd);
  const auto careless = [](Json& metrics) { metrics["tools"]["Edit"]["count"] = 1; };
  EXPECT_EQ(session_.update_metrics(careless).error().code, Code::parse_error);
  EXPECT_EQ(disk().peek(kMetricsFile), odd);
}

// B0-24: a host gives the key.
TEST_F(RequirementSessionTest, AnUnsafeKeyIsRefusedBeforeAnyPathIsTouched) {
  disk().reset_calls();
  for (const char* key : {"", "../x", "..", "a/b", "/etc/passwd", "-x", "a\nb"}) {
    SCOPED_TRACE(key);
    RequirementSession session = session_of(key);
    EXPECT_FALSE(session.pause(now()).has_value());
    EXPECT_FALSE(session.metrics().has_value());
    EXPECT_EQ(session.set_pause({}).error().code, Code::invalid_params);
    EXPECT_EQ(session.end_pause().error().code, Code::invalid_params);
    EXPECT_EQ(session.update_metrics(count).error().code, Code::invalid_params);
  }
  EXPECT_EQ(disk().calls(), 0U);
}

// BX-4: an unpacked repository may bring links along.
TEST_F(RequirementSessionTest, ALinkLeadsNoWriteOutOfTheFolder) {
  disk().poke("/home/dev/other/cad0ac4d.paused", "kept");
  disk().poke(kRequirementsFolder + "/main.json", "{}");
  disk().make_link(kRequirementsFolder + "/sessions", "/home/dev/other");
  EXPECT_EQ(session_.set_pause({}).error().code, Code::io);
  EXPECT_EQ(session_.end_pause().error().code, Code::io);
  EXPECT_EQ(session_.update_metrics(count).error().code, Code::io);
  EXPECT_EQ(disk().peek("/home/dev/other/cad0ac4d.paused"), "kept");
  EXPECT_FALSE(disk().exists("/home/dev/other/cad0ac4d.json"));
}

TEST_F(RequirementSessionTest, ALinkInThePlaceOfAFileIsNotFollowed) {
  disk().poke("/home/dev/secret", R"({"version":"1.0","mine":1})");
  disk().poke(kRequirementsFolder + "/sessions/other.json", "{}");
  disk().make_link(kMetricsFile, "/home/dev/secret");
  EXPECT_EQ(session_.update_metrics(count).error().code, Code::io);
  EXPECT_FALSE(session_.metrics().has_value());
  EXPECT_EQ(disk().peek("/home/dev/secret"), R"({"version":"1.0","mine":1})");
}

}  // namespace
}  // namespace store
