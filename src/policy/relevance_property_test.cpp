// S3-109, S3-110, S3-111, S3-112, B3-17, B3-20, B3-30: what scoring keeps to, whatever the sessions
// and the clock.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>

#include "policy/relevance.h"

namespace policy {
namespace {

const base::Instant kEpoch = base::instant_from_iso("2026-02-18T12:00:00Z").value();

// Hours before and after `kEpoch`, some of them equal.
base::Instant any_time() {
  return kEpoch + std::chrono::minutes(*rc::gen::inRange(-40 * 24 * 60, 3 * 24 * 60));
}

std::vector<std::string> any_words() {
  return *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::vector<std::string>{
      "pins", "Pins", "decay", "gate", "GATE", "index", "hook", "", "\xc3\xa4", "\xff"}));
}

PastSession any_session(int count) {
  PastSession past;
  past.id = "s" + std::to_string(*rc::gen::inRange(0, count));
  past.end_time = *rc::gen::weightedElement<std::string>(
      {{8, base::to_iso(any_time())}, {1, base::to_iso(kEpoch)}, {1, "no time"}});
  past.channel = *rc::gen::weightedElement<std::string>({{4, "cli"}, {1, "discord"}});
  past.topics = any_words();
  past.pending_tasks = *rc::gen::inRange<std::size_t>(0, 7);
  past.continued_by = *rc::gen::weightedElement<std::string>(
      {{1, ""}, {2, "s" + std::to_string(*rc::gen::inRange(0, count))}});
  return past;
}

std::vector<PastSession> any_sessions() {
  const int count = *rc::gen::inRange(1, 12);
  std::vector<PastSession> sessions;
  std::map<std::string, bool> ids;
  for (int i = 0; i < count; ++i) {
    PastSession past = any_session(count);
    if (ids.emplace(past.id, true).second) sessions.push_back(std::move(past));
  }
  return sessions;
}

TEST(RelevanceProperty, EveryPartAndTheScoreLieBetweenZeroAndOne) {
  EXPECT_TRUE(rc::check([] {
    const auto relevance = relevance_of(any_session(3), keyword_set(any_words()), any_time());
    if (!relevance) return;
    RC_ASSERT(relevance->hours >= 0);
    for (const double part :
         {relevance->recency, relevance->overlap, relevance->pending, relevance->score}) {
      RC_ASSERT(part >= 0);
      RC_ASSERT(part <= 1 + 1e-12);
    }
  }));
}

TEST(RelevanceProperty, ALaterEndAndAnotherTaskNeverLowerTheScore) {
  EXPECT_TRUE(rc::check([] {
    PastSession past = any_session(3);
    const base::Instant end = any_time();
    past.end_time = base::to_iso(end);
    const auto keywords = keyword_set(any_words());
    const base::Instant now = any_time();
    const double score = relevance_of(past, keywords, now)->score;
    PastSession later = past;
    later.end_time = base::to_iso(end + std::chrono::minutes(*rc::gen::inRange(0, 60'000)));
    RC_ASSERT(relevance_of(later, keywords, now)->score >= score);
    PastSession busier = past;
    busier.pending_tasks += *rc::gen::inRange<std::size_t>(0, 5);
    RC_ASSERT(relevance_of(busier, keywords, now)->score >= score);
  }));
}

TEST(RelevanceProperty, TheOrderIsTotalAndDoesNotDependOnTheOneGiven) {
  EXPECT_TRUE(rc::check([] {
    std::vector<PastSession> sessions = any_sessions();
    const auto keywords = keyword_set(any_words());
    const model::ContinuityConfig config;
    const RestoreRules rules{any_time(), "cli", config};
    const auto told = [&] {
      std::vector<std::pair<std::string, SessionVerdict>> result;
      for (const ScoredSession& scored : score_sessions(sessions, keywords, rules)) {
        result.emplace_back(sessions[scored.index].id, scored.verdict);
      }
      return result;
    };
    const auto first = told();
    RC_ASSERT(first.size() == sessions.size());
    const auto turn = *rc::gen::inRange<std::size_t>(0, sessions.size());
    std::rotate(sessions.begin(), sessions.begin() + static_cast<std::ptrdiff_t>(turn),
                sessions.end());
    if (*rc::gen::arbitrary<bool>()) std::reverse(sessions.begin(), sessions.end());
    RC_ASSERT(told() == first);
  }));
}

// Never more than the limit; where any session qualifies, one is chosen; scores fall.
TEST(RelevanceProperty, WhatIsChosenQualifiesAndSomethingAlwaysIs) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<PastSession> sessions = any_sessions();
    model::ContinuityConfig config;
    config.max_sessions_scored = *rc::gen::inRange(1, 5);
    const auto result =
        score_sessions(sessions, keyword_set(any_words()), {any_time(), "cli", config});
    std::int64_t chosen = 0;
    bool any_qualifies = false;
    double last = 2;
    for (const ScoredSession& scored : result) {
      RC_ASSERT(scored.relevance.score <= last);
      last = scored.relevance.score;
      const bool qualifies = scored.verdict == SessionVerdict::chosen ||
                             scored.verdict == SessionVerdict::already_continued ||
                             scored.verdict == SessionVerdict::beyond_the_limit;
      any_qualifies = any_qualifies || qualifies;
      RC_ASSERT(!qualifies || reaches(scored.relevance.score, config.relevance_threshold));
      if (scored.verdict == SessionVerdict::chosen) ++chosen;
    }
    RC_ASSERT(chosen <= config.max_sessions_scored);
    RC_ASSERT(any_qualifies == (chosen > 0));
  }));
}

// The slow way to say B3-17: who can reach a session that qualifies is left out, unless it is the
// best of those that reach each other.
TEST(RelevanceProperty, WhoIsContinuedIsWhatTheSlowWaySays) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<PastSession> sessions = any_sessions();
    const model::ContinuityConfig config;
    const auto result = score_sessions(sessions, {}, {kEpoch, "cli", config});
    std::map<std::string, std::size_t> rank;
    std::map<std::string, bool> qualifies;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const std::string& id = sessions[result[i].index].id;
      rank[id] = i;
      qualifies[id] = result[i].verdict == SessionVerdict::chosen ||
                      result[i].verdict == SessionVerdict::already_continued ||
                      result[i].verdict == SessionVerdict::beyond_the_limit;
    }
    const auto reached_from = [&](const std::string& id) {
      std::vector<std::string> reached;
      std::string at = id;
      while (true) {
        at = sessions[result[rank.at(at)].index].continued_by;
        if (!rank.contains(at) || std::count(reached.begin(), reached.end(), at) > 0) break;
        reached.push_back(at);
      }
      return reached;
    };
    for (const ScoredSession& scored : result) {
      const std::string& id = sessions[scored.index].id;
      if (!qualifies[id]) continue;
      bool expected = false;
      for (const std::string& other : reached_from(id)) {
        if (other == id || !qualifies[other]) continue;
        const auto back = reached_from(other);
        const bool is_circle = std::count(back.begin(), back.end(), id) > 0;
        expected = expected || !is_circle || rank[other] < rank[id];
      }
      RC_ASSERT((scored.verdict == SessionVerdict::already_continued) == expected);
    }
  }));
}

}  // namespace
}  // namespace policy
