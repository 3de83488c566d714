#include "store/requirement_yaml.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace store {
namespace {

Tree yaml(std::string_view text, const TreeBuilder::Options& options = {}) {
  return parse_tree(text, TreeFormat::yaml, options);
}

Tree json(std::string_view text) { return parse_tree(text, TreeFormat::json, {}); }

// One line a tree: {a@1: x@1, b@2: [y@3, z@4]}; a key and a value each with their line.
std::string drawn(const TreeNode& node) {
  const std::string at = "@" + std::to_string(node.place.line);
  std::string text;
  switch (node.kind) {
    case TreeKind::nothing:
      return "~" + at;
    case TreeKind::text:
      return node.text + at;
    case TreeKind::list:
      for (const TreeNode& item : node.items) text += (text.empty() ? "" : ", ") + drawn(item);
      return "[" + text + "]";
    case TreeKind::map:
      for (const TreeMember& member : node.members) {
        text += (text.empty() ? "" : ", ") + member.key + "@" + std::to_string(member.place.line) +
                ": " + drawn(member.value);
      }
      return "{" + text + "}";
  }
  return text;
}

std::string drawn(const Tree& tree) {
  EXPECT_FALSE(tree.fault) << tree.fault->line << ": " << tree.fault->message;
  return drawn(tree.root);
}

std::vector<std::string> issues(const Tree& tree) {
  std::vector<std::string> lines;
  for (const TreeIssue& issue : tree.issues) {
    lines.push_back(std::to_string(issue.line) + " " + issue.message);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(RequirementYamlTest, EveryKeyAndValueKnowsItsLine) {
  EXPECT_EQ(drawn(yaml("# comment\n"
                       "a:\n"
                       "  b: yes\n"
                       "  c:\n"
                       "  d:\n"
                       "    - x\n"
                       "    - {e: f}\n"
                       "g: |\n"
                       "  two\n"
                       "  lines\n"
                       "h: >-\n"
                       "  one\n"
                       "  line\n"
                       "i: [1,\n"
                       "  \"2\"]\n")),
            "{a@2: {b@3: yes@3, c@4: ~@4, d@5: [x@6, {e@7: f@7}]}, g@8: two\nlines\n@8, "
            "h@11: one line@11, i@14: [1@14, 2@15]}");
}

TEST(RequirementYamlTest, AMissingValueIsNothing) {
  EXPECT_EQ(drawn(yaml("")), "~@0");
  EXPECT_EQ(drawn(yaml("# x\n")), "~@0");
  EXPECT_EQ(drawn(yaml("a: ~\nb: null\nc: 'null'\nd: ''\n\n\ne:")),
            "{a@1: ~@1, b@2: ~@2, c@3: null@3, d@4: @4, e@7: ~@7}");
}

// S4-92
TEST(RequirementYamlTest, AnAliasStandsForWhatItNamesWithItsLines) {
  EXPECT_EQ(drawn(yaml("a: &x [1]\n"
                       "b: *x\n"
                       "c: &y\n"
                       "  d: &z 2\n"
                       "e: *y\n"
                       "f: *z\n")),
            "{a@1: [1@1], b@2: [1@1], c@3: {d@4: 2@4}, e@5: {d@4: 2@4}, f@6: 2@4}");
}

TEST(RequirementYamlTest, AMergeKeyBringsWhatTheMapDoesNotSayItself) {
  EXPECT_EQ(drawn(yaml("a: &a {x: 1, y: 2}\n"
                       "b: &b {y: 3, z: 4}\n"
                       "c:\n"
                       "  <<: *a\n"
                       "  x: 5\n"
                       "d:\n"
                       "  z: 6\n"
                       "  <<: [*a, *b]\n"
                       "e: {<<: {q: 7}}\n"
                       "f: {'<<': 8}\n")),
            "{a@1: {x@1: 1@1, y@1: 2@1}, b@2: {y@2: 3@2, z@2: 4@2}, "
            "c@3: {x@5: 5@5, y@1: 2@1}, d@6: {z@7: 6@7, x@1: 1@1, y@1: 2@1}, "
            "e@9: {q@9: 7@9}, f@10: {<<@10: 8@10}}");
  const Tree odd = yaml("a:\n  <<: 5\n  b: 1\nc:\n  <<: [x, {d: 2}]\n");
  EXPECT_EQ(drawn(odd), "{a@1: {b@3: 1@3}, c@4: {d@5: 2@5}}");
  EXPECT_EQ(issues(odd), (Lines{"2 `<<` takes a mapping or a list of mappings",
                                "5 `<<` takes a mapping or a list of mappings"}));
}

TEST(RequirementYamlTest, WhatIsOddIsToldAndTheRestIsRead) {
  const Tree tree = yaml(
      "a: 1\n"
      "b: 2\n"
      "a: 3\n"
      "? [c]\n"
      ": 4\n"
      "~: 5\n"
      "d: 6\n");
  EXPECT_EQ(drawn(tree), "{a@3: 3@3, b@2: 2@2, d@7: 6@7}");
  EXPECT_EQ(issues(tree), (Lines{"3 key `a` occurs twice; the last one counts",
                                 "4 a key must be a word", "6 a key must be a word"}));
  const Tree two = yaml("a: 1\n---\nb: 2\n");
  EXPECT_EQ(drawn(two), "{a@1: 1@1}");
  EXPECT_EQ(issues(two), Lines{"0 only the first document of a file is read"});
  EXPECT_TRUE(yaml("---\na: 1\n...\n# end\n").issues.empty());
}

// S4-25
TEST(RequirementYamlTest, TextThatCannotBeReadIsAFaultWithItsLine) {
  using namespace std::string_literals;
  struct Row {
    std::string text;
    int line;
    const char* message;
  };
  const std::vector<Row> rows{
      {"a: [\n", 2, "not valid YAML"},
      {"a: 1\nb:\n\tc: 2\n", 3, "not valid YAML"},
      {"a: 1\n  b: 2\n", 2, "not valid YAML"},
      {"a: *nobody\n", 1, "not valid YAML"},
      {"x: 1\na: &a\n  - *a\n", 3, "an alias inside of what it stands for"},
      {"a: &a {b: *a}\n", 1, "an alias inside of what it stands for"},
      {"a: 1\nb: \"\xff\"\n", 2, "not UTF-8"},
      {"a: 1\n\xc3( : 2\n", 2, "not UTF-8"},
      {std::string(100'000, '['), 1, "more than 32 levels"},
      {std::string(100'000, '{'), 1, "more than 32 levels"},
      {"<<<<<<< HEAD\na:\n=======\nb:\n>>>>>>> x\n", 2, "not valid YAML"},
      {"\0\0\0"s, 1, "a control character"},
      {"a: 1\n\x04\nb: 2\n", 2, "a control character"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text.substr(0, 40));
    const Tree tree = yaml(row.text);
    ASSERT_TRUE(tree.fault);
    EXPECT_EQ(tree.fault->line, row.line);
    EXPECT_NE(tree.fault->message.find(row.message), std::string::npos) << tree.fault->message;
    EXPECT_TRUE(tree.root.is_nothing());
  }
}

std::string nested(int levels) {
  std::string text;
  for (int i = 0; i < levels; ++i) text += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  return text;
}

TEST(RequirementYamlTest, DepthHasALimit) {
  EXPECT_FALSE(yaml(nested(32)).fault);
  ASSERT_TRUE(yaml(nested(33)).fault);
  EXPECT_EQ(yaml(nested(33)).fault->line, 33);
  // By aliases too: 20 levels below 20.
  const std::string deep = "x: &x\n" + std::string("  ") + std::string(19, '[') +
                           std::string(19, ']') + "\ny: " + std::string(19, '[') + "*x" +
                           std::string(19, ']') + "\n";
  ASSERT_TRUE(yaml(deep).fault);
  EXPECT_EQ(yaml(deep).fault->line, 3);
}

// Nine lines that would be a billion values.
TEST(RequirementYamlTest, AliasesOfAliasesEndWithTheBudget) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string below = "*a" + std::to_string(i - 1);
    const std::string name = "a" + std::to_string(i);
    text += name + ": &" + name + " [" + below;
    for (int k = 1; k < 10; ++k) text += ", " + below;
    text += "]\n";
  }
  const Tree tree = yaml(text);
  ASSERT_TRUE(tree.fault);
  EXPECT_EQ(tree.fault->message, "more than 100000 values, with those that aliases repeat");
  EXPECT_EQ(tree.fault->line, 5);

  std::string long_text = "a: &a " + std::string(100'000, 'x') + "\nb:\n";
  for (int i = 0; i < 50; ++i) long_text += "  - *a\n";
  ASSERT_TRUE(yaml(long_text).fault);
  EXPECT_NE(yaml(long_text).fault->message.find("bytes of text"), std::string::npos);
}

TEST(RequirementYamlTest, EveryCountHasALimit) {
  TreeBuilder::Options options;
  options.limits = {.bytes_max = 60, .nodes_max = 6, .text_bytes_max = 30, .members_max = 3};
  EXPECT_FALSE(yaml("a: 1\nb: 2\n", options).fault);
  const std::vector<std::pair<std::string, std::string>> rows{
      {std::string(61, '#'), "larger than 60 bytes"},
      {"- 1\n- 2\n- 3\n- 4\n- 5\n- 6\n", "more than 6 values"},
      {"a: " + std::string(30, 'x'), "more than 30 bytes of text"},
  };
  for (const auto& [text, message] : rows) {
    ASSERT_TRUE(yaml(text, options).fault) << text;
    EXPECT_TRUE(yaml(text, options).fault->message.starts_with(message));
  }
  options.limits.nodes_max = 100;
  EXPECT_FALSE(yaml("a: 1\nb: 2\nc: 3\n", options).fault);
  for (const char* text : {"a: 1\nb: 2\nc: 3\nd: 4\n", "a: 1\nb: 2\nc: 3\n<<: {d: 4}\n"}) {
    ASSERT_TRUE(yaml(text, options).fault);
    EXPECT_EQ(yaml(text, options).fault->message, "more than 3 keys in one mapping");
    EXPECT_EQ(yaml(text, options).fault->line, 4);
  }
  std::string twice;
  for (int i = 0; i < 100; ++i) twice += "a: 1\n";
  EXPECT_EQ(yaml(twice).issues.size(), TreeLimits{}.issues_max);
}

TEST(RequirementYamlTest, JsonIsReadWithItsLinesAndItsOwnEscapes) {
  EXPECT_EQ(drawn(json("{\n"
                       "\t\"a\":\"x\\/y\",\n"
                       "  \"b\" : [1, 2.5e3,\n"
                       "    true],\n"
                       "  \"c\": null, \"d\": \"\\ud83d\\ude00\",\n"
                       "  \"<<\": {\"e\": \"*a\"}\n"
                       "}\n")),
            "{a@2: x/y@2, b@3: [1@3, 2.5e3@3, true@4], c@5: ~@5, d@5: \xF0\x9F\x98\x80@5, "
            "<<@6: {e@6: *a@6}}");
  EXPECT_EQ(drawn(json("\xEF\xBB\xBF{\"a\": 1}")), "{a@1: 1@1}");
  EXPECT_EQ(issues(json("{\"a\": 1,\n\"a\": 2}")),
            Lines{"2 key `a` occurs twice; the last one counts"});
  EXPECT_EQ(tree_format_of("/p/.claude/requirements.json"), TreeFormat::json);
  EXPECT_EQ(tree_format_of("/p/.claude/requirements.yaml"), TreeFormat::yaml);
}

TEST(RequirementYamlTest, JsonThatCannotBeReadIsAFault) {
  using namespace std::string_literals;
  struct Row {
    std::string text;
    int line;
  };
  const std::vector<Row> rows{
      {"", 1},
      {"{\n\"a\": 1,\n}", 3},
      {"{\"a\": 1}\n{}", 2},
      {"a: 1\n", 1},
      {"{\"a\":\n\"\xff\"}", 2},
      {"{}\0{}"s, 0},
      {"{\"a\": \"\\ud800\"}", 1},
      {std::string(100'000, '['), 1},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text.substr(0, 40));
    const Tree tree = json(row.text);
    ASSERT_TRUE(tree.fault);
    EXPECT_EQ(tree.fault->line, row.line);
    EXPECT_FALSE(tree.fault->message.empty());
  }
}

TEST(RequirementYamlTest, OneSectionOfAFileIsReadAndTheOthersAreNotJudged) {
  TreeBuilder::Options options;
  options.section = "requirements";
  const Tree tree = yaml(
      "gate: &g {a: 1}\n"
      "gate: {a: 2}\n"
      "requirements:\n"
      "  b: *g\n"
      "  c: 1\n"
      "  c: 2\n"
      "work: {x: 1, x: 2}\n",
      options);
  EXPECT_EQ(drawn(tree), "{b@4: {a@1: 1@1}, c@6: 2@6}");
  EXPECT_EQ(tree.root.place.line, 3);
  EXPECT_EQ(issues(tree), Lines{"6 key `c` occurs twice; the last one counts"});
  EXPECT_TRUE(yaml("gate: {}\n", options).root.is_nothing());
  EXPECT_TRUE(yaml("[requirements]\n", options).root.is_nothing());
}

TreeNode merged(std::string_view weaker, std::string_view stronger) {
  TreeBuilder::Options second;
  second.file = 1;
  TreeNode root = yaml(weaker).root;
  merge_tree(root, yaml(stronger, second).root);
  return root;
}

// S4-82, S4-91
TEST(RequirementYamlTest, MapsAreMergedAndEverythingElseIsReplaced) {
  EXPECT_EQ(drawn(merged("a: {x: 1, y: [1, 2], z: {q: 1}}\nb: 1\n",
                         "\n\na: {y: [3], z: {r: 2}}\nc: 3\n")),
            "{a@3: {x@1: 1@1, y@3: [3@3], z@3: {q@1: 1@1, r@3: 2@3}}, b@2: 1@2, c@4: 3@4}");
  EXPECT_EQ(drawn(merged("a: {x: 1}\n", "a: 5\n")), "{a@1: 5@1}");
  EXPECT_EQ(drawn(merged("a: 5\n", "a: {x: 1}\n")), "{a@1: {x@1: 1@1}}");
  EXPECT_EQ(drawn(merged("", "a: 1\n")), "{a@1: 1@1}");
  EXPECT_EQ(drawn(merged("a: 1\n", "")), "{a@1: 1@1}");
  const TreeNode root = merged("a: {x: 1, y: 2}\n", "a: {y: 3}\n");
  const TreeMember& a = *root.find("a");
  EXPECT_EQ(a.place.file, 1);
  EXPECT_EQ(a.value.find("x")->value.place.file, 0);
  EXPECT_EQ(a.value.find("y")->value.place.file, 1);
}

TEST(RequirementYamlTest, AKeyWithoutAValueUnsetsAllButMaps) {
  EXPECT_EQ(drawn(merged("a: {x: 1}\nb: 2\nc: [3]\n", "a:\nb:\nc: ~\n")),
            "{a@1: {x@1: 1@1}, b@2: ~@2, c@3: ~@3}");
}

}  // namespace
}  // namespace store
