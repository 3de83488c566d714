#include <nlohmann/json.hpp>

#include "store/test_work.h"
#include "store/work_text.h"

namespace store {
namespace {

using base::Code;
using base::Json;

// As policy::merge_work does, for what these tests change.
model::WorkSession union_of(const model::WorkSession& base, const model::WorkSession& ours,
                            const model::WorkSession& theirs) {
  model::WorkSession merged = ours;
  if (theirs.topic != base.topic) merged.topic = theirs.topic;
  merged.updated_at = std::max(ours.updated_at, theirs.updated_at);
  for (const auto& commit : theirs.commits) {
    if (std::find(merged.commits.begin(), merged.commits.end(), commit) == merged.commits.end()) {
      merged.commits.push_back(commit);
    }
  }
  return merged;
}

base::Result<std::string> merge(std::string_view base, std::string_view ours,
                                std::string_view theirs) {
  return merge_work_files({.base = base, .ours = ours, .theirs = theirs}, union_of);
}

std::string with_members(const std::string& members) {
  return R"({"session_id":"s","current_phase":"spec","status":"active")" + members + "}";
}

// B2-13, SC-59
TEST(WorkMergeFilesTest, CommitsOfBothAreThereWithAllThatStandsInThem) {
  const std::string base = with_members(R"(,"commits":[])");
  const std::string ours = with_members(R"(,"commits":[{"sha":"aaaaaaa","x":1.0}])");
  const std::string theirs =
      with_members(R"(,"commits":[{"sha":"bbbbbbb","message":"b","y":[2]},{"sha":"ccccccc"}])");
  const auto merged = merge(base, ours, theirs);
  ASSERT_TRUE(merged.ok()) << merged.error().message;
  EXPECT_EQ(*merged, with_members(R"(,"commits":[{"sha":"aaaaaaa","x":1.0}, { "sha": "bbbbbbb", )"
                                  R"("message": "b", "y": [ 2 ] }, { "sha": "ccccccc" }])"));
}

// B2-13: ours stays as it is laid out, and what only theirs has is added.
TEST(WorkMergeFilesTest, UnknownMembersOfBothSurvive) {
  const std::string base = with_members(R"(,"gone":1,"same":1,"git":{"k":1},"both":0,"left":1)");
  const std::string ours =
      with_members(R"(,  "mine":1.50,"same":1,"git":{"k":1},"both":"ours","left":1)");
  const std::string theirs =
      with_members(R"(,"theirs":{"a":null},"gone":1,"same":2,"git":{"k":1,"l":3},"both":"theirs")");
  const auto merged = merge(base, ours, theirs);
  ASSERT_TRUE(merged.ok()) << merged.error().message;
  EXPECT_EQ(*merged, with_members(R"(,  "mine":1.50,"same":2,"git":{"k":1, "l": 3},)"
                                  R"("both":"ours","left":1, "theirs": { "a": null })"));
}

TEST(WorkMergeFilesTest, WhereBothChangedAnUnknownMemberTheNewerFileCounts) {
  const std::string base = with_members(R"(,"updated_at":"2026-01-01T00:00:00Z","x":0)");
  const std::string ours = with_members(R"(,"updated_at":"2026-01-02T00:00:00Z","x":1)");
  const std::string theirs = with_members(R"(,"updated_at":"2026-01-03T00:00:00Z","x":2)");
  EXPECT_EQ(*merge(base, ours, theirs), theirs);
  EXPECT_EQ(*merge(base, theirs, ours), theirs);
}

TEST(WorkMergeFilesTest, TwoThatWereBothAddedHaveNoBase) {
  const std::string ours = with_members(R"(,"topic":"a")");
  const std::string theirs = with_members(R"(,"topic":"b","x":1)");
  const auto merged = merge("", ours, theirs);
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(*merged, with_members(R"(,"topic":"b", "x": 1)"));
}

// SC-59
TEST(WorkMergeFilesTest, WhatCannotBeReadIsAConflict) {
  const std::string good = with_members("");
  const std::string conflict = "{\n<<<<<<< a\n=======\n>>>>>>> b\n}";
  for (const std::string& bad :
       {std::string("{"), std::string("[]"), conflict, std::string(R"({"phases":{}})"),
        std::string(kWorkStateBytesMax + 1, ' ')}) {
    EXPECT_EQ(merge(good, bad, good).error().code, Code::state_conflict);
    EXPECT_EQ(merge(good, good, bad).error().code, Code::state_conflict);
    EXPECT_EQ(merge(bad, good, good).error().code, Code::state_conflict);
  }
  EXPECT_EQ(merge(good, "", good).error().code, Code::state_conflict);
  EXPECT_EQ(*merge(good, good, good), good);
}

// Each half of the cap: both together are over it, and too many members are no manifest.
TEST(WorkMergeFilesTest, ResultsBeyondTheLimitsAreConflicts) {
  const std::string half(kWorkStateBytesMax * 2 / 3, 'x');
  EXPECT_EQ(merge(with_members(""), with_members(",\"a\":\"" + half + "\""),
                  with_members(",\"b\":\"" + half + "\""))
                .error()
                .code,
            Code::state_conflict);
  std::string many;
  for (int number = 0; number < 2000; ++number) many += ",\"k" + std::to_string(number) + "\":0";
  EXPECT_EQ(merge(with_members(""), with_members(",\"a\":1"), with_members(many)).error().code,
            Code::state_conflict);
}

}  // namespace
}  // namespace store
