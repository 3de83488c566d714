#include "engine/requirement_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/stores.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using base::Json;
using Kind = ReportEvent::Kind;

constexpr std::int64_t kBegin = 1'800'000'000'000;

ReportEvent at(std::int64_t second, Kind kind, std::vector<std::string> names = {"plan"}) {
  return {kind, base::Instant(base::Millis{kBegin + second * 1000}), std::move(names)};
}

RequirementCount count_of(const std::vector<ReportEvent>& events,
                          const std::string& name = "plan") {
  RequirementCounts counts;
  tally_run(events, counts);
  return counts[name];
}

// "a denial overridden or satisfied within a minute without a change counts as suspect".
TEST(RequirementReportTest, ADenialIsSuspectWhereItWasGotAroundWithinAMinuteWithoutAChange) {
  struct Row {
    const char* what;
    std::vector<ReportEvent> events;
    std::int64_t suspect;
  };
  const std::vector<Row> rows{
      {"approved", {at(0, Kind::denied), at(10, Kind::approved)}, 1},
      {"at the last moment", {at(0, Kind::denied), at(60, Kind::approved)}, 1},
      {"later", {at(0, Kind::denied), at(61, Kind::approved)}, 0},
      {"said to be satisfied", {at(0, Kind::denied), at(10, Kind::by_hand)}, 1},
      {"paused", {at(0, Kind::denied), at(10, Kind::paused, {})}, 1},
      {"bypassed", {at(0, Kind::denied), at(10, Kind::overridden)}, 1},
      {"by a skill", {at(0, Kind::denied), at(10, Kind::satisfied)}, 0},
      {"left alone", {at(0, Kind::denied)}, 0},
      {"after a change",
       {at(0, Kind::denied), at(5, Kind::changed, {}), at(10, Kind::approved)},
       0},
      {"denied again after a change",
       {at(0, Kind::denied), at(5, Kind::changed, {}), at(7, Kind::denied), at(10, Kind::approved)},
       1},
      {"tried three times",
       {at(0, Kind::denied), at(1, Kind::denied), at(2, Kind::denied), at(3, Kind::by_hand)},
       3},
      {"counted once",
       {at(0, Kind::denied), at(1, Kind::approved), at(2, Kind::paused, {}),
        at(3, Kind::overridden)},
       1},
      {"of another one", {at(0, Kind::denied), at(1, Kind::approved, {"ticket"})}, 0},
      {"first by a skill, then by hand",
       {at(0, Kind::denied), at(1, Kind::satisfied), at(2, Kind::by_hand)},
       0},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    EXPECT_EQ(count_of(row.events).suspect, row.suspect);
  }
}

TEST(RequirementReportTest, TheRateIsOfTheDenialsAndUnknownWithoutAny) {
  const auto counted = count_of({at(0, Kind::denied), at(1, Kind::approved), at(100, Kind::denied),
                                 at(200, Kind::denied), at(300, Kind::denied)});
  EXPECT_EQ(counted.denials, 4);
  EXPECT_DOUBLE_EQ(counted.false_deny_rate().value(), 0.25);
  EXPECT_FALSE(count_of({at(0, Kind::would_deny)}).false_deny_rate());
}

TEST(RequirementReportTest, EveryKindIsCountedForEveryNameItHas) {
  const std::vector<std::string> both{"plan", "ticket"};
  const std::vector<ReportEvent> events{
      at(0, Kind::denied, both),   at(1, Kind::would_deny, both), at(2, Kind::overridden, both),
      at(3, Kind::approved, both), at(4, Kind::held, both),       at(5, Kind::stopped, both)};
  for (const std::string& name : both) {
    SCOPED_TRACE(name);
    const RequirementCount row = count_of(events, name);
    EXPECT_EQ(row.name, name);
    EXPECT_EQ(row.denials, 1);
    EXPECT_EQ(row.would_deny, 1);
    EXPECT_EQ(row.overrides, 1);
    EXPECT_EQ(row.approvals, 1);
    EXPECT_EQ(row.holds, 1);
    EXPECT_EQ(row.violations, 1);
  }
}

TEST(RequirementReportTest, TheWaitIsFromTheFirstMissToTheSatisfaction) {
  const auto counted = count_of({at(0, Kind::denied), at(5, Kind::denied), at(30, Kind::satisfied),
                                 at(40, Kind::satisfied),  // Missed by nobody in between.
                                 at(100, Kind::would_deny), at(120, Kind::by_hand),
                                 at(200, Kind::held), at(210, Kind::satisfied)});
  EXPECT_EQ(counted.waits, (std::vector<base::Millis>{base::Millis{30'000}, base::Millis{20'000},
                                                      base::Millis{10'000}}));
  EXPECT_EQ(counted.median_wait(), base::Millis{20'000});
  RequirementCount even;
  even.waits = {base::Millis{40}, base::Millis{10}, base::Millis{20}, base::Millis{30}};
  EXPECT_EQ(even.median_wait(), base::Millis{25});
  EXPECT_FALSE(RequirementCount().median_wait());
  // A clock that was set back.
  EXPECT_EQ(count_of({at(50, Kind::denied), at(10, Kind::satisfied)}).median_wait(),
            base::Millis{0});
}

// On the journals themselves.
class RequirementReportJournalTest : public ::testing::Test {
 protected:
  RequirementReportJournalTest() {
    scene_.fake.files.poke("/home/dev/project/.claude/requirements.yaml",
                           "inherit: false\nrequirements:\n  plan:\n    enabled: true\n");
  }

  void append(const std::string& kind, const std::string& payload, const char* run = Scene::kRun) {
    auto parsed = base::parse_json(payload);
    ASSERT_TRUE(parsed.ok()) << payload;
    auto workspace = scene_.workspace();
    ASSERT_TRUE(workspace.stores()
                    .journal.append({run}, {kind, "hook", base::JsonBox(*std::move(parsed))}, {})
                    .ok());
  }
  void denial(const char* run = Scene::kRun) {
    append("gate",
           R"({"tool":"Write","allowed":false,"rule":"requirement","mode":"coding",)"
           R"("unmet":[{"name":"plan","standing":"unmet","enforced":"block"},)"
           R"({"name":"soft","standing":"unmet","enforced":"warn"}]})",
           run);
  }
  void wait(std::int64_t seconds) { scene_.fake.clock.advance(std::chrono::seconds{seconds}); }
  RequirementReport report(std::optional<base::Millis> age = std::nullopt) {
    auto workspace = scene_.workspace();
    return requirement_report(workspace, age);
  }
  const RequirementCount& row(const RequirementReport& report, const std::string& name) {
    for (const RequirementCount& one : report.rows) {
      if (one.name == name) return one;
    }
    static const RequirementCount none;
    return none;
  }

  Scene scene_;
};

TEST_F(RequirementReportJournalTest, WhatTheJournalsSayIsCountedAsItIsMeant) {
  denial();
  append("permission", R"({"tool":"Write","allowed":false,"rule":"requirement",)"
                       R"("unmet":[{"name":"plan","standing":"unmet","enforced":"block"}]})");
  append("gate", R"({"tool":"Edit","allowed":true,"rule":"none","unmet":)"
                 R"([{"name":"soft","standing":"unmet","enforced":"warn"},)"
                 R"({"name":"seen","standing":"unmet","enforced":"observe"}]})");
  append("gate",
         R"({"tool":"Edit","allowed":true,"rule":"none","bypassed":["requirement"],"unmet":)"
         R"([{"name":"plan","standing":"unmet","enforced":"block"}]})");
  append("gate", R"({"tool":"Edit","allowed":false,"rule":"mode_table","mode":"analysis"})");
  append("requirement", R"({"action":"held","names":["plan"],"by":"stop"})");
  append("requirement", R"({"action":"stopped_unsatisfied","names":["plan"],"by":"stop"})");
  append("requirement", R"({"action":"triggered","names":["other"],"by":"tool"})");
  const RequirementReport counted = report();
  EXPECT_EQ(counted.runs, 1U);
  EXPECT_EQ(row(counted, "plan").denials, 1);
  EXPECT_EQ(row(counted, "plan").overrides, 1);
  EXPECT_EQ(row(counted, "plan").holds, 1);
  EXPECT_EQ(row(counted, "plan").violations, 1);
  EXPECT_EQ(row(counted, "soft").would_deny, 1);
  EXPECT_EQ(row(counted, "soft").denials, 0);
  EXPECT_EQ(row(counted, "seen").would_deny, 1);
  EXPECT_EQ(counted.rows.size(), 3U);
  EXPECT_EQ(counted.total.would_deny, 2);
}

TEST_F(RequirementReportJournalTest, AChangeBetweenDenialAndSatisfactionClearsTheSuspicion) {
  for (const char* change :
       {R"({"tool":"Write","allowed":true})", R"({"tool":"Bash","allowed":true,"writes":["/a"]})",
        R"({"tool":"Bash","allowed":true})", R"({"tool":"Read","allowed":true})",
        R"({"tool":"Write","allowed":false})"}) {
    denial();
    append("gate", change);
    append("requirement", R"({"action":"satisfied","names":["plan"],"by":"cli"})");
    wait(600);
  }
  EXPECT_EQ(row(report(), "plan").denials, 5);
  EXPECT_EQ(row(report(), "plan").suspect, 3);
}

TEST_F(RequirementReportJournalTest, EveryWayAroundIsRead) {
  for (const char* way : {R"({"action":"approved","names":["plan"],"by":"approval"})",
                          R"({"action":"satisfied","names":["plan"],"by":"cli"})",
                          R"({"action":"satisfied","names":["plan"],"by":"mcp"})",
                          R"({"action":"paused","names":[],"by":"cli"})",
                          R"({"action":"satisfied","names":["plan"],"by":"skill"})",
                          R"({"action":"satisfied","names":["plan"],"by":"tool"})",
                          R"({"action":"cleared","names":["plan"],"by":"cli"})"}) {
    denial();
    append("requirement", way);
    wait(600);
  }
  EXPECT_EQ(row(report(), "plan").denials, 7);
  EXPECT_EQ(row(report(), "plan").suspect, 4);
}

TEST_F(RequirementReportJournalTest, AnotherRunGetsNothingAround) {
  denial();
  append("requirement", R"({"action":"approved","names":["plan"],"by":"approval"})",
         Scene::kOtherRun);
  EXPECT_EQ(row(report(), "plan").suspect, 0);
  EXPECT_EQ(row(report(), "plan").approvals, 1);
  EXPECT_EQ(report().runs, 2U);
}

TEST_F(RequirementReportJournalTest, OnlyTheTimeThatWasAskedForCounts) {
  denial();
  wait(3600);
  denial(Scene::kOtherRun);
  EXPECT_EQ(row(report(), "plan").denials, 2);
  const RequirementReport hour = report(base::Millis{1800 * 1000});
  EXPECT_EQ(row(hour, "plan").denials, 1);
  EXPECT_FALSE(hour.since.empty());
  EXPECT_EQ(row(report(std::chrono::days{100'000'000}), "plan").denials, 2);
}

TEST_F(RequirementReportJournalTest, LinesThatSayNothingOfTheKindAreLeftOut) {
  for (const char* payload :
       {R"({})", R"({"allowed":"no","unmet":[{"name":"plan","enforced":"block"}]})",
        R"({"allowed":false,"unmet":"plan"})", R"({"allowed":false,"unmet":[7,{"name":7}]})",
        R"({"allowed":false,"unmet":[{"name":"","enforced":"block"}]})",
        R"({"allowed":true,"bypassed":"requirement"})"}) {
    append("gate", payload);
  }
  for (const char* payload :
       {R"({})", R"({"action":7,"names":["plan"]})", R"({"action":"satisfied","names":"plan"})",
        R"({"action":"held","names":[7]})"}) {
    append("requirement", payload);
  }
  const RequirementReport counted = report();
  EXPECT_TRUE(counted.rows.empty());
  EXPECT_TRUE(counted.first_at.empty());
}

TEST_F(RequirementReportJournalTest, TheWorstIsOneThatBlocksAndIsGotAroundMostOften) {
  for (int i = 0; i < 2; ++i) {
    denial();
    append("requirement", R"({"action":"approved","names":["plan"],"by":"approval"})");
    wait(600);
  }
  EXPECT_EQ(report().worst, "");  // Two denials are no measure.
  denial();
  EXPECT_EQ(report().worst, "plan");
  scene_.fake.files.poke("/home/dev/project/.claude/requirements.yaml",
                         "inherit: false\nrequirements:\n  plan:\n    enabled: true\n"
                         "    enforce: warn\n");
  EXPECT_EQ(report().worst, "");
}

}  // namespace
}  // namespace engine
