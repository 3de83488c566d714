#include "engine/cost_spent.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace engine {
namespace {

constexpr const char* kSpent = "/home/dev/.local/state/holdfast/cost/spent";

class CostSpentTest : public testing::Test {
 protected:
  CostSpentTest() {
    system_.clock.set(base::Instant(base::Millis{1'794'400'000'000}));  // 2026-11-11 12:26 UTC
    put("s1", "2026-11-11", 1'000'000);
    put("s2", "2026-11-10", 2'000'000);
    put("old", "2026-10-01", 3'000'000);
    one_.name = "budget";
    one_.enabled = true;
    one_.calculator = "session_cost_calculator";
  }
  void put(const std::string& session, const std::string& day, int input) {
    system_.files.poke("/home/dev/.claude/projects/p/" + session + ".jsonl",
                       R"({"message":{"id":")" + session +
                           R"(","model":"claude-sonnet-4-5","usage":{"input_tokens":)" +
                           std::to_string(input) + R"(}},"timestamp":")" + day +
                           "T10:00:00.000Z\"}\n");
  }
  double measured(std::string_view calculator, std::string_view session) {
    const auto found = measure_spent(system_.system(), calculator, session);
    return found.ok() ? found->value : -1;
  }

  os::FakeSystem system_;
  model::Requirement one_;
};

TEST_F(CostSpentTest, DayAndSessionsAreReadFromASmallFile) {
  EXPECT_EQ(measured("day_cost_calculator", "s1"), -1) << "nothing is known yet";
  write_spent(system_.system(), collect_costs(system_.system(), {}));
  EXPECT_EQ(*system_.files.peek(kSpent),
            "day\t2026-11-11\t3.000000\nmonth\t2026-11\t9.000000\nsession\ts1\t3."
            "000000\nsession\ts2\t6.000000\n");
  EXPECT_DOUBLE_EQ(measured("session_cost_calculator", "s2"), 6);
  EXPECT_DOUBLE_EQ(measured("session_cost_calculator", "s"), 0);
  EXPECT_DOUBLE_EQ(measured("day_cost_calculator", "s1"), 3);
  EXPECT_EQ(measure_spent(system_.system(), "day_cost_calculator", "")->summary, "$3.00 today");
  system_.clock.set(base::Instant(base::Millis{1'794'500'000'000}));
  EXPECT_DOUBLE_EQ(measured("day_cost_calculator", "s1"), 0) << "it was of another day";
}

TEST_F(CostSpentTest, AnUnreadableFileSaysNothing) {
  for (const std::string_view text :
       {"", "day\t2026-11-11\t", "day\t2026-11-11\t-5\n", "day\t2026-11-11\tnan\n", "\xff\n",
        "day\t2026-11-11\t1e999\n", "day\t2026-11-11\t7x\n"}) {
    SCOPED_TRACE(text);
    system_.files.poke(kSpent, text);
    EXPECT_DOUBLE_EQ(measured("day_cost_calculator", "s1"), 0);
  }
}

TEST_F(CostSpentTest, AStatusSaysWhatIsSpentAndWhatIsOver) {
  EXPECT_EQ(spent_view(system_.system(), "s1").cost, "");
  write_spent(system_.system(), collect_costs(system_.system(), {}));
  EXPECT_EQ(spent_view(system_.system(), "s1").cost, "$3.00 in this session");
  EXPECT_TRUE(spent_view(system_.system(), "s1").warnings.empty());
  system_.files.poke("/home/dev/.config/holdfast/config.yaml",
                     "cost:\n  session_budget_usd: 3\n  day_budget_usd: 2.5\n"
                     "  month_budget_usd: 8\n");
  EXPECT_EQ(spent_view(system_.system(), "s1").warnings,
            (std::vector<std::string>{"over your budget of the day: $3.00 of $2.50",
                                      "over your budget of the month: $9.00 of $8.00"}));
  EXPECT_EQ(spent_view(system_.system(), "s2").warnings.front(),
            "over your budget of the session: $6.00 of $3.00");
}

TEST_F(CostSpentTest, ATurnsEndReadsOnlyWhereItIsAskedForAndWasReadBefore) {
  model::Requirements cascade;
  refresh_spent(system_.system(), cascade);
  cascade.list = {one_};
  refresh_spent(system_.system(), cascade);
  EXPECT_FALSE(system_.files.peek(kSpent)) << "a first scan is too long for a hook";
  collect_costs(system_.system(), {});
  cascade.list[0].enabled = false;
  refresh_spent(system_.system(), cascade);
  EXPECT_FALSE(system_.files.peek(kSpent));
  cascade.list[0].enabled = true;
  refresh_spent(system_.system(), cascade);
  EXPECT_TRUE(system_.files.peek(kSpent));
}

}  // namespace
}  // namespace engine
