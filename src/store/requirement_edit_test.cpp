#include "store/requirement_edit.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace store {
namespace {

using base::Json;

base::Result<std::string> set(std::string_view text, const std::string& key, const Json& value,
                              std::string_view file = "r.yaml",
                              const std::string& requirement = "plan") {
  std::vector<std::string> path{"requirements", requirement};
  std::size_t begin = 0;
  for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', begin)) {
    path.push_back(key.substr(begin, dot - begin));
    begin = dot + 1;
  }
  path.push_back(key.substr(begin));
  return with_requirement_settings(text, file, {{path, base::JsonBox(value)}});
}

struct EditRow {
  const char* what;
  std::string before;
  std::string key;
  Json value;
  std::string after;
};

void expect_rows(const std::vector<EditRow>& rows, std::string_view file = "r.yaml") {
  for (const EditRow& row : rows) {
    SCOPED_TRACE(row.what);
    const auto edited = set(row.before, row.key, row.value, file);
    if (!edited.ok()) {
      ADD_FAILURE() << edited.error().message;
      continue;
    }
    EXPECT_EQ(*edited, row.after);
  }
}

TEST(RequirementEditTest, AValueThatIsThereIsReplacedAndEveryOtherByteStays) {
  expect_rows({
      {"plain", "requirements:\n  plan:\n    enabled: true\n    scope: session\n", "enabled", false,
       "requirements:\n  plan:\n    enabled: false\n    scope: session\n"},
      {"with comments",
       "# top\nrequirements: # all\n  plan:\n    # why\n    enabled:   true   # on\n\n  b: {}\n",
       "enabled", false,
       "# top\nrequirements: # all\n  plan:\n    # why\n    enabled:   false   # on\n\n  b: {}\n"},
      {"double quotes", "requirements:\n  plan:\n    message: \"a # \\\" b\" # c\n", "message", "x",
       "requirements:\n  plan:\n    message: x # c\n"},
      {"single quotes", "requirements:\n  plan:\n    message: 'it''s: a' # c\n", "message", "x",
       "requirements:\n  plan:\n    message: x # c\n"},
      {"a text that needs quotes", "requirements:\n  plan:\n    message: a\n", "message",
       "b: \"c\" # d\ne", "requirements:\n  plan:\n    message: \"b: \\\"c\\\" # d\\ne\"\n"},
      {"a text that looks like something else", "requirements:\n  plan:\n    message: a\n",
       "message", "yes", "requirements:\n  plan:\n    message: \"yes\"\n"},
      {"block scalar",
       "requirements:\n  plan:\n    message: |\n      one\n      # two\n\n    # next\n    scope: "
       "session\n",
       "message", "x",
       "requirements:\n  plan:\n    message: x\n\n    # next\n    scope: session\n"},
      {"folded over lines", "requirements:\n  plan:\n    message: one\n      two\n  b: {}\n",
       "message", "x", "requirements:\n  plan:\n    message: x\n  b: {}\n"},
      {"nothing there yet", "requirements:\n  plan:\n    scope: # later\n    enabled: true\n",
       "scope", "branch", "requirements:\n  plan:\n    scope: branch # later\n    enabled: true\n"},
      {"null", "requirements:\n  plan:\n    scope: ~\n", "scope", "branch",
       "requirements:\n  plan:\n    scope: branch\n"},
      {"flow", "requirements: {plan: {enabled: true, scope: session}}\n", "enabled", false,
       "requirements: {plan: {enabled: false, scope: session}}\n"},
      {"flow, last", "requirements: {plan: { scope: 'a' }}\n", "scope", "branch",
       "requirements: {plan: { scope: branch }}\n"},
      {"nested", "requirements:\n  plan:\n    thresholds:\n      warn: 1\n      block: 2\n",
       "thresholds.block", 400,
       "requirements:\n  plan:\n    thresholds:\n      warn: 1\n      block: 400\n"},
      {"a list",
       "requirements:\n  plan:\n    trigger_tools:\n    - Edit # e\n    - Write\n    "
       "scope: session\n",
       "trigger_tools", Json::array({"Bash"}),
       "requirements:\n  plan:\n    trigger_tools: [\"Bash\"]\n    scope: session\n"},
      {"windows", "requirements:\r\n  plan:\r\n    enabled: true\r\n", "enabled", false,
       "requirements:\r\n  plan:\r\n    enabled: false\r\n"},
      {"no newline at the end", "requirements:\n  plan:\n    enabled: true", "enabled", false,
       "requirements:\n  plan:\n    enabled: false"},
      {"byte order mark", "\xEF\xBB\xBFrequirements: {plan: {enabled: true}}\n", "enabled", false,
       "\xEF\xBB\xBFrequirements: {plan: {enabled: false}}\n"},
      {"other letters", "requirements:\n  plan: {message: \"größe\", enabled: true}\n", "enabled",
       false, "requirements:\n  plan: {message: \"größe\", enabled: false}\n"},
      {"keys in quotes", "\"requirements\":\n  'plan':\n    \"enabled\": true\n", "enabled", false,
       "\"requirements\":\n  'plan':\n    \"enabled\": false\n"},
      {"twice: the last one counts",
       "requirements:\n  plan:\n    enabled: true\n    enabled: true # this\n", "enabled", false,
       "requirements:\n  plan:\n    enabled: true\n    enabled: false # this\n"},
      {"an alias of its own", "x-on: &on true\nrequirements:\n  plan:\n    enabled: *on\n",
       "enabled", false, "x-on: &on true\nrequirements:\n  plan:\n    enabled: false\n"},
      {"an explicit key", "requirements:\n  ? plan\n  : enabled: true\n", "enabled", false,
       "requirements:\n  ? plan\n  : enabled: false\n"},
      {"the same already", "requirements: {plan: {enabled:    false}}", "enabled", false,
       "requirements: {plan: {enabled:    false}}"},
  });
}

TEST(RequirementEditTest, WhatIsMissingIsAddedInTheIndentationOfTheFile) {
  expect_rows({
      {"a key", "requirements:\n    plan: # p\n        # about scope\n        scope: session\n",
       "enabled", false,
       "requirements:\n    plan: # p\n        enabled: false\n        # about scope\n        "
       "scope: "
       "session\n"},
      {"a requirement",
       "requirements:\n  b:\n    message: |\n      text\n      # not a comment\n\n# end\nhooks: "
       "{}\n",
       "enabled", true,
       "requirements:\n  b:\n    message: |\n      text\n      # not a comment\n  plan:\n    "
       "enabled: true\n\n# end\nhooks: {}\n"},
      {"a requirement behind a list at its key's own column",
       "requirements:\n  b:\n    trigger_tools:\n    - Edit\n", "enabled", true,
       "requirements:\n  b:\n    trigger_tools:\n    - Edit\n  plan:\n    enabled: true\n"},
      {"behind a comment that is less deep", "requirements:\n  b:\n# odd\n    enabled: true\n",
       "enabled", true,
       "requirements:\n  b:\n# odd\n    enabled: true\n  plan:\n    enabled: true\n"},
      {"before what is commented out", "requirements:\n  b: {}\n  # c: {}\nhooks: {}\n", "enabled",
       true, "requirements:\n  b: {}\n  plan:\n    enabled: true\n  # c: {}\nhooks: {}\n"},
      {"a section", "version: \"1.0\"\nhooks:\n   stop:\n      max_blocks: 2", "enabled", true,
       "version: \"1.0\"\nhooks:\n   stop:\n      max_blocks: 2\nrequirements:\n   plan:\n      "
       "enabled: true\n"},
      {"everything", "", "enabled", true, "requirements:\n  plan:\n    enabled: true\n"},
      {"behind comments alone", "# nothing yet\n", "enabled", true,
       "# nothing yet\nrequirements:\n  plan:\n    enabled: true\n"},
      {"an empty section", "requirements:\n  # none\nenabled: true\n", "enabled", true,
       "requirements:\n  plan:\n    enabled: true\n  # none\nenabled: true\n"},
      {"an empty requirement", "requirements:\n  plan:\n  b: {}\n", "enabled", true,
       "requirements:\n  plan:\n    enabled: true\n  b: {}\n"},
      {"a nested key", "requirements:\n  plan:\n    scope: session\n", "thresholds.block", 5,
       "requirements:\n  plan:\n    thresholds:\n      block: 5\n    scope: session\n"},
      {"in a flow mapping", "requirements:\n  plan: {scope: session}\n", "enabled", false,
       "requirements:\n  plan: {enabled: false, scope: session}\n"},
      {"in an empty flow mapping", "requirements: {}\n", "enabled", false,
       "requirements: {plan: {\"enabled\":false}}\n"},
      {"before a document's end", "requirements:\n  b: {}\n...\n", "enabled", true,
       "requirements:\n  b: {}\n  plan:\n    enabled: true\n...\n"},
      {"what a merge brings is overridden here",
       "x: &base\n  enabled: true\nrequirements:\n  plan:\n    <<: *base\n", "enabled", false,
       "x: &base\n  enabled: true\nrequirements:\n  plan:\n    enabled: false\n    <<: *base\n"},
      {"windows", "requirements:\r\n  b:\r\n    enabled: true\r\n", "enabled", true,
       "requirements:\r\n  b:\r\n    enabled: true\r\n  plan:\r\n    enabled: true\r\n"},
  });
}

TEST(RequirementEditTest, AJsonFileStaysJson) {
  expect_rows(
      {
          {"replaced", "{\n  \"requirements\": {\n    \"plan\": {\"enabled\": true}\n  }\n}\n",
           "enabled", false,
           "{\n  \"requirements\": {\n    \"plan\": {\"enabled\": false}\n  }\n}\n"},
          {"added", "{\n  \"requirements\": {\n    \"b\": {}\n  }\n}\n", "scope", "branch",
           "{\n  \"requirements\": {\n    \"plan\": {\"scope\":\"branch\"},\n    \"b\": {}\n  "
           "}\n}\n"},
          {"new", "", "enabled", true, "{\"requirements\": {\"plan\":{\"enabled\":true}}}\n"},
      },
      "r.json");
}

TEST(RequirementEditTest, WhatWouldChangeOthersIsRefused) {
  for (const char* text : {
           "requirements:\n  a: &base\n    enabled: true\n  plan: *base\n",
           "requirements:\n  plan:\n    enabled: &on true\n  b:\n    enabled: *on\n",
           "requirements:\n  plan: on\n",
           "- a\n- b\n",
       }) {
    SCOPED_TRACE(text);
    const auto edited = set(text, "enabled", false);
    EXPECT_TRUE(!edited.ok() && edited.error().code == base::Code::refused)
        << (edited.ok() ? *edited : edited.error().message);
  }
}

TEST(RequirementEditTest, AFileThatCannotBeReadIsNotTouchedAndTheLineIsNamed) {
  for (const char* text : {"requirements:\n  plan: [\n", "a: 1\n b: 2\n", "\x01", "a: \xff\n"}) {
    SCOPED_TRACE(text);
    const auto edited = set(text, "enabled", false);
    ASSERT_FALSE(edited.ok());
    EXPECT_EQ(edited.error().code, base::Code::parse_error);
    EXPECT_NE(edited.error().message.find("r.yaml:"), std::string::npos) << edited.error().message;
  }
}

TEST(RequirementEditTest, ValuesAreListedWithTheirLines) {
  const auto values = values_in_file(
      "requirements:\n  plan:\n    enabled: true\n    thresholds:\n      block: 4\n"
      "    trigger_tools: [Edit, {tool: Bash}]\n  b:\n    enabled: false\n",
      "r.yaml", "", "plan");
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0].key, "enabled");
  EXPECT_EQ(values[0].value, "true");
  EXPECT_EQ(values[0].line, 3);
  EXPECT_EQ(values[1].key, "thresholds.block");
  EXPECT_EQ(values[1].line, 5);
  EXPECT_EQ(values[2].value, R"(["Edit",{"tool":"Bash"}])");
  const auto block = values_in_file("requirements:\n  requirements:\n    plan: {enabled: true}\n",
                                    "config.yaml", "requirements", "plan");
  ASSERT_EQ(block.size(), 1U);
  EXPECT_EQ(block[0].line, 3);
  EXPECT_TRUE(values_in_file("a: [", "r.yaml", "", "plan").empty());
}

}  // namespace
}  // namespace store
