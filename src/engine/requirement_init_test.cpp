#include "engine/requirement_init.h"

#include <gtest/gtest.h>

#include "engine/test_scene.h"
#include "store/requirement_config.h"

namespace engine {
namespace {

TEST(RequirementPresetsTest, EveryPresetIsUnderstoodAndHasNothingWrong) {
  for (const std::string_view name : requirement_presets()) {
    SCOPED_TRACE(name);
    const auto text = requirement_preset(name);
    ASSERT_TRUE(text.ok());
    const model::Requirements rules = store::parse_requirements({{"r.yaml", *text, false}});
    EXPECT_TRUE(rules.problems.empty()) << rules.problems.front().message;
    EXPECT_TRUE(rules.unused.empty()) << rules.unused.front().message;
    EXPECT_EQ(rules.list.empty(), name == "inherit");
    Scene scene;
    scene.fake.files.poke(kProjectRules, *text);
    auto workspace = scene.workspace();
    const auto findings = lint_rules(workspace);
    EXPECT_TRUE(findings.empty()) << findings.front().message;
  }
  EXPECT_EQ(requirement_preset("lax").error().code, base::Code::invalid_params);
}

TEST(RequirementInitTest, AFileThatIsThereIsOverwrittenOnlyWhereThatIsWanted) {
  Scene scene;
  RequirementInit request{.start = "/home/dev/project", .preset = "minimal"};
  scene.fake.files.poke("/home/dev/project/.claude/requirements.json", "{}");
  EXPECT_EQ(plan_requirement_init(scene.fake.system(), request).error().code, base::Code::exists);
  ASSERT_TRUE(scene.fake.files.remove("/home/dev/project/.claude/requirements.json").ok());
  auto plan = plan_requirement_init(scene.fake.system(), request);
  ASSERT_TRUE(plan.ok());
  ASSERT_TRUE(apply_plan(scene.fake.system(), *plan).ok());
  EXPECT_EQ(scene.fake.files.peek(kProjectRules), *requirement_preset("minimal"));
  EXPECT_EQ(plan_requirement_init(scene.fake.system(), request).error().code, base::Code::exists);
  request.preset = "strict";
  request.overwrites = true;
  plan = plan_requirement_init(scene.fake.system(), request);
  ASSERT_TRUE(plan.ok());
  ASSERT_TRUE(apply_plan(scene.fake.system(), *plan).ok());
  EXPECT_EQ(scene.fake.files.peek(kProjectRules), *requirement_preset("strict"));
  request.level = RuleLevel::local;
  plan = plan_requirement_init(scene.fake.system(), request);
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->changes.size(), 2U);
  EXPECT_EQ(plan->changes[0].path, kExcludeFile);
  scene.fake.files.make_link(kLocalRules, "/home/dev/elsewhere");
  EXPECT_EQ(plan_requirement_init(scene.fake.system(), request).error().code, base::Code::refused);
}

}  // namespace
}  // namespace engine
