#include "cli/testing_project.h"

namespace cli {
namespace {

using IndexCommandTest = ProjectTest;

TEST_F(IndexCommandTest, StatusSaysThatThereIsNoIndexYet) {
  const Outcome text = run({"index", "status"});
  EXPECT_EQ(text.exit, 0);
  EXPECT_NE(text.output.find("There is no index yet"), std::string::npos);
  const Outcome json = run({"index", "status", "--json"});
  EXPECT_NE(json.output.find("\"exists\":false"), std::string::npos);
}

// B2-16
TEST_F(IndexCommandTest, AResetAsksFirst) {
  const Outcome alone = run({"index", "reset"});
  EXPECT_EQ(alone.exit, 64);
  EXPECT_NE(alone.errors.find("--yes"), std::string::npos);
  fake_.environment.set_terminal(true);
  const Outcome refused = run({"index", "reset"}, "n\n");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_NE(refused.errors.find("Nothing was changed"), std::string::npos);
  const Outcome agreed = run({"index", "reset"}, "y\n");
  EXPECT_EQ(agreed.exit, 0);
  EXPECT_NE(agreed.output.find("There is no index"), std::string::npos);
}

TEST_F(IndexCommandTest, ASearchWantsWordsAndALimitThatCanBe) {
  EXPECT_EQ(run({"search"}).exit, 64);
  EXPECT_EQ(run({"search", " "}).exit, 64);
  for (const char* limit : {"0", "x", "-1", "201"}) {
    EXPECT_EQ(run({"search", "word", "--limit", limit}).exit, 64) << limit;
  }
}

TEST_F(IndexCommandTest, WithoutAHomeThereIsNoPlaceForAnIndex) {
  fake_.environment.unset("HOME");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"index", "status"},
                                                {"index", "update"},
                                                {"index", "rebuild"},
                                                {"search", "word"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 69);
    EXPECT_NE(outcome.errors.find("HOME is not set"), std::string::npos);
  }
}

}  // namespace
}  // namespace cli
