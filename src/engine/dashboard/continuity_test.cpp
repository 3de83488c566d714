#include "engine/dashboard/continuity.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "engine/test_index_scene.h"

namespace engine::dashboard {
namespace {

class DashboardContinuityTest : public IndexScene {
 protected:
  static std::string id_of(int number) {
    std::string text = std::to_string(number);
    return std::string(8 - text.size(), '0') + text + "-2839-4e27-bcef-43e6e47ca4b4";
  }
  // As the other tool, or an earlier session, left it.
  void put_mirror(int number, base::Json more = base::Json::object()) {
    std::string minute = std::to_string(number % 60);
    if (minute.size() == 1) minute.insert(0, "0");
    base::Json mirror{{"session_id", id_of(number)},
                      {"start_time", "2026-02-14T10:" + minute + ":00.000Z"},
                      {"end_time", "2026-02-14T11:" + minute + ":00.000Z"},
                      {"channel", "cli"},
                      {"working_memory", base::Json::array()},
                      {"hot_topics", {"api"}},
                      {"schema_version", 1}};
    mirror.update(more);
    put("home/.local/share/holdfast/sessions/" + id_of(number) + ".json",
        base::dump_pretty(mirror));
  }
  ContinuityPage page(const PageQuestion& question = {}) {
    auto found = continuity_sessions(dashboard_, question);
    EXPECT_TRUE(found.ok()) << found.error().message;
    return found.ok() ? *std::move(found) : ContinuityPage{};
  }
  std::vector<std::string> walk(std::size_t limit) {
    std::vector<std::string> seen;
    std::optional<std::string> cursor;
    do {
      const ContinuityPage found = page({cursor, limit});
      for (const auto& state : found.sessions.items) seen.push_back(state.session_id);
      cursor = found.sessions.next;
    } while (cursor && seen.size() < 200);
    return seen;
  }

  Dashboard dashboard_{system(), {}};
};

TEST_F(DashboardContinuityTest, SessionsComeNewestFirstInPagesThatLoseNothing) {
  EXPECT_TRUE(page().sessions.items.empty());
  for (int i = 1; i <= 11; ++i) put_mirror(i);
  std::vector<std::string> expected;
  for (int i = 11; i >= 1; --i) expected.push_back(id_of(i));
  for (const std::size_t limit : {1UL, 3UL, 11UL, 50UL}) EXPECT_EQ(walk(limit), expected);
  // One that goes on between two pages keeps its place.
  const ContinuityPage first = page({std::nullopt, 4});
  put_mirror(3, {{"hot_topics", {"changed"}}});
  put_mirror(12);
  const ContinuityPage second = page({first.sessions.next, 20});
  ASSERT_EQ(second.sessions.items.size(), 7U);
  EXPECT_EQ(second.sessions.items.front().session_id, id_of(7));
  EXPECT_EQ(second.sessions.items[4].hot_topics, (std::vector<std::string>{"changed"}));
  EXPECT_EQ(continuity_sessions(dashboard_, {"nonsense", 5}).error().code,
            base::Code::invalid_params);
}

TEST_F(DashboardContinuityTest, LinksTellWhoTookOverFromWhom) {
  put_mirror(1, {{"continued_by", id_of(2)}});
  put_mirror(
      2,
      {{"previous_session_id", id_of(1)},
       {"holdfast",
        {{"links", {{{"session", id_of(1)}, {"score", 0.75}, {"at", "2026-02-14T12:00:00Z"}}}}}}});
  put_mirror(3, {{"previous_session_id", id_of(2)}});
  const ContinuityPage all = page();
  ASSERT_EQ(all.links.size(), 2U);
  EXPECT_EQ(all.links[0].from, id_of(2));
  EXPECT_EQ(all.links[0].to, id_of(3));
  EXPECT_EQ(all.links[0].score, std::nullopt);
  EXPECT_EQ(all.links[1].from, id_of(1));
  EXPECT_EQ(all.links[1].score, 0.75);
  // Out of the page, too.
  const ContinuityPage last = page({all.sessions.items[1].start_time + "~" + id_of(2), 5});
  ASSERT_EQ(last.sessions.items.size(), 1U);
  ASSERT_EQ(last.links.size(), 1U);
  EXPECT_EQ(last.links[0].to, id_of(2));
  EXPECT_EQ(last.links[0].score, 0.75);
}

// SC-74
TEST_F(DashboardContinuityTest, AChainGoesBackOnceThroughEachSession) {
  put_mirror(1, {{"previous_session_id", id_of(3)}});
  put_mirror(2, {{"previous_session_id", id_of(1)}});
  put_mirror(3, {{"previous_session_id", id_of(2)}});
  const auto chain = continuity_chain(dashboard_, id_of(3), 50);
  ASSERT_TRUE(chain.ok()) << chain.error().message;
  ASSERT_EQ(chain->sessions.items.size(), 3U);
  EXPECT_EQ(chain->sessions.items[1].session_id, id_of(2));
  EXPECT_FALSE(chain->sessions.next);
  EXPECT_EQ(continuity_chain(dashboard_, id_of(3), 2)->sessions.items.size(), 2U);
  EXPECT_EQ(continuity_chain(dashboard_, id_of(9), 5).error().code, base::Code::not_found);
  EXPECT_EQ(continuity_chain(dashboard_, "../../x", 5).error().code, base::Code::not_found);
  EXPECT_EQ(continuity_chain(dashboard_, id_of(3), 51).error().code, base::Code::invalid_value);
}

// Another program's words may have a secret in them.
TEST_F(DashboardContinuityTest, SecretsOfAMirrorAreNotShown) {
  const std::string secret = "ghp_" + std::string(36, 'a');
  put_mirror(1, {{"working_memory", {{{"content", "token " + secret}, {"label", secret}}}},
                 {"hot_topics", {secret}},
                 {"pending_tasks", {{{"task_id", "t"}, {"title", secret}, {"stage", "x"}}}}});
  const ContinuityPage found = page();
  ASSERT_EQ(found.sessions.items.size(), 1U);
  const model::SessionState& state = found.sessions.items.front();
  EXPECT_EQ(state.working_memory.front().content.find(secret), std::string::npos);
  EXPECT_EQ(state.working_memory.front().label.find(secret), std::string::npos);
  EXPECT_EQ(state.hot_topics.front().find(secret), std::string::npos);
  EXPECT_EQ(state.pending_tasks.front().title.find(secret), std::string::npos);
}

TEST_F(DashboardContinuityTest, MirrorsThatCannotBeReadArePassedOver) {
  put_mirror(1);
  put_mirror(2);
  put("home/.local/share/holdfast/sessions/" + id_of(2) + ".json", "{");
  put("home/.local/share/holdfast/sessions/not-a-uuid.json", "{}");
  EXPECT_EQ(walk(10), (std::vector<std::string>{id_of(1)}));
}

TEST_F(DashboardContinuityTest, ScoresAreThoseOfASessionThatBeginsNow) {
  tell(model::EventKind::session_start, kRun);
  updated();
  const auto scores = continuity_scores(dashboard_, "api");
  ASSERT_TRUE(scores.ok()) << scores.error().message;
  EXPECT_GT(scores->report.threshold, 0);
  auto at = Workspace::open(system(), this->at("api"));
  ASSERT_TRUE(at.ok());
  EXPECT_EQ(scores->report.keywords, score_restore(*at, {})->keywords);
  EXPECT_EQ(scores->preamble, preview_restore(*at, {})->preamble);
  EXPECT_FALSE(continuity_scores(dashboard_, "other").ok());
}

TEST_F(DashboardContinuityTest, SeveralThreadsAskWhileSessionsChange) {
  for (int i = 1; i <= 20; ++i) put_mirror(i);
  std::vector<std::thread> threads;
  std::atomic<int> whole = 0;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 5; ++turn) {
        if (page({std::nullopt, 50}).sessions.items.size() == 20) ++whole;
      }
    });
  }
  for (int i = 1; i <= 20; ++i) put_mirror(i, {{"hot_topics", {"b"}}});
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(whole, 15);
}

}  // namespace
}  // namespace engine::dashboard
