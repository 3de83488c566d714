#include "store/requirement_fixture_yaml.h"

#include <array>

#include "store/requirement_value.h"
#include "store/requirement_yaml.h"

namespace store {
namespace {

using model::Answer;
using model::RequirementFixture;

using Satisfied = RequirementFixture::Satisfied;

constexpr std::array<KeyRow<Satisfied>, 3> kSatisfiedKeys{{
    {"by", [](Values& values, std::string_view name, const TreeNode& node,
              Satisfied& target) { values.word(name, node, target.by); }},
    {"age_s", [](Values& values, std::string_view name, const TreeNode& node,
                 Satisfied& target) { values.number(name, node, {}, target.age_s); }},
    {"ttl_s", [](Values& values, std::string_view name, const TreeNode& node,
                 Satisfied& target) { values.number(name, node, {}, target.ttl_s); }},
}};

// A list of names, or a mapping of names to how each was satisfied.
void satisfactions(Values& values, std::string_view name, const TreeNode& node,
                   std::map<std::string, Satisfied>& target) {
  if (node.kind != TreeKind::map) {
    std::vector<std::string> names;
    values.words(name, node, names);
    for (const std::string& one : names) target.emplace(one, Satisfied{});
    return;
  }
  for (const TreeMember& member : node.members) {
    Satisfied satisfied;
    read_map(values, std::string(name) + "." + member.key, member.value, kSatisfiedKeys, satisfied);
    target.emplace(member.key, std::move(satisfied));
  }
}

void measures(Values& values, std::string_view name, const TreeNode& node,
              RequirementFixture& target) {
  if (node.is_nothing()) return;
  if (node.kind != TreeKind::map)
    return values.refuse_value(name, node, "a mapping of names to numbers");
  for (const TreeMember& member : node.members) {
    std::optional<double> value;
    values.measure(std::string(name) + "." + member.key, member.value, value);
    if (value) target.measured.emplace(member.key, *value);
  }
}

template <auto Member>
void fixture_word(Values& values, std::string_view name, const TreeNode& node,
                  RequirementFixture& target) {
  values.word(name, node, target.*Member);
}

template <auto Member>
void fixture_words(Values& values, std::string_view name, const TreeNode& node,
                   RequirementFixture& target) {
  values.words(name, node, target.*Member);
}

template <auto Member>
void fixture_prose(Values& values, std::string_view name, const TreeNode& node,
                   RequirementFixture& target) {
  values.prose(name, node, target.*Member);
}

template <auto Member>
void satisfaction(Values& values, std::string_view name, const TreeNode& node,
                  RequirementFixture& target) {
  satisfactions(values, name, node, target.*Member);
}

constexpr std::array<KeyRow<RequirementFixture>, 9> kGivenKeys{{
    {"branch", fixture_word<&RequirementFixture::branch>},
    {"satisfied", satisfaction<&RequirementFixture::satisfied>},
    {"approved", satisfaction<&RequirementFixture::approved>},
    {"triggered", fixture_words<&RequirementFixture::triggered>},
    {"no_evidence", fixture_words<&RequirementFixture::no_evidence>},
    {"stale", fixture_words<&RequirementFixture::stale>},
    {"measured", measures},
    {"other_sessions", fixture_words<&RequirementFixture::other_sessions>},
    {"claims", fixture_words<&RequirementFixture::claims>},
}};

constexpr std::array<KeyRow<RequirementFixture>, 4> kEventKeys{{
    {"tool", fixture_word<&RequirementFixture::tool>},
    {"command", fixture_prose<&RequirementFixture::command>},
    {"file", fixture_word<&RequirementFixture::target>},
    {"skill", fixture_word<&RequirementFixture::skill>},
}};

void given(Values& values, std::string_view name, const TreeNode& node,
           RequirementFixture& target) {
  read_map(values, name, node, kGivenKeys, target);
}

void event(Values& values, std::string_view name, const TreeNode& node,
           RequirementFixture& target) {
  if (node.kind == TreeKind::text && node.text == "stop") {
    target.is_turn_end = true;
    return;
  }
  if (node.kind != TreeKind::map)
    return values.refuse_value(name, node, "a mapping with `tool`, or stop");
  read_map(values, name, node, kEventKeys, target);
  if (target.tool.empty()) values.refuse(node.place, "`event` has no `tool`");
}

std::optional<Answer> answer_from_name(std::string_view name) {
  for (const Answer answer : {Answer::allow, Answer::warn, Answer::deny}) {
    if (model::name_of(answer) == name) return answer;
  }
  return std::nullopt;
}

void expected(Values& values, std::string_view name, const TreeNode& node,
              RequirementFixture& target) {
  values.choice(name, node, answer_from_name, "allow, warn or deny", target.expected);
}

void unmet(Values& values, std::string_view name, const TreeNode& node,
           RequirementFixture& target) {
  std::vector<std::string> names;
  values.words(name, node, names);
  target.unmet = std::move(names);
}

constexpr std::array<KeyRow<RequirementFixture>, 6> kCaseKeys{{
    {"name", fixture_prose<&RequirementFixture::name>},
    {"given", given},
    {"event", event},
    {"expect", expected},
    {"requirements", unmet},
    {"why", fixture_prose<&RequirementFixture::why>},
}};

void read_case(Values& values, const TreeNode& node, RequirementFixture& fixture) {
  if (node.kind != TreeKind::map) {
    return values.refuse(node.place, "a case is a mapping with `event` and `expect`");
  }
  read_map(values, "", node, kCaseKeys, fixture);
  for (const char* key : {"event", "expect"}) {
    if (node.find(key) == nullptr) {
      values.refuse(node.place, std::string("a case needs `") + key + "`");
    }
  }
}

// The list itself, or the one below `cases`.
const TreeNode* case_list(Values& values, const TreeNode& root) {
  if (root.kind == TreeKind::list) return &root;
  const TreeMember* const member = root.find("cases");
  if (member != nullptr && member->value.kind == TreeKind::list) return &member->value;
  values.refuse(root.place, "the file must be a list of cases, or have one below `cases`");
  return nullptr;
}

base::Error error_of(const std::vector<model::ConfigProblem>& problems) {
  const model::ConfigProblem& first = problems.front();
  std::string text = first.file + ":" + std::to_string(first.line) + ": " + first.message;
  if (problems.size() > 1) text += " (and " + std::to_string(problems.size() - 1) + " more)";
  return {base::Code::parse_error, std::move(text), "`req test --help` has an example of a case."};
}

}  // namespace

base::Result<std::vector<RequirementFixture>> parse_requirement_fixtures(std::string_view text,
                                                                         const std::string& file) {
  const Tree tree = parse_tree(text, tree_format_of(file), {});
  Findings findings({file});
  if (tree.fault) findings.problem({0, tree.fault->line}, tree.fault->message);
  for (const TreeIssue& issue : tree.issues) findings.problem({0, issue.line}, issue.message);
  std::vector<RequirementFixture> fixtures;
  Values values(findings, "");
  const TreeNode* const list = tree.fault ? nullptr : case_list(values, tree.root);
  if (list != nullptr) {
    for (const TreeNode& node : list->items) {
      RequirementFixture fixture;
      fixture.file = file;
      fixture.line = node.place.line;
      read_case(values, node, fixture);
      if (fixture.name.empty()) fixture.name = "case " + std::to_string(fixtures.size() + 1);
      fixtures.push_back(std::move(fixture));
    }
  }
  const auto problems = findings.take_problems();
  if (!problems.empty()) return error_of(problems);
  return fixtures;
}

}  // namespace store
