#include "policy/relevance.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "policy/testing_scene.h"

namespace policy {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

PastSession session(std::string id, milliseconds age, std::size_t tasks = 0,
                    std::vector<std::string> topics = {}) {
  PastSession past;
  past.id = std::move(id);
  past.end_time = base::to_iso(kSessionBegin - age);
  past.channel = "cli";
  past.topics = std::move(topics);
  past.pending_tasks = tasks;
  return past;
}

// The verdicts by id.
std::vector<std::pair<std::string, SessionVerdict>> verdicts(
    const std::vector<PastSession>& sessions, const model::ContinuityConfig& config = {},
    const std::vector<std::string>& keywords = {}) {
  std::vector<std::pair<std::string, SessionVerdict>> result;
  for (const ScoredSession& scored :
       score_sessions(sessions, keywords, {kSessionBegin, "cli", config})) {
    result.emplace_back(sessions[scored.index].id, scored.verdict);
  }
  return result;
}

SessionVerdict verdict_of(const PastSession& past, const model::ContinuityConfig& config = {}) {
  return verdicts({past}, config).front().second;
}

double score_of(const PastSession& past, const std::vector<std::string>& keywords = {}) {
  return relevance_of(past, keywords, kSessionBegin).value().score;
}

// S3-109, S3-110, S3-111, S3-112
TEST(RelevanceTest, TheScoreIsTheDocumentsSum) {
  const auto relevance = relevance_of(session("a", hours(84), 3, {"Decay", "pins", "gate"}),
                                      {{"decay", "pins"}}, kSessionBegin);
  ASSERT_TRUE(relevance.has_value());
  EXPECT_DOUBLE_EQ(relevance->hours, 84);
  EXPECT_DOUBLE_EQ(relevance->recency, 0.5);
  EXPECT_DOUBLE_EQ(relevance->overlap, 2.0 / 3);
  EXPECT_DOUBLE_EQ(relevance->pending, 0.75);
  EXPECT_DOUBLE_EQ(relevance->score, 0.4 * 0.5 + 0.35 * 2 / 3 + 0.25 * 0.75);
}

// S3-110
TEST(RelevanceTest, TopicsAreComparedWhateverTheirCaseAndEachOnce) {
  const auto overlap = [](std::vector<std::string> topics, std::vector<std::string> words) {
    return relevance_of(session("a", hours(1), 0, std::move(topics)), keyword_set(std::move(words)),
                        kSessionBegin)
        .value()
        .overlap;
  };
  EXPECT_DOUBLE_EQ(overlap({}, {}), 0);
  EXPECT_DOUBLE_EQ(overlap({"a"}, {}), 0);
  EXPECT_DOUBLE_EQ(overlap({}, {"a"}), 0);
  EXPECT_DOUBLE_EQ(overlap({"A", "a", "B"}, {"a", "b", "B"}), 1);
  EXPECT_DOUBLE_EQ(overlap({"A", "c"}, {"a", "b"}), 1.0 / 3);
}

TEST(RelevanceTest, KeywordsAreLowerCaseSortedAndEachOnce) {
  EXPECT_EQ(keyword_set({"Pins", "decay", "pins", "DECAY"}),
            (std::vector<std::string>{"decay", "pins"}));
}

// S3-69, S3-134, SC-64, B3-4, B3-30
TEST(RelevanceTest, TheThresholdFallsWhereTheDocumentsHoursSay) {
  EXPECT_EQ(verdict_of(session("a", hours(62))), SessionVerdict::chosen);
  EXPECT_EQ(verdict_of(session("a", hours(63))), SessionVerdict::chosen);  // Exactly 0.25.
  EXPECT_EQ(verdict_of(session("a", hours(64))), SessionVerdict::below_threshold);
  EXPECT_EQ(verdict_of(session("a", hours(141), 3)), SessionVerdict::chosen);
  EXPECT_EQ(verdict_of(session("a", hours(142), 3)), SessionVerdict::below_threshold);
  EXPECT_NEAR(score_of(session("a", hours(142), 3)), 0.2494, 0.0001);
  EXPECT_EQ(verdict_of(session("a", hours(168), 4)), SessionVerdict::chosen);  // Always.
}

// B3-30
TEST(RelevanceTest, ARoundingErrorBelowTheThresholdIsNoReason) {
  EXPECT_TRUE(reaches(0.25, 0.25));
  EXPECT_TRUE(reaches(0.25 - 1e-10, 0.25));
  EXPECT_FALSE(reaches(0.25 - 1e-8, 0.25));
  EXPECT_FALSE(reaches(std::numeric_limits<double>::quiet_NaN(), 0.25));
}

// B3-20, SC-64
TEST(RelevanceTest, ATimeInTheFutureCountsAsNow) {
  const auto relevance = relevance_of(session("a", -hours(1000)), {}, kSessionBegin);
  EXPECT_DOUBLE_EQ(relevance->hours, 0);
  EXPECT_DOUBLE_EQ(relevance->recency, 1);
}

// B3-20, SC-64
TEST(RelevanceTest, ATimeThatCannotBeReadIsPassedOverAndNamed) {
  for (const char* time : {"", "yesterday", "NaN", "2026-02-18", "2026-02-30T00:00:00Z"}) {
    SCOPED_TRACE(time);
    PastSession past = session("a", hours(1), 4);
    past.end_time = time;
    EXPECT_FALSE(relevance_of(past, {}, kSessionBegin).has_value());
    EXPECT_EQ(verdict_of(past), SessionVerdict::unreadable_time);
  }
}

// S3-54, B3-19, B3-21
TEST(RelevanceTest, ASessionThatEndedBeforeTheLookbackIsTooOld) {
  EXPECT_EQ(verdict_of(session("a", hours(168), 4)), SessionVerdict::chosen);
  EXPECT_EQ(verdict_of(session("a", hours(168) + milliseconds(1), 4)), SessionVerdict::too_old);
  model::ContinuityConfig month;
  month.lookback_days = 30;
  EXPECT_EQ(verdict_of(session("a", hours(720), 4), month), SessionVerdict::chosen);
  // The window of recency stays a week.
  EXPECT_DOUBLE_EQ(score_of(session("a", hours(200), 4)), 0.25);
}

// B3-23
TEST(RelevanceTest, AnotherChannelCountsOnlyWhereTheConfigurationSaysSo) {
  PastSession past = session("a", hours(1));
  past.channel = "discord";
  EXPECT_EQ(verdict_of(past), SessionVerdict::other_channel);
  model::ContinuityConfig any;
  any.same_channel = false;
  EXPECT_EQ(verdict_of(past, any), SessionVerdict::chosen);
}

// S3-70, S3-56
TEST(RelevanceTest, TheBestThreeAreChosenAndTheOthersAreNamed) {
  const auto result =
      verdicts({session("d", hours(40)), session("b", hours(20)), session("a", hours(10)),
                session("c", hours(30)), session("e", hours(100))});
  EXPECT_EQ(result, (std::vector<std::pair<std::string, SessionVerdict>>{
                        {"a", SessionVerdict::chosen},
                        {"b", SessionVerdict::chosen},
                        {"c", SessionVerdict::chosen},
                        {"d", SessionVerdict::beyond_the_limit},
                        {"e", SessionVerdict::below_threshold}}));
}

TEST(RelevanceTest, OfEqualScoresTheLaterEndComesFirstThenTheId) {
  const auto result = verdicts({session("b", -hours(1)), session("c", hours(0)),
                                session("a", hours(0)), session("d", -hours(2))});
  std::string order;
  for (const auto& [id, verdict] : result) order += id;
  EXPECT_EQ(order, "dbac");
}

std::vector<std::string> chosen(const std::vector<PastSession>& sessions) {
  std::vector<std::string> ids;
  for (const auto& [id, verdict] : verdicts(sessions)) {
    if (verdict == SessionVerdict::chosen) ids.push_back(id);
  }
  return ids;
}

PastSession continued(std::string id, milliseconds age, std::string by) {
  PastSession past = session(std::move(id), age);
  past.continued_by = std::move(by);
  return past;
}

// B3-17
TEST(RelevanceTest, ASessionWhoseContinuationQualifiesSaysNothingAgain) {
  EXPECT_EQ(chosen({continued("a", hours(2), "b"), session("b", hours(1))}),
            (std::vector<std::string>{"b"}));
  // Also where it scores higher, through others, and through one that does not qualify itself.
  EXPECT_EQ(chosen({continued("a", hours(1), "b"), session("b", hours(2))}),
            (std::vector<std::string>{"b"}));
  EXPECT_EQ(chosen({continued("a", hours(3), "b"), continued("b", hours(100), "c"),
                    session("c", hours(1))}),
            (std::vector<std::string>{"c"}));
}

// B3-17
TEST(RelevanceTest, AContinuationThatDoesNotQualifyTakesNothingAway) {
  EXPECT_EQ(chosen({continued("a", hours(2), "b"), session("b", hours(100))}),
            (std::vector<std::string>{"a"}));
  EXPECT_EQ(chosen({continued("a", hours(2), "gone")}), (std::vector<std::string>{"a"}));
}

// B3-15, B3-17
TEST(RelevanceTest, ACircleKeepsItsBest) {
  EXPECT_EQ(chosen({continued("a", hours(2), "b"), continued("b", hours(1), "a")}),
            (std::vector<std::string>{"b"}));
  EXPECT_EQ(chosen({continued("a", hours(1), "a")}), (std::vector<std::string>{"a"}));
  EXPECT_EQ(chosen({continued("x", hours(1), "a"), continued("a", hours(3), "b"),
                    continued("b", hours(2), "c"), continued("c", hours(100), "a")}),
            (std::vector<std::string>{"b"}));
}

TEST(RelevanceTest, EveryVerdictHasItsWords) {
  EXPECT_EQ(words_of(SessionVerdict::below_threshold), "below the threshold");
  EXPECT_EQ(words_of(SessionVerdict::chosen), "chosen");
}

}  // namespace
}  // namespace policy
