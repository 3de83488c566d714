#include "policy/requirement_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace policy {
namespace {

using testing::HasSubstr;
using testing::Not;

class RequirementTextTest : public ::testing::Test {
 protected:
  model::Requirement& add(const std::string& name) {
    auto& one = rules_.emplace_back(std::make_unique<model::Requirement>());
    one->name = name;
    one->enabled = true;
    return *one;
  }
  JudgedRequirement judged(const model::Requirement& requirement,
                           Standing standing = Standing::unmet) {
    JudgedRequirement one{.requirement = &requirement, .verdict = {}, .facts = {}};
    one.verdict.standing = standing;
    return one;
  }
  std::vector<std::unique_ptr<model::Requirement>> rules_;
  const MessagePlaces places_{.session = "cad0ac4d", .branch = "feature/auth", .project = "/p"};
};

TEST_F(RequirementTextTest, OneBlockedRequirementShowsItsMessageAndChecklist) {
  model::Requirement& plan = add("commit_plan");
  plan.message = "Run `/{auto_resolve_skill}` on {branch} in {session_id} ({unknown}, {)";
  plan.resolving_skill = "arch-review";
  plan.checklist = {"Steps written", "Tests\nnamed"};
  const std::string text = denial_guide({judged(plan)}, places_);
  EXPECT_THAT(text, HasSubstr("## Blocked: commit_plan\n"));
  EXPECT_THAT(text, HasSubstr("Run `/arch-review` on feature/auth in cad0ac4d ({unknown}, {)"));
  EXPECT_THAT(text, HasSubstr("⬜ 1. Steps written\n⬜ 2. Tests named"));
  EXPECT_THAT(text, HasSubstr("req satisfy commit_plan --session cad0ac4d"));
  EXPECT_THAT(text, HasSubstr("Blocked before any write — nothing changed on disk"));
}

TEST_F(RequirementTextTest, SeveralAreATable) {
  model::Requirement& plan = add("commit_plan");
  plan.resolving_skill = "arch-review";
  const std::string text = denial_guide({judged(plan), judged(add("ticket"))}, places_);
  EXPECT_THAT(text, HasSubstr("## Blocked: Multiple Requirements"));
  EXPECT_THAT(text, HasSubstr("| Requirement | Execute |"));
  EXPECT_THAT(text, HasSubstr("| `commit_plan` (not satisfied) | `/arch-review` |"));
  EXPECT_THAT(text, HasSubstr("| `ticket` (not satisfied) | `req satisfy ticket` |"));
}

// S4-29
TEST_F(RequirementTextTest, AHeldTurnSaysWhatIsOpen) {
  const std::string text = stop_guide({judged(add("commit_plan"), Standing::stale)}, places_);
  EXPECT_THAT(text, HasSubstr("## Cannot Complete: Unsatisfied Requirements"));
  EXPECT_THAT(text, HasSubstr("stale"));
  EXPECT_EQ(stop_guide({}, places_), "");
}

// S4-12, S4-49, S4-84
TEST_F(RequirementTextTest, TheBriefingCountsAndGroupsByWhatResolves) {
  model::Requirement& plan = add("commit_plan");
  model::Requirement& adr = add("adr_reviewed");
  plan.resolving_skill = adr.resolving_skill = "arch-review";
  model::Requirement& ticket = add("ticket");
  const std::vector<JudgedRequirement> all{judged(plan), judged(adr),
                                           judged(ticket, Standing::met)};
  model::RequirementHooks hooks;
  const std::string compact = briefing(all, hooks, places_);
  EXPECT_THAT(compact, HasSubstr("## Requirements: 1/3 satisfied"));
  EXPECT_THAT(compact, HasSubstr("**Run `/arch-review`** → `commit_plan`, `adr_reviewed`"));
  EXPECT_THAT(compact, HasSubstr("**Fallback**: `req satisfy commit_plan adr_reviewed"));
  EXPECT_THAT(compact, Not(HasSubstr("ticket")));
  hooks.briefing = model::BriefingFormat::standard;
  const std::string standard = briefing(all, hooks, places_);
  EXPECT_THAT(standard, HasSubstr("⬜ commit_plan NOT satisfied"));
  EXPECT_THAT(standard, HasSubstr("Run `/arch-review`"));
  EXPECT_THAT(standard, HasSubstr("✓ ticket"));
  EXPECT_EQ(briefing({}, hooks, places_), "");
}

TEST_F(RequirementTextTest, AMeasureFillsItsMessage) {
  model::Requirement& size = add("branch_size");
  size.type = model::RequirementType::dynamic;
  size.block_at = 400;
  size.blocking_message = "{total} of {block_threshold}: {summary}";
  JudgedRequirement one = judged(size, Standing::exceeded);
  one.facts.measure = Measure{512, "3 files"};
  EXPECT_THAT(denial_guide({one}, places_), HasSubstr("512 of 400: 3 files"));
  EXPECT_EQ(way_out(size), "req approve branch_size");
  EXPECT_EQ(reason_of(one), "512 is over the limit of 400");
}

// A repository's own text must not look like ours.
TEST_F(RequirementTextTest, NamesOfTheRepositoryStayInOneLine) {
  model::Requirement& plan = add("commit_plan");
  plan.resolving_skill = "arch\n## Fake";
  EXPECT_EQ(way_out(plan), "/arch ## Fake");
}

}  // namespace
}  // namespace policy
