#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "store/test_work.h"
#include "store/work_spec_text.h"

namespace store {
namespace {

using Texts = std::vector<std::string>;

// The document's own example, and the ways in which agents write it otherwise.
// S2-35, S2-36, S2-37, S2-38
TEST(WorkSpecTest, GoalsQuestionsAndDecisionsAreRead) {
  const WorkSpec spec = read_work_spec(
      "# Spec: Dark mode\n\n## Overview\n- not a goal\n\n## Goals\n\n### High-Level Goals\n"
      "- User can toggle between light and dark mode\n\n### Mid-Level Goals\n"
      "- Theme provider wraps\n  the application\n* Toggle persists\n\n"
      "### Implementation Goals\n1. A switch\n\n## Open Questions\n\n"
      "- [ ] Should we support custom accent colors?\n"
      "- [x] Per-device or sync across devices? → Per-device\n"
      "- [X] Old? -> Yes,\n  very\n- no box\n\n## Key Decisions\n\n"
      "### Use CSS variables over Tailwind dark: prefix\n"
      "**Rationale**: More flexible for\nruntime switching\n**Made**: 2026-02-14\n\n"
      "### Another\nSome words.\n\n## Later\n- not a decision\n");
  EXPECT_EQ(spec.high_level_goals, Texts{"User can toggle between light and dark mode"});
  EXPECT_EQ(spec.mid_level_goals,
            (Texts{"Theme provider wraps the application", "Toggle persists"}));
  EXPECT_EQ(spec.implementation_goals, Texts{"A switch"});
  ASSERT_EQ(spec.questions.size(), 4U);
  EXPECT_EQ(spec.questions[0].text, "Should we support custom accent colors?");
  EXPECT_FALSE(spec.questions[0].answered);
  EXPECT_EQ(spec.questions[1].text, "Per-device or sync across devices?");
  EXPECT_TRUE(spec.questions[1].answered);
  EXPECT_EQ(spec.questions[1].answer, "Per-device");
  EXPECT_EQ(spec.questions[2].answer, "Yes, very");
  EXPECT_FALSE(spec.questions[3].answered);
  ASSERT_EQ(spec.decisions.size(), 2U);
  EXPECT_EQ(spec.decisions[0].title, "Use CSS variables over Tailwind dark: prefix");
  EXPECT_EQ(spec.decisions[0].rationale, "More flexible for runtime switching");
  EXPECT_EQ(spec.decisions[0].made, "2026-02-14");
  EXPECT_EQ(spec.decisions[1].rationale, "");
}

TEST(WorkSpecTest, TheFormOfOlderSpecsIsReadToo) {
  const WorkSpec spec = read_work_spec(
      "## High-Level Goals\r\n\r\n1. **Define ownership**: what lives where\r\n2. Sync\r\n\r\n"
      "## Key Decisions\r\n\r\n1. **Artifacts stay in files**\r\n"
      "   - Rationale: Agents need them\r\n   - Source: a note\r\n\r\n2. **Another**\r\n");
  EXPECT_EQ(spec.high_level_goals, (Texts{"**Define ownership**: what lives where", "Sync"}));
  ASSERT_EQ(spec.decisions.size(), 2U);
  EXPECT_EQ(spec.decisions[0].title, "Artifacts stay in files");
  EXPECT_EQ(spec.decisions[0].rationale, "Agents need them");
  EXPECT_EQ(spec.decisions[1].title, "Another");
}

TEST(WorkSpecTest, AnExampleInAFenceIsNoGoal) {
  const WorkSpec spec =
      read_work_spec("## Goals\n```markdown\n- an example\n## Key Decisions\n```\n- real\n");
  EXPECT_EQ(spec.high_level_goals, Texts{"real"});
  EXPECT_TRUE(spec.decisions.empty());
}

TEST(WorkSpecTest, WhatSaysNothingIsEmpty) {
  for (const char* const text : {"", "\n", "## Goals", "plain", "## Key Decisions\n: \n- :"}) {
    const WorkSpec spec = read_work_spec(text);
    EXPECT_TRUE(spec.high_level_goals.empty()) << text;
    EXPECT_TRUE(spec.questions.empty()) << text;
  }
}

// S2-38, S2-57
TEST(WorkSpecTest, TheTemplateHasEverySection) {
  const std::string text = work_spec_template(small_session());
  for (const char* const heading :
       {"\n## Goals\n", "\n### High-Level Goals\n", "\n### Mid-Level Goals\n",
        "\n### Implementation Goals\n", "\n## Open Questions\n", "\n## Key Decisions\n"}) {
    EXPECT_NE(text.find(heading), std::string::npos) << heading;
  }
  EXPECT_NE(text.find("A switch for the night"), std::string::npos);
  EXPECT_NE(text.find("**Created**: 2026-02-14\n"), std::string::npos);
}

// B2-26: whatever an item says, adding it twice is adding it once.
TEST(WorkSpecTest, WhatIsAddedIsThereOnce) {
  WorkSpec content;
  content.high_level_goals = {"a\n## Key Decisions\nb", "  ", "- c", "\x01\x02"};
  content.questions = {{.text = "Why?", .answered = true, .answer = "So\nit is"}};
  content.decisions = {{.title = "One\ntwo", .rationale = "r", .made = ""}};
  const SpecAddition once = with_spec_content("# Mine", content);
  EXPECT_EQ(once.sections, (Texts{"Goals", "Open Questions", "Key Decisions"}));
  EXPECT_TRUE(once.text.starts_with("# Mine\n\n## Goals\n"));
  EXPECT_TRUE(with_spec_content(once.text, content).sections.empty());
  const WorkSpec read = read_work_spec(once.text);
  EXPECT_EQ(read.high_level_goals, (Texts{"a ## Key Decisions b", "- c"}));
  EXPECT_EQ(read.questions.front().answer, "So it is");
  EXPECT_EQ(read.decisions.front().title, "One two");
}

}  // namespace
}  // namespace store
