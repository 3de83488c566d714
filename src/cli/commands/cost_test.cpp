#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using base::Json;

class CostCommandTest : public ProjectTest {
 protected:
  CostCommandTest() {
    const auto line = [](const std::string& id, const std::string& model, int input) {
      return R"({"message":{"id":")" + id + R"(","model":")" + model +
             R"(","usage":{"input_tokens":)" + std::to_string(input) +
             R"(,"output_tokens":210,"cache_read_input_tokens":1500,)"
             R"("cache_creation_input_tokens":1000}},"timestamp":"2026-01-18T09:00:00.000Z",)"
             R"("cwd":"/home/dev/project","gitBranch":"ma\u0069n"})"
             "\n";
    };
    disk().poke("/home/dev/.claude/projects/p/" + std::string(kRun) + ".jsonl",
                line("m1", "claude-sonnet-4-5", 5000) + line("m2", "gpt-\x1b[31m5", 1000000));
    fake_.environment.set("LANG", "C.UTF-8");
  }
};

// S2-61
TEST_F(CostCommandTest, ATableWithBarsAndWhatHasNoPrice) {
  const Outcome outcome = run({"cost", "--by", "model"});
  EXPECT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_EQ(
      outcome.output,
      "MODEL                  INPUT  OUTPUT  CACHE READ  CACHE WRITE     COST\n"
      "claude-sonnet-4-5      5,000     210       1,500        1,000  $0.0224   ████████████\n"
      "gpt-?[31m5         1,000,000     210       1,500        1,000    $0.00+\n"
      "Total              1,005,000     420       3,000        2,000  $0.0224+\n"
      "+ Without a price, so not in the cost: gpt-?[31m5. Give one in the file that "
      "`cost.prices` of your settings names.\n");
  fake_.environment.set("LANG", "C");
  EXPECT_NE(run({"cost", "--by", "model"}).output.find("  ############\n"), std::string::npos);
}

TEST_F(CostCommandTest, TheJsonHasTheNamesOfTheContract) {
  const Outcome outcome = run({"cost", "--json"});
  EXPECT_EQ(outcome.exit, 0);
  const auto json = base::parse_json(outcome.output);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["total"]["cost_usd"], 0.02235);
  EXPECT_EQ((*json)["total"]["input_tokens"], 1005000);
  EXPECT_EQ((*json)["total"]["output_tokens"], 420);
  EXPECT_EQ((*json)["total"]["cache_read_tokens"], 3000);
  EXPECT_EQ((*json)["total"]["cache_write_tokens"], 2000);
  ASSERT_EQ((*json)["rows"].size(), 1U);
  EXPECT_EQ((*json)["rows"][0]["day"], "2026-01-18");
  EXPECT_EQ((*json)["rows"][0]["cost_usd"], 0.02235);
}

TEST_F(CostCommandTest, ABudgetThatIsSpentIsSaid) {
  disk().poke("/home/dev/.config/holdfast/config.yaml",
              "cost:\n  session_budget_usd: 0.01\n  day_budget_usd: 5\n");
  fake_.environment.set("FAKE_HOST_SESSION", std::string(kRun));
  const Outcome outcome = run({"cost"});
  EXPECT_NE(outcome.output.find("Over the budget of the session: $0.0224 of $0.0100.\n"),
            std::string::npos)
      << outcome.output;
  EXPECT_EQ(outcome.output.find("of the day"), std::string::npos);
}

TEST_F(CostCommandTest, WrongWordsAreRefused) {
  EXPECT_EQ(run({"cost", "--by", "year"}).exit, 64);
  EXPECT_EQ(run({"cost", "--since", "soon"}).exit, 64);
  EXPECT_EQ(run({"cost", "--until", "2026-13-01"}).exit, 64);
}

TEST_F(CostCommandTest, NothingUsedIsSaidAndOnlyThisProjectCanBeAskedFor) {
  EXPECT_EQ(run({"cost", "--since", "2030-01-01"}).output, "No use of a model was found.\n");
  EXPECT_EQ(run({"cost", "--project"}).output, run({"cost"}).output);
  disk().poke("/home/dev/other/.git/HEAD", "ref: refs/heads/main\n");
  EXPECT_EQ(run({"cost", "--project", "/home/dev/other"}).output, "No use of a model was found.\n");
}

}  // namespace
}  // namespace cli
