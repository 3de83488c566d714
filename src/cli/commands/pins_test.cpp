// pins view, pin, unpin and clear.
#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using base::Json;

class PinsCommandTest : public ProjectTest {
 protected:
  Json view() {
    const Outcome outcome = run({"pins", "view", "--json"});
    EXPECT_EQ(outcome.exit, 0) << outcome.errors;
    return json_of(outcome);
  }
  void pin(const std::string& text, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"pins", "pin", text};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    ASSERT_EQ(outcome.exit, 0) << outcome.errors;
  }
};

// S3-40, S3-148
TEST_F(PinsCommandTest, APinIsSeenWithItsLabelAndTime) {
  start();
  const Outcome pinned = run({"pins", "pin", "The grammar is frozen", "--label", "grammar",
                              "--session", std::string(kRun)});
  EXPECT_EQ(pinned.exit, 0) << pinned.errors;
  EXPECT_EQ(pinned.output, "Pinned. Session 7d1054b6 has 1 of 10 pins.\n");
  const Json seen = view();
  ASSERT_EQ(seen["items"].size(), 1U);
  EXPECT_EQ(seen["items"][0]["content"], "The grammar is frozen");
  EXPECT_EQ(seen["items"][0]["label"], "grammar");
  EXPECT_EQ(seen["items"][0]["pinnedAt"], "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(seen["cap"], 10);
}

TEST_F(PinsCommandTest, TheViewIsToRead) {
  start();
  EXPECT_EQ(run({"pins", "view"}).output,
            "Session 7d1054b6 has no pins. `holdfast pins pin TEXT` keeps something in mind, for "
            "this session and the next.\n");
  pin("The grammar is frozen", {"--label", "grammar"});
  pin("Never push to release", {"--critical"});
  EXPECT_EQ(run({"pins", "view"}).output,
            "Session 7d1054b6 has 2 of 10 pins.\n"
            "  #  LABEL    PINNED               CONTENT\n"
            "  1  grammar  2026-01-18 09:30:00  The grammar is frozen\n"
            "  2  -        2026-01-18 09:30:00  CRITICAL Never push to release\n");
}

TEST_F(PinsCommandTest, TheSameAgainChangesNothingAndTheSameLabelReplaces) {
  start();
  pin("first", {"--label", "x"});
  EXPECT_EQ(run({"pins", "pin", "first", "--label", "x"}).output,
            "That was pinned already. Session 7d1054b6 has 1 of 10 pins.\n");
  pin("second", {"--label", "x"});
  ASSERT_EQ(view()["items"].size(), 1U);
  EXPECT_EQ(view()["items"][0]["content"], "second");
}

// B3-1
TEST_F(PinsCommandTest, AnEleventhIsDeniedWithItsCode) {
  start();
  for (int number = 0; number < 10; ++number) pin("pin " + std::to_string(number));
  const Outcome denied = run({"pins", "pin", "one more", "--json"});
  EXPECT_EQ(denied.exit, 2);
  EXPECT_NE(denied.errors.find("PIN_CAP"), std::string::npos) << denied.errors;
  EXPECT_EQ(view()["items"].size(), 10U);
}

TEST_F(PinsCommandTest, OneIsLetGoByLabelNumberOrText) {
  start();
  pin("a", {"--label", "la"});
  pin("b", {"--label", "lb"});
  pin("c");
  EXPECT_EQ(run({"pins", "unpin", "la"}).output, "Unpinned. Session 7d1054b6 has 2 of 10 pins.\n");
  EXPECT_EQ(run({"pins", "unpin", "c"}).exit, 0);
  EXPECT_EQ(run({"pins", "unpin", "1"}).exit, 0);
  EXPECT_EQ(view()["items"].size(), 0U);
  EXPECT_EQ(run({"pins", "unpin", "1"}).exit, 1);
}

TEST_F(PinsCommandTest, AllAreLetGoAtOnce) {
  start();
  pin("a");
  pin("b");
  EXPECT_EQ(run({"pins", "clear"}).output,
            "Unpinned everything. Session 7d1054b6 has 0 of 10 pins.\n");
  EXPECT_EQ(run({"pins", "clear"}).output,
            "There was nothing to unpin. Session 7d1054b6 has 0 of 10 pins.\n");
}

// B3-9
TEST_F(PinsCommandTest, SecretsAreTakenOutAndWrongUseIsTold) {
  start();
  pin("log in with password=correct-horse-battery");
  EXPECT_EQ(base::dump_line(view()).find("correct-horse"), std::string::npos);
  EXPECT_EQ(run({"pins", "pin"}).exit, 64);
  EXPECT_EQ(run({"pins", "pin", "  "}).exit, 64);
  EXPECT_EQ(run({"pins", "pin", std::string(4001, 'x')}).exit, 64);
  EXPECT_EQ(run({"pins", "view", "--session", "nobody"}).exit, 1);
}

TEST_F(PinsCommandTest, WithoutASessionItIsSaid) {
  ASSERT_EQ(run({"init", "--yes"}).exit, 0);
  EXPECT_EQ(run({"pins", "pin", "x"}).exit, 1);
}

}  // namespace
}  // namespace cli
