#include "engine/dashboard/health.h"

#include <gtest/gtest.h>

#include <thread>

#include "engine/dashboard/remembered.h"
#include "engine/test_index_scene.h"

namespace engine::dashboard {
namespace {

using Seconds = std::chrono::seconds;

TEST(RememberedTest, AnAnswerIsMadeAgainWhenItIsOld) {
  Remembered<int> remembered(Seconds{10}, 2);
  std::chrono::microseconds now = Seconds{100};
  int made = 0;
  const auto ask = [&](const char* key) {
    return *remembered.get(
        key, [&] { return now; }, [&] { return ++made; });
  };
  EXPECT_EQ(ask("a"), 1);
  EXPECT_EQ(ask("a"), 1);
  EXPECT_EQ(ask("b"), 2);
  now += Seconds{10};
  EXPECT_EQ(*remembered.peek("a"), 1);
  EXPECT_EQ(ask("a"), 3);
  EXPECT_EQ(ask("c"), 4);
  EXPECT_EQ(remembered.peek("b"), nullptr) << "only so many are kept";
}

TEST(RememberedTest, WhatTakesLongIsKeptLonger) {
  Remembered<int> remembered(Seconds{10}, 2);
  std::chrono::microseconds now{0};
  int made = 0;
  const auto ask = [&] {
    return *remembered.get(
        "a", [&] { return now; }, [&] { return now += Seconds{5}, ++made; });
  };
  EXPECT_EQ(ask(), 1);
  now += Seconds{99};
  EXPECT_EQ(ask(), 1);
  now += Seconds{1};
  EXPECT_EQ(ask(), 2);
}

TEST(RememberedTest, WhoAsksForTheSameAtOnceGetsOneAnswer) {
  Remembered<int> remembered(Seconds{10}, 2);
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      (void)remembered.get(
          "a", [] { return std::chrono::microseconds{0}; }, [&] { return ++made; });
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
}

TEST(RememberedTest, WhileItIsMadeAgainOthersGetWhatItWas) {
  Remembered<int> remembered(Seconds{10}, 2);
  std::chrono::microseconds now{0};
  const auto clock = [&] { return now; };
  EXPECT_EQ(*remembered.get("a", clock, [] { return 1; }), 1);
  now = Seconds{20};
  const auto again = remembered.get("a", clock, [&] {
    int seen = 0;
    // Another thread, which would wait for ever if it waited for this one.
    std::thread([&] { seen = *remembered.get("a", clock, [] { return 7; }); }).join();
    EXPECT_EQ(seen, 1);
    EXPECT_EQ(*remembered.peek("a"), 1);
    return 2;
  });
  EXPECT_EQ(*again, 2);
}

class DashboardHealthTest : public IndexScene {
 protected:
  Dashboard dashboard_{system(), {}};
};

TEST_F(DashboardHealthTest, EveryKnownProjectIsExamined) {
  EXPECT_TRUE(project_findings(dashboard_).empty());
  tell(model::EventKind::session_start, kRun);
  updated();
  make_project("web");
  onboarded("web");
  const auto all = project_findings(dashboard_);
  ASSERT_EQ(all.size(), 2U);
  for (const ProjectFindings& one : all) {
    EXPECT_FALSE(one.findings.empty()) << one.project_name;
    EXPECT_EQ(one.findings.front().subject, "project");
  }
}

TEST_F(DashboardHealthTest, AProjectThatIsGoneIsAFindingAndNoFailure) {
  updated();
  EXPECT_EQ(project_findings(dashboard_).size(), 1U);
  std::filesystem::rename(at("api"), at("elsewhere"));
  const auto all = project_findings(dashboard_);
  ASSERT_EQ(all.size(), 1U);
  ASSERT_EQ(all.front().findings.size(), 1U);
  EXPECT_EQ(all.front().findings.front().severity, Severity::problem);
  EXPECT_NE(all.front().findings.front().message.find("is gone"), std::string::npos);
}

TEST_F(DashboardHealthTest, AJournalOfNothingButFaultsHasAnAnswerThatCanBeRead) {
  tell(model::EventKind::session_start, kRun);
  updated();
  const std::string journal = std::string("api/.git/holdfast/journal/") + kRun + ".jsonl";
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "nonsense\n";
  put(journal, lines);
  const auto all = project_findings(dashboard_);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().findings.size(), 201U);
  EXPECT_EQ(all.front().findings.front().severity, Severity::problem);
  EXPECT_NE(all.front().findings.back().message.find("more"), std::string::npos);
}

}  // namespace
}  // namespace engine::dashboard
