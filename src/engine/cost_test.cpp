#include "engine/cost.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace engine {
namespace {

struct Use {
  std::string id;
  std::string model = "claude-sonnet-4-5";
  std::string time = "2026-11-10T10:00:00.000Z";
  int input = 1'000'000;
  std::string branch = "main";
};

std::string line(const Use& use) {
  return R"({"message":{"id":")" + use.id + R"(","model":")" + use.model +
         R"(","usage":{"input_tokens":)" + std::to_string(use.input) +
         R"(,"output_tokens":0}},"requestId":"r","timestamp":")" + use.time +
         R"(","cwd":"/home/dev/project","gitBranch":")" + use.branch + "\"}\n";
}

class CostTest : public testing::Test {
 protected:
  CostTest() {
    system_.clock.set(base::Instant(base::Millis{1'794'400'000'000}));  // 2026-11-11 12:26 UTC
    put("s1", line({.id = "m1"}) + line({.id = "m2", .model = "claude-opus-5"}) +
                  line({.id = "m3", .time = "2026-11-11T01:00:00.000Z", .branch = "x"}));
    put("s2", line({.id = "m4", .model = "gpt-5", .time = "2026-11-11T10:00:00.000Z"}));
    system_.files.poke(std::string(kProjects) + "/p/s1/subagents/agent-1.jsonl",
                       line({.id = "m5", .model = "claude-haiku-4-5"}));
  }

  static constexpr const char* kProjects = "/home/dev/.claude/projects";
  void put(const std::string& session, const std::string& text) {
    system_.files.poke(std::string(kProjects) + "/p/" + session + ".jsonl", text);
  }
  void settings(const std::string& text) {
    system_.files.poke("/home/dev/.config/holdfast/config.yaml", text);
  }

  CostReport report(const CostQuery& query) {
    auto made = cost_report(system_.system(), query);
    EXPECT_TRUE(made.ok());
    return made.ok() ? *std::move(made) : CostReport{};
  }
  // "key $usd; …"
  std::string told(const CostQuery& query) {
    std::string text;
    for (const CostRow& row : report(query).rows) {
      text += row.key + " " + std::to_string(static_cast<int>(row.usd * 100 + 0.5)) +
              (row.has_unpriced ? "+; " : "; ");
    }
    return text;
  }

  os::FakeSystem system_;
};

TEST_F(CostTest, GeminisSessionsAreFoundBelowItsOwnHome) {
  const std::string session =
      R"({"id":"g1","timestamp":"2026-11-11T10:00:00.000Z","type":"gemini","model":)"
      R"("gemini-2.5-flash","tokens":{"input":1000000,"output":1000000,"cached":0}})"
      "\n";
  system_.files.poke("/home/dev/.gemini/tmp/shop/chats/session-a.jsonl", session);
  EXPECT_EQ(told({.by = CostBy::session}), "s1 1200; session-a 280; s2 0+; ");
  system_.environment.set("GEMINI_CLI_HOME", "/srv");
  system_.files.poke("/srv/.gemini/tmp/shop/chats/session-b.jsonl", session);
  EXPECT_EQ(told({.by = CostBy::session}), "s1 1200; session-b 280; s2 0+; ");
}

TEST_F(CostTest, GroupsByWhatIsAskedFor) {
  EXPECT_EQ(told({.by = CostBy::day}), "2026-11-10 900; 2026-11-11 300+; ");
  EXPECT_EQ(told({.by = CostBy::session}), "s1 1200; s2 0+; ");
  EXPECT_EQ(told({.by = CostBy::branch}), "main 900+; x 300; ");
  EXPECT_EQ(told({.by = CostBy::agent}), "main 1100+; subagent 100; ");
  EXPECT_EQ(told({.by = CostBy::model}),
            "claude-sonnet-4-5 600; claude-opus-5 500; claude-haiku-4-5 100; gpt-5 0+; ");
  EXPECT_EQ(told({.by = CostBy::work}), "(none) 1200+; ");
  // The folder is gone, or never was here: its path tells it.
  EXPECT_EQ(told({.by = CostBy::project}), "/home/dev/project 1200+; ");
}

TEST_F(CostTest, ProjectsAreNamedAsPeopleKnowThemAndWorktreesAreTheirs) {
  const auto use_in = [](const std::string& id, const std::string& folder) {
    std::string text = line({.id = id});
    const std::string usual = "/home/dev/project";
    return text.replace(text.find(usual), usual.size(), folder);
  };
  system_.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
  system_.files.poke("/home/dev/project/src/a.cpp", "");
  system_.files.poke("/other/project/.git/HEAD", "ref: refs/heads/main\n");
  put("s3", use_in("m6", "/home/dev/project/src") + use_in("m7", "/home/dev/project/src"));
  put("s4", use_in("m8", "/other/project"));
  const CostReport projects = report({.by = CostBy::project});
  ASSERT_EQ(projects.rows.size(), 2U);
  EXPECT_EQ(projects.rows[0].key, "project");
  EXPECT_EQ(projects.rows[0].detail, "/home/dev/project");
  EXPECT_NEAR(projects.rows[0].usd, 18, 1e-9);
  // Another one of that name is told by its folder.
  EXPECT_EQ(projects.rows[1].key, "/other/project");
}

TEST_F(CostTest, AModelWithoutAPriceIsNamedAndNotGuessed) {
  const CostReport all = report({});
  ASSERT_EQ(all.unpriced.size(), 1U);
  EXPECT_EQ(all.unpriced[0].model, "gpt-5");
  EXPECT_EQ(all.unpriced[0].tokens.input, 1'000'000U);
  EXPECT_EQ(all.total.tokens.input, 5'000'000U);
  EXPECT_DOUBLE_EQ(all.total.usd, 12);
  EXPECT_TRUE(all.total.has_unpriced);
}

TEST_F(CostTest, OwnPricesGoOverOurs) {
  settings("cost:\n  prices: /prices.json\n");
  system_.files.poke("/prices.json", R"({"models":{"gpt-5":{"input":2,"output":8}}})");
  EXPECT_DOUBLE_EQ(report({}).total.usd, 14);
  EXPECT_TRUE(report({}).unpriced.empty());
  system_.files.poke("/prices.json", "{}");
  EXPECT_EQ(report({}).problems.size(), 1U);
  EXPECT_DOUBLE_EQ(report({}).total.usd, 12) << "a bad file leaves ours as they are";
}

TEST_F(CostTest, DaysAreThoseOfTheUsersTimeZone) {
  system_.clock.set_local_offset(std::chrono::hours(-2));
  EXPECT_EQ(told({}), "2026-11-10 1200; 2026-11-11 0+; ");
  EXPECT_EQ(told({.utc = true}), "2026-11-10 900; 2026-11-11 300+; ");
}

TEST_F(CostTest, OnlyThePeriodTheSessionAndTheProjectThatAreAskedFor) {
  EXPECT_EQ(told({.since = "2026-11-11"}), "2026-11-11 300+; ");
  EXPECT_EQ(told({.until = "2026-11-10"}), "2026-11-10 900; ");
  EXPECT_EQ(told({.since = "1d"}), "2026-11-11 300+; ");
  EXPECT_EQ(told({.session = "s2"}), "2026-11-11 0+; ");
  system_.files.poke("/home/dev/project/a.txt", "");
  system_.files.poke("/home/dev/other/a.txt", "");
  EXPECT_EQ(told({.project = "/home/dev/project"}), "2026-11-10 900; 2026-11-11 300+; ");
  EXPECT_EQ(told({.project = "/home/dev/other"}), "");
  EXPECT_EQ(cost_report(system_.system(), {.since = "soon"}).error().code,
            base::Code::invalid_value);
}

TEST_F(CostTest, BudgetsCountTodayTheMonthAndThisSession) {
  settings("cost:\n  session_budget_usd: 12.5\n  day_budget_usd: 2\n  month_budget_usd: 12\n");
  const CostReport told_all = report({.since = "2030-01-01", .current_session = "s1"});
  ASSERT_EQ(told_all.budgets.size(), 3U);
  EXPECT_EQ(told_all.budgets[0].name, "session");
  EXPECT_DOUBLE_EQ(told_all.budgets[0].spent_usd, 12);
  EXPECT_FALSE(told_all.budgets[0].is_over());
  EXPECT_EQ(told_all.budgets[1].name, "day");
  EXPECT_DOUBLE_EQ(told_all.budgets[1].spent_usd, 3);
  EXPECT_TRUE(told_all.budgets[1].is_over());
  EXPECT_EQ(told_all.budgets[2].name, "month");
  EXPECT_FALSE(told_all.budgets[2].is_over());
}

TEST_F(CostTest, TheHostsOwnSumIsTheCheck) {
  const auto state = [](const std::string& usd) {
    return R"({"type":"cost-state","totalCostUSD":)" + usd +
           R"(,"modelUsage":{}})"
           "\n";
  };
  put("s3", line({.id = "m9"}) + state("3.0000000000000004"));
  EXPECT_EQ(report({}).check.sessions, 1U);
  EXPECT_EQ(report({}).check.differing, 0U);
  put("s3", line({.id = "m9"}) + state("3.1"));
  EXPECT_EQ(report({}).check.differing, 1U);
  for (const CostRow& row : report({.by = CostBy::session}).rows) {
    EXPECT_EQ(row.host_usd.has_value(), row.key == "s3");
  }
}

}  // namespace
}  // namespace engine
