#include "store/user_config.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace store {
namespace {

constexpr const char* kUserConfigFile = "/home/dev/.config/holdfast/config.yaml";

model::UserConfig parsed_user_config(const char* yaml) {
  return parse_user_config(yaml, kUserConfigFile, "/home/dev");
}

TEST(UserConfig, TakesEveryKey) {
  const auto config = parsed_user_config(R"(
index:
  path: ~/brain.db
  url: postgresql://team@127.0.0.1/holdfast
cost:
  prices: /etc/prices.json
  claude_dirs: [~/.claude/projects, /srv/claude]
  codex_dirs: ~/.codex/sessions
  gemini_dirs: [~/.gemini/tmp]
  session_budget_usd: 5
  day_budget_usd: 20.5
  month_budget_usd: 300
session_persistence:
  layout: openclaw
  sessions_dir: ~/sessions
pins:
  file: /srv/pins.json
)");
  EXPECT_TRUE(config.problems.empty());
  EXPECT_EQ(config.index_path, "/home/dev/brain.db");
  EXPECT_EQ(config.index_url, "postgresql://team@127.0.0.1/holdfast");
  EXPECT_EQ(config.cost_prices, "/etc/prices.json");
  EXPECT_EQ(config.cost_claude_dirs,
            (std::vector<std::string>{"/home/dev/.claude/projects", "/srv/claude"}));
  EXPECT_EQ(config.cost_codex_dirs, std::vector<std::string>{"/home/dev/.codex/sessions"});
  EXPECT_EQ(config.cost_gemini_dirs, std::vector<std::string>{"/home/dev/.gemini/tmp"});
  EXPECT_EQ(config.session_budget_usd, 5.0);
  EXPECT_EQ(config.day_budget_usd, 20.5);
  EXPECT_EQ(config.month_budget_usd, 300.0);
  EXPECT_TRUE(config.openclaw_layout);
  EXPECT_EQ(config.sessions_dir, "/home/dev/sessions");  // S3-60, B3-29
  EXPECT_EQ(config.pins_file, "/srv/pins.json");
}

TEST(UserConfig, NamesTheLineOfWhatItDoesNotTake) {
  for (const char* yaml : {"cost:\n  day_budget_usd: -1\n", "cost:\n  day_budget_usd: much\n",
                           "cost:\n  day_budget_usd: nan\n", "cost:\n  prices: prices.json\n",
                           "cost:\n  claude_dirs: [a]\n", "index:\n  speed: 1\n",
                           "index:\n  path: [a]\n", "session_persistence:\n  layout: clawd\n",
                           "session_persistence:\n  sessions_dir: sessions\n",
                           "session_persistence:\n  lookback_days: 3\n",
                           "pins:\n  file: pins.json\n", "cost:\n  ? [a]\n  : b\n"}) {
    const auto config = parsed_user_config(yaml);
    ASSERT_EQ(config.problems.size(), 1U) << yaml;
    EXPECT_EQ(config.problems[0].line, 2) << yaml;
    EXPECT_EQ(config.problems[0].file, kUserConfigFile);
    EXPECT_FALSE(config.day_budget_usd) << yaml;
  }
}

// B3-29
TEST(UserConfig, WithoutAHomeAPathBelowItIsAProblemThatNamesTheKey) {
  const auto config = parse_user_config("pins:\n  file: ~/pins.json\n", kUserConfigFile, "");
  ASSERT_EQ(config.problems.size(), 1U);
  EXPECT_NE(config.problems[0].message.find("pins.file"), std::string::npos);
  EXPECT_TRUE(config.pins_file.empty());
}

TEST(UserConfig, TheLayoutIsOursUnlessSomebodySaysOtherwise) {
  EXPECT_FALSE(parsed_user_config("").openclaw_layout);
  const auto config = parsed_user_config("session_persistence:\n  layout: holdfast\n");
  EXPECT_FALSE(config.openclaw_layout);
  EXPECT_TRUE(config.problems.empty());
}

TEST(UserConfig, ATeamsServerIsFedAfterEachTurnUnlessSomebodySaysOtherwise) {
  EXPECT_EQ(parsed_user_config("").fleet_push, model::FleetPushWhen::turn);
  EXPECT_EQ(parsed_user_config("fleet:\n  push: turn\n").fleet_push, model::FleetPushWhen::turn);
  EXPECT_EQ(parsed_user_config("fleet:\n  push: manual\n").fleet_push,
            model::FleetPushWhen::manual);
  const auto config = parsed_user_config("fleet:\n  push: sometimes\n");
  EXPECT_EQ(config.fleet_push, model::FleetPushWhen::turn);
  EXPECT_EQ(config.problems.size(), 1U);
}

TEST(UserConfig, LivesThroughFilesThatAreNone) {
  EXPECT_TRUE(parsed_user_config("").problems.empty());
  EXPECT_TRUE(parsed_user_config("cost:\n").problems.empty());
  EXPECT_EQ(parsed_user_config("- a\n").problems.size(), 1U);
  EXPECT_EQ(parsed_user_config("cost: [\n").problems.size(), 1U);
  EXPECT_EQ(parsed_user_config("cost: 7\n").problems.size(), 1U);
}

TEST(UserConfig, TheEnvironmentGoesOverTheFile) {
  os::FakeSystem fake;
  fake.files.poke(kUserConfigFile, "index:\n  path: /a.db\n");
  const Homes homes = homes_of(fake.environment);
  EXPECT_EQ(load_user_config(fake.system(), homes).index_path, "/a.db");
  fake.environment.set("HOLDFAST_INDEX_PATH", "/b.db");
  fake.environment.set("HOLDFAST_INDEX_URL", "postgresql://x");
  const auto config = load_user_config(fake.system(), homes);
  EXPECT_EQ(config.index_path, "/b.db");
  EXPECT_EQ(config.index_url, "postgresql://x");
  EXPECT_TRUE(config.problems.empty());
}

TEST(UserConfig, TheEnvironmentChoosesTheLayoutToo) {
  struct Row {
    const char* file;
    const char* variable;
    bool openclaw;
    std::size_t problems;
  };
  for (const Row& row : {Row{"", "openclaw", true, 0}, Row{"", "holdfast", false, 0},
                         Row{"session_persistence:\n  layout: openclaw\n", "holdfast", false, 0},
                         Row{"session_persistence:\n  layout: openclaw\n", "", true, 0},
                         Row{"session_persistence:\n  layout: openclaw\n", "claw", true, 1}}) {
    SCOPED_TRACE(std::string(row.file) + row.variable);
    os::FakeSystem fake;
    fake.files.poke(kUserConfigFile, row.file);
    fake.environment.set("HOLDFAST_SESSION_PERSISTENCE_LAYOUT", row.variable);
    const auto config = load_user_config(fake.system(), homes_of(fake.environment));
    EXPECT_EQ(config.openclaw_layout, row.openclaw);
    EXPECT_EQ(config.problems.size(), row.problems);
  }
}

TEST(UserConfig, IsAllDefaultsWhereThereIsNone) {
  os::FakeSystem fake;
  const auto config = load_user_config(fake.system(), homes_of(fake.environment));
  EXPECT_TRUE(config.problems.empty());
  EXPECT_EQ(config.file, kUserConfigFile);
  EXPECT_TRUE(config.index_path.empty());
}

}  // namespace
}  // namespace store
