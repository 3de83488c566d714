// req sessions, req prune and req rename: which sessions are live, and order among the branches.
#include <nlohmann/json.hpp>

#include "cli/testing_requirements.h"

namespace cli {
namespace {

using base::Json;
using ReqSessionsTest = RequirementsTest;

// S4-1, S4-104
TEST_F(ReqSessionsTest, TheLiveOnesAreListedNewestFirst) {
  register_sessions({{.key = "aaaa1111", .pid = 41},
                     {.key = "bbbb2222", .pid = 42, .branch = "", .project = "/home/dev/other"},
                     {.key = "cccc3333", .pid = 43}});
  fake_.processes.remove(43);
  const Outcome outcome = run({"req", "sessions"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "  SESSION   BRANCH  STARTED                  ACTIVE                   PID  PROJECT\n"
            "  bbbb2222  -       2026-01-18 09:20:00 UTC  2026-01-18 09:29:02 UTC  42   "
            "/home/dev/other\n"
            "* aaaa1111  main    2026-01-18 09:20:00 UTC  2026-01-18 09:29:01 UTC  41   "
            "/home/dev/project\n");
  const Json json = json_of(run({"req", "sessions", "--json"}));
  ASSERT_EQ(json["sessions"].size(), 2U);
  EXPECT_EQ(json["sessions"][1]["session"], "aaaa1111");
  EXPECT_EQ(json["sessions"][1]["branch"], "main");
  EXPECT_EQ(json["sessions"][1]["pid"], 41);
  EXPECT_EQ(json["sessions"][1]["here"], true);
}

TEST_F(ReqSessionsTest, ProjectAloneLeavesOutThoseOfOthers) {
  register_sessions({{.key = "aaaa1111", .pid = 41},
                     {.key = "bbbb2222", .pid = 42, .project = "/home/dev/other"}});
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"req", "sessions", "--project"},
        {"req", "sessions", "--project", "--json"},
        {"req", "sessions", "--project", "/home/dev/project"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 0) << outcome.errors;
    EXPECT_TRUE(says(outcome.output, "aaaa1111"));
    EXPECT_FALSE(says(outcome.output, "bbbb2222"));
  }
  EXPECT_EQ(run({"req", "sessions", "--project", "/home/dev/other"}).exit, 1);
  EXPECT_EQ(run({"req", "sessions", "one", "two"}).exit, 64);
}

// S4-23
TEST_F(ReqSessionsTest, ARegistryThatCannotBeReadIsEmpty) {
  for (const char* text : {"", "{", "[]", "{\"version\":\"1.0\",\"sessions\":[1]}"}) {
    disk().poke("/home/dev/.claude/sessions.json", text);
    EXPECT_EQ(run({"req", "sessions"}).output, "No session is live.\n") << text;
    EXPECT_EQ(run({"req", "sessions", "--json"}).output, "{\"sessions\":[]}\n") << text;
  }
}

// B4-20
TEST_F(ReqSessionsTest, PruneTakesAwayWhatIsOld) {
  Json sessions = Json::object();
  for (int i = 0; i < 60; ++i) {
    sessions["old" + std::to_string(i)] = Json{{"satisfied", true}, {"satisfied_at", 1000 + i}};
  }
  const Json document{
      {"version", "1.0"},
      {"branch", "main"},
      {"requirements", Json{{"commit_plan", Json{{"scope", "session"}, {"sessions", sessions}}}}}};
  disk().poke("/home/dev/project/.git/requirements/main.json", base::dump_line(document));
  const Outcome outcome = run({"req", "prune"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "Took away 10 old entries of 1 branch.\n");
  EXPECT_EQ(record_of(state_file(), "commit_plan")["sessions"].size(), 50U);
  EXPECT_EQ(run({"req", "prune"}).output, "There was nothing to prune.\n");
  EXPECT_EQ(run({"req", "prune", "--days", "30", "--json"}).output,
            "{\"branches\":0,\"entries\":0}\n");
  for (const char* days : {"-1", "x", "", "36501", "99999999999999999999"}) {
    EXPECT_EQ(run({"req", "prune", "--days", days}).exit, 64) << days;
  }
}

// B4-15
TEST_F(ReqSessionsTest, RenameGivesTheStateToTheNewName) {
  ASSERT_EQ(run({"req", "satisfy", "github_ticket"}).exit, 0);
  const Outcome outcome = run({"req", "rename", "main", "trunk"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "✓ The requirements of main are those of trunk now.\n");
  EXPECT_TRUE(says(run({"req", "status", "-b", "trunk"}).output, "✓ github_ticket"));
  EXPECT_TRUE(says(run({"req", "status"}).output, "⬜ github_ticket"));
  EXPECT_EQ(run({"req", "rename", "main", "x"}).exit, 1);
  ASSERT_EQ(run({"req", "satisfy", "github_ticket"}).exit, 0);
  EXPECT_EQ(run({"req", "rename", "main", "trunk"}).exit, 1);
  EXPECT_EQ(run({"req", "rename", "main", "main"}).exit, 64);
  EXPECT_EQ(run({"req", "rename", "main"}).exit, 64);
  EXPECT_EQ(run({"req", "rename", "", "x"}).exit, 64);
  EXPECT_EQ(run({"req", "rename", "main", "next", "--json"}).output,
            "{\"from\":\"main\",\"to\":\"next\"}\n");
}

}  // namespace
}  // namespace cli
