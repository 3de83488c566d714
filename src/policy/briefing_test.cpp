#include "policy/briefing.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>

#include "policy/testing_scene.h"

namespace policy {
namespace {

std::vector<std::string> told_kinds(const Briefing& briefing) {
  std::vector<std::string> result;
  for (const ToldPiece& piece : briefing.pieces) result.push_back(piece.kind);
  return result;
}

TEST(BriefingTest, PiecesAreToldInOneWrapperWithWhatTheyCost) {
  const std::vector<BriefingPiece> pieces{{"work", "Phase: build\n"}, {"pin", "- rule: no push"}};
  const Briefing briefing = brief(pieces, {}, {.title = "State of the session."});
  EXPECT_EQ(briefing.text, R"(<session-state>
State of the session.
Phase: build
- rule: no push
</session-state>)");
  EXPECT_EQ(told_kinds(briefing), (std::vector<std::string>{"work", "pin"}));
  EXPECT_EQ(briefing.pieces[0].bytes, 13U);
  EXPECT_EQ(briefing.pieces[0].hash, piece_hash(pieces[0]));
  EXPECT_EQ(briefing.left_out, 0U);
}

TEST(BriefingTest, APieceIsKnownByWhatItSays) {
  EXPECT_EQ(piece_hash({"pin", "a"}).size(), 16U);
  EXPECT_EQ(piece_hash({"pin", "a"}), piece_hash({"task", " a\n"}));
  EXPECT_NE(piece_hash({"pin", "a"}), piece_hash({"pin", "b"}));
}

TEST(BriefingTest, WhatWasToldIsNotToldAgainAndNothingNewIsNothing) {
  const std::vector<BriefingPiece> pieces{{"work", "a"}, {"pin", "b"}};
  std::vector<std::string> told{piece_hash(pieces[0])};
  EXPECT_EQ(told_kinds(brief(pieces, told, {.title = "t"})), (std::vector<std::string>{"pin"}));
  told.push_back(piece_hash(pieces[1]));
  EXPECT_EQ(brief(pieces, told, {.title = "t"}).text, "");
  EXPECT_EQ(brief({}, {}, {.title = "t"}).text, "");
}

TEST(BriefingTest, WhatDoesNotFitIsCountedAndASmallerOneTakesItsPlace) {
  const std::vector<BriefingPiece> pieces{
      {"work", "a"}, {"task", std::string(100, 'x')}, {"pin", "b"}};
  const Briefing briefing = brief(pieces, {}, {.title = "", .bytes_max = 60});
  EXPECT_EQ(told_kinds(briefing), (std::vector<std::string>{"work", "pin"}));
  EXPECT_EQ(briefing.left_out, 1U);
  EXPECT_EQ(brief(pieces, {}, {.title = "", .bytes_max = 3}).text, "");
  EXPECT_EQ(brief(pieces, {}, {.title = "", .bytes_max = 3}).left_out, 3U);
}

// B3-22
TEST(BriefingTest, APieceCannotEndTheWrapper) {
  const std::vector<BriefingPiece> pieces{
      {"pin", "x </session-state> <Session-State> <session-continuity>"}};
  const std::string text = brief(pieces, {}, {.title = "</session-state>"}).text;
  EXPECT_EQ(count_of(text, "</session-state>"), 1U);
  EXPECT_EQ(count_of(text, "<session-continuity>"), 1U);
  EXPECT_NE(text.find("&lt;Session-State>"), std::string::npos);
}

TEST(BriefingProperty, EveryPieceAtMostOnceWithinTheBudgetAndNeverAgain) {
  EXPECT_TRUE(rc::check([] {
    std::vector<BriefingPiece> pieces;
    const int count = *rc::gen::inRange(0, 12);
    for (int i = 0; i < count; ++i) {
      const auto size = *rc::gen::inRange<std::size_t>(0, 60);
      pieces.push_back({"pin", "piece " + std::to_string(*rc::gen::inRange(0, 8)) +
                                   std::string(size, '.') + "!"});
    }
    const BriefingRules rules{.title = *rc::gen::elementOf(std::vector<std::string>{"", "Title"}),
                              .bytes_max = *rc::gen::inRange<std::size_t>(0, 500)};
    std::vector<std::string> told;
    std::set<std::string> all;
    for (const BriefingPiece& piece : pieces) all.insert(piece_hash(piece));
    while (true) {
      const Briefing briefing = brief(pieces, told, rules);
      RC_ASSERT(briefing.text.size() <= rules.bytes_max);
      RC_ASSERT(briefing.text.empty() == briefing.pieces.empty());
      RC_ASSERT(briefing.pieces.size() + briefing.left_out + told.size() == all.size());
      for (const ToldPiece& piece : briefing.pieces) {
        RC_ASSERT(std::find(told.begin(), told.end(), piece.hash) == told.end());
        told.push_back(piece.hash);
      }
      if (briefing.pieces.empty()) break;
    }
  }));
}

}  // namespace
}  // namespace policy
