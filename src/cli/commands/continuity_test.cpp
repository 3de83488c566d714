// continuity preview, score, report and record; session chain and continue.
#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using base::Json;
using model::EventKind;

constexpr const char* kPast = "8e2165c7-1111-4222-8333-444455556666";
constexpr const char* kNext = "9f3276d8-1111-4222-8333-444455556666";

class ContinuityCommandTest : public ProjectTest {
 protected:
  model::HostReply send(EventKind kind, const std::string& session, const std::string& text = "") {
    model::HostEvent event;
    event.kind = kind;
    event.host = "fake-host";
    event.name = "event";
    event.host_id = session;
    event.folder = "/home/dev/project";
    event.source = kind == EventKind::session_start ? "startup" : "";
    event.reason = kind == EventKind::session_end ? "other" : "";
    event.text = text;
    model::HostReply reply = engine::handle_event(fake_.system(), event);
    if (reply.when_told) reply.when_told();
    return reply;
  }
  Json json_of(const std::vector<std::string>& words) {
    std::vector<std::string> all = words;
    all.push_back("--json");
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.exit, 0) << outcome.errors;
    return ProjectTest::json_of(outcome);
  }
  // A session about the parser that pinned something and ended five hours ago.
  void live_through_a_session() {
    ASSERT_EQ(run({"init", "--yes"}).exit, 0);
    send(EventKind::session_start, kPast);
    send(EventKind::prompt, kPast, "mend the parser");
    ASSERT_EQ(
        run({"pins", "pin", "TODO mend the lexer", "--label", "lexer", "--session", kPast}).exit,
        0);
    send(EventKind::turn_end, kPast);
    send(EventKind::session_end, kPast);
    fake_.clock.advance(std::chrono::hours{5});
  }
};

// S3-83
TEST_F(ContinuityCommandTest, WithoutAPastThereIsNothingToTell) {
  ASSERT_EQ(run({"init", "--yes"}).exit, 0);
  EXPECT_EQ(run({"continuity", "preview"}).output,
            "Nothing would be told: no session qualifies.\n"
            "`holdfast continuity score` says why.\n");
  EXPECT_EQ(json_of({"continuity", "preview"})["preamble"], Json());
  EXPECT_EQ(run({"continuity", "score"}).output,
            "No session of this project has ended in the time that is looked back.\n");
}

// S3-44
TEST_F(ContinuityCommandTest, ThePreviewIsThePreambleAndThePinsAndLeavesNoTrace) {
  live_through_a_session();
  const auto before = disk().all_files();
  const Outcome preview = run({"continuity", "preview"});
  EXPECT_EQ(preview.exit, 0);
  EXPECT_NE(preview.output.find("The session would be told:\n  <session-continuity"),
            std::string::npos)
      << preview.output;
  EXPECT_NE(preview.output.find("It would take over these pins:\n  #  LABEL"), std::string::npos);
  const Json json = json_of({"continuity", "preview"});
  EXPECT_EQ(json["sessionIds"], Json::array({kPast}));
  EXPECT_EQ(json["inheritedPins"].size(), 1U);
  EXPECT_EQ(json["pendingTaskCount"], 1);
  EXPECT_TRUE(json["skipped"].is_array());
  EXPECT_EQ(disk().all_files(), before);
}

// S3-112
TEST_F(ContinuityCommandTest, TheScoreIsATableWithItsPartsAndItsVerdict) {
  live_through_a_session();
  const Json report = json_of({"continuity", "score", "--prompt", "the parser again"});
  EXPECT_EQ(report["threshold"], 0.25);
  ASSERT_EQ(report["sessions"].size(), 1U);
  const Json score = report["sessions"][0];
  EXPECT_EQ(score["session_id"], kPast);
  EXPECT_EQ(score["chosen"], true);
  EXPECT_NEAR(score["score"].get<double>(),
              0.4 * score["recency"].get<double>() + 0.35 * score["overlap"].get<double>() +
                  0.25 * score["pending"].get<double>(),
              1e-9);
  EXPECT_NE(std::find(score["shared_topics"].begin(), score["shared_topics"].end(), "parser"),
            score["shared_topics"].end());
  const std::string text = run({"continuity", "score", "--prompt", "the parser again"}).output;
  EXPECT_NE(text.find("  SESSION   AGE    RECENCY  OVERLAP"), std::string::npos) << text;
  EXPECT_NE(text.find("  8e2165c7  5.0 h  0.970"), std::string::npos) << text;
  EXPECT_NE(text.find("restored from 0.25 on"), std::string::npos);
  EXPECT_NE(text.find("keywords: "), std::string::npos);
}

TEST_F(ContinuityCommandTest, TheReportSaysWhatWasToldAndWhatItCost) {
  live_through_a_session();
  const model::HostReply reply = send(EventKind::session_start, kNext);
  ASSERT_FALSE(reply.context.empty());
  const Json report = json_of({"continuity", "report", "--session", kNext});
  ASSERT_EQ(report["injections"].size(), 1U);
  const Json one = report["injections"][0];
  EXPECT_EQ(one["event"], "session_start");
  EXPECT_EQ(one["pieces"][0]["kind"], "preamble");
  EXPECT_EQ(one["tokens"], (one["bytes"].get<int>() + 3) / 4);
  EXPECT_EQ(report["bytes"], one["bytes"]);
  const std::string text = run({"continuity", "report", "--session", kNext}).output;
  EXPECT_NE(text.find("  total"), std::string::npos) << text;
  EXPECT_EQ(run({"continuity", "report", "--session", kPast}).output,
            "This session was told nothing, so it cost nothing.\n");
}

// S3-99, S3-102, S3-103
TEST_F(ContinuityCommandTest, WhatOtherProgramsKnowIsCounted) {
  live_through_a_session();
  send(EventKind::session_start, kNext);
  EXPECT_EQ(run({"continuity", "record", "--session", kNext, "--input",
                 R"({"categories":["billing"],"learning":"mem-17"})"})
                .exit,
            0);
  send(EventKind::turn_end, kNext);
  const Json mirror = json_of({"session", "chain", kNext, "--depth", "1"})["sessions"][0];
  EXPECT_NE(base::dump_line(mirror["hot_topics"]).find("billing"), std::string::npos);
  EXPECT_EQ(mirror["recent_learnings"], Json::array({"mem-17"}));
  EXPECT_EQ(run({"continuity", "record", "--session", kNext}).exit, 64);
  EXPECT_EQ(run({"continuity", "record", "--session", kNext, "--input", "{"}).exit, 65);
  EXPECT_EQ(run({"continuity", "record", "--session", kNext, "--input", R"({"learning":7})"}).exit,
            64);
}

// S3-50, S3-149
TEST_F(ContinuityCommandTest, TheChainLeadsBackToWhatWasTakenOver) {
  live_through_a_session();
  send(EventKind::session_start, kNext);
  const Json sessions = json_of({"session", "chain", kNext})["sessions"];
  ASSERT_EQ(sessions.size(), 2U);
  EXPECT_EQ(sessions[0]["session_id"], kNext);
  EXPECT_EQ(sessions[1]["session_id"], kPast);
  EXPECT_EQ(json_of({"session", "chain", kNext, "--depth", "1"})["sessions"].size(), 1U);
  const std::string text = run({"session", "chain", kNext, "--depth", "1"}).output;
  EXPECT_NE(text.find("  open  "), std::string::npos) << text;
  EXPECT_NE(text.find(std::string("It goes on with ") + kPast), std::string::npos) << text;
  EXPECT_EQ(run({"session", "chain", kNext, "--depth", "0"}).exit, 64);
  EXPECT_EQ(run({"session", "chain", kNext, "--depth", "51"}).exit, 64);
  EXPECT_EQ(run({"session", "chain", kNext, "--depth", "x"}).exit, 64);
  EXPECT_EQ(run({"session", "chain", "00000000-1111-4222-8333-444455556666"}).exit, 1);
}

// S3-62, S3-137
TEST_F(ContinuityCommandTest, ContinuingTakesOverOnceAndSaysWhat) {
  live_through_a_session();
  fake_.clock.advance(std::chrono::hours{24 * 6 + 22});  // Too old to come by itself.
  send(EventKind::session_start, kNext);
  const Outcome taken = run({"session", "continue", kPast, "--session", kNext});
  EXPECT_EQ(taken.exit, 0) << taken.errors;
  EXPECT_EQ(taken.output.find(std::string("Session 9f3276d8 takes over from ") + kPast +
                              ": 1 pin, 1 pending task.\n"),
            0U)
      << taken.output;
  EXPECT_NE(
      taken.output.find("  1  lexer  2026-01-18 09:30:00  TODO mend the lexer (inherited from "
                        "8e2165c7)\n"),
      std::string::npos)
      << taken.output;
  EXPECT_NE(run({"session", "continue", kPast, "--session", kNext}).output.find("already: 0 pins"),
            std::string::npos);
  EXPECT_EQ(run({"session", "continue", kNext, "--session", kNext}).exit, 64);
  EXPECT_EQ(run({"session", "continue", "nobody", "--session", kNext}).exit, 1);
}

}  // namespace
}  // namespace cli
