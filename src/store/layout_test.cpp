#include "store/layout.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "store/test_support.h"

namespace store {
namespace {

// 4.2
TEST(LayoutTest, EveryNameIsThatOfTheSpecification) {
  const Layout layout({.local = "/w/p/.git/holdfast",
                       .notes = "/w/p/.git/holdfast/notes",
                       .state_home = "/home/dev/.local/state/holdfast",
                       .project = {"0123456789abcdef"}});
  const std::string local = "/w/p/.git/holdfast";
  const std::string id = kRun.text;
  EXPECT_EQ(layout.local(), local);
  EXPECT_EQ(layout.note(kRun), local + "/notes/sessions/session-" + id + ".json");  // S0-22
  EXPECT_EQ(layout.pointer(), local + "/notes/sessions/current-session");           // S0-23
  EXPECT_EQ(layout.aliases(), local + "/notes/aliases");
  EXPECT_EQ(Layout::history_name(kRun, 1768728600000, 0),
            "sessions/session-" + id + "-history-1768728600000");  // S0-64
  EXPECT_EQ(Layout::history_name(kRun, 1768728600000, 2),
            "sessions/session-" + id + "-history-1768728600000-2");
  EXPECT_EQ(layout.history_note("sessions/x"), local + "/notes/sessions/x.json");
  EXPECT_EQ(layout.agent_note(kRun, "qa", 0),
            local + "/notes/session-" + id + "-agent-qa.json");  // S0-28
  EXPECT_EQ(layout.agent_note(kRun, "qa", 2), local + "/notes/session-" + id + "-agent-qa-2.json");
  EXPECT_EQ(layout.journal(kRun), local + "/journal/" + id + ".jsonl");
  EXPECT_EQ(layout.journal_archive(), local + "/journal/archive");
  EXPECT_EQ(layout.lock(kRun), local + "/locks/run-" + id + ".lock");
  EXPECT_EQ(layout.config_cache(), local + "/cache/config");
  EXPECT_EQ(layout.requirement_cache(), local + "/cache/requirements");
  EXPECT_EQ(layout.requirement_cache("topic"), local + "/cache/requirements-topic");
  // B0-6: outside the project, so that putting back the project's files does not put it back.
  EXPECT_EQ(layout.head(kRun), "/home/dev/.local/state/holdfast/heads/0123456789abcdef/" + id);
  EXPECT_EQ(config_path("/w/p"), "/w/p/.holdfast/config.yaml");
}

TEST(LayoutTest, ANoteOfARunIsToldFromOtherFiles) {
  EXPECT_EQ(Layout::run_of_note("session-" + kRun.text + ".json"), kRun);
  for (const std::string& name : std::vector<std::string>{
           "", "session-.json", "current-session", kRun.text + ".json", "session-" + kRun.text,
           "session-" + kRun.text + "-history-1.json", "session-" + kRun.text + "-agent-qa.json",
           "session-" + kRun.text + ".json.tampered-20260118T093000Z",
           "session-" + kRun.text + ".json.corrupt-20260118T093000Z", ".tmp-abc",
           "session-CAD0AC4D-3933-45AD-9A1C-14AEC05BB940.json"}) {
    EXPECT_EQ(Layout::run_of_note(name), std::nullopt) << name;
  }
}

TEST(LayoutTest, HomesAreThoseOfTheEnvironmentOrTheUsualOnes) {
  os::FakeEnvironment environment;
  Homes homes = homes_of(environment);
  EXPECT_EQ(homes.home, "/home/dev");
  EXPECT_EQ(homes.config, "/home/dev/.config/holdfast");
  EXPECT_EQ(homes.state, "/home/dev/.local/state/holdfast");
  EXPECT_EQ(homes.data, "/home/dev/.local/share/holdfast");
  EXPECT_EQ(secret_path(homes), "/home/dev/.config/holdfast/secret");
  EXPECT_EQ(retired_secrets_path(homes), "/home/dev/.config/holdfast/old-secrets");
  EXPECT_EQ(operator_path(homes), "/home/dev/.config/holdfast/operator");
  environment.set("XDG_CONFIG_HOME", "/c");
  environment.set("XDG_STATE_HOME", "/s");
  environment.set("XDG_DATA_HOME", "/d");
  homes = homes_of(environment);
  EXPECT_EQ(homes.config, "/c/holdfast");
  EXPECT_EQ(homes.state, "/s/holdfast");
  EXPECT_EQ(homes.data, "/d/holdfast");
}

// The XDG specification: a relative path there is to be ignored.
TEST(LayoutTest, ARelativeHomeIsNoHome) {
  os::FakeEnvironment environment;
  environment.set("XDG_STATE_HOME", "state");
  EXPECT_EQ(homes_of(environment).state, "/home/dev/.local/state/holdfast");
  for (const std::optional<std::string>& home :
       {std::optional<std::string>(), std::optional<std::string>(""),
        std::optional<std::string>("home/dev")}) {
    environment.unset("HOME");
    if (home) environment.set("HOME", *home);
    const Homes homes = homes_of(environment);
    EXPECT_TRUE(homes.config.empty() && homes.state.empty() && homes.data.empty());
  }
}

}  // namespace
}  // namespace store
