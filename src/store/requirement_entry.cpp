#include "store/requirement_entry.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "store/config_keys.h"

namespace store {
namespace {

using model::EvidenceRule;
using model::FingerprintRule;
using model::Requirement;
using model::ToolMatch;

constexpr std::size_t kRequirementNameBytesMax = 100;
constexpr std::size_t kPatternBytesMax = 4096;
constexpr std::size_t kRangeBytesMax = 256;
constexpr std::string_view kShell = "Bash";
// Built in, each also known without its ending.
constexpr std::string_view kCalculatorEnding = "_calculator";
constexpr std::array<std::string_view, 3> kCalculators{
    "branch_size_calculator", "session_cost_calculator", "day_cost_calculator"};

// What is read before it is known whether it is whole.
struct Draft {
  Requirement requirement;
  bool deprecated = false;
  std::string deprecated_message;
};

template <auto Member>
void draft_flag(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  values.flag(name, node, draft.requirement.*Member);
}

template <auto Member>
void draft_prose(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  values.prose(name, node, draft.requirement.*Member);
}

template <auto Member>
void draft_seconds(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  values.number(name, node, {}, draft.requirement.*Member);
}

template <auto Member>
void draft_words(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  values.words(name, node, draft.requirement.*Member);
}

void type(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  values.choice(name, node, model::requirement_type_from_name, "blocking, guard or dynamic",
                draft.requirement.type);
}

void scope(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  values.choice(name, node, model::requirement_scope_from_name,
                "session, branch, single_use or permanent", draft.requirement.scope);
}

void enforce(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  values.choice(name, node, model::enforcing_from_name, "observe, warn or block",
                draft.requirement.enforcing);
}

void guard_type(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  values.choice(name, node, model::guard_type_from_name,
                "protected_branch, single_session or unclaimed", draft.requirement.guard);
}

void resolving_skill(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  values.word(name, node, draft.requirement.resolving_skill);
}

// Any text is a pattern but for its length: what it means is the policy's to say.
void pattern(Values& values, std::string_view name, const TreeNode& node, ToolMatch& match) {
  if (node.is_nothing()) return;
  if (node.kind != TreeKind::text || node.text.size() > kPatternBytesMax ||
      node.text.find('\0') != std::string::npos) {
    return values.refuse_value(
        name, node,
        "a regular expression of at most " + std::to_string(kPatternBytesMax) + " bytes");
  }
  match.pattern = node.text;
}

void tool(Values& values, std::string_view name, const TreeNode& node, ToolMatch& match) {
  values.word(name, node, match.tool);
}

constexpr std::array<KeyRow<ToolMatch>, 2> kToolKeys{
    {{"tool", tool}, {"command_pattern", pattern}}};

void add_tool(Values& values, std::string_view name, const TreeNode& node,
              std::vector<ToolMatch>& target) {
  ToolMatch match;
  if (node.kind == TreeKind::map) {
    read_map(values, name, node, kToolKeys, match);
    if (match.tool.empty())
      return values.refuse_value(name, node, "a tool, or a mapping with `tool`");
  } else if (node.kind == TreeKind::text) {
    tool(values, name, node, match);
  } else {
    return values.refuse_value(name, node, "a tool, or a mapping with `tool`");
  }
  if (!match.pattern.empty() && match.tool != kShell) {
    values.remark(
        node.find("command_pattern")->place,
        "`command_pattern` is for Bash alone and is not used for '" + shown(match.tool) + "'");
    match.pattern.clear();
  }
  target.push_back(std::move(match));
}

void triggers(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  if (node.is_nothing()) return;
  if (node.kind != TreeKind::list) return values.refuse_value(name, node, "a list of tools");
  draft.requirement.triggers.clear();
  for (const TreeNode* item : values.items(name, node)) {
    add_tool(values, name, *item, draft.requirement.triggers);
  }
}

void satisfying_tools(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  if (node.is_nothing()) return;
  for (const TreeNode* item : values.items(name, node)) {
    add_tool(values, name, *item, draft.requirement.satisfied_by_tools);
  }
}

constexpr std::array<KeyRow<EvidenceRule>, 4> kEvidenceKeys{{
    {"dirs", [](Values& values, std::string_view name, const TreeNode& node,
                EvidenceRule& rule) { values.paths(name, node, rule.folders); }},
    {"require_markers", [](Values& values, std::string_view name, const TreeNode& node,
                           EvidenceRule& rule) { values.words(name, node, rule.markers); }},
    {"require_verdict", [](Values& values, std::string_view name, const TreeNode& node,
                           EvidenceRule& rule) { values.word(name, node, rule.verdict); }},
    {"max_age_seconds", [](Values& values, std::string_view name, const TreeNode& node,
                           EvidenceRule& rule) { values.number(name, node, {}, rule.max_age_s); }},
}};

void evidence(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  if (node.is_nothing()) return;
  EvidenceRule rule;
  rule.folders = {".claude/plans"};
  read_map(values, name, node, kEvidenceKeys, rule);
  draft.requirement.evidence = std::move(rule);
}

// What goes to git as one argument: two ends and the dots between them, never an option.
bool is_range(std::string_view text) {
  const auto is_allowed = [](char c) {
    return base::is_alnum(c) || std::string_view("._/~^@{}-").find(c) != std::string_view::npos;
  };
  if (text.size() > kRangeBytesMax || text.starts_with('-') ||
      !std::all_of(text.begin(), text.end(), is_allowed)) {
    return false;
  }
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return false;
  std::string_view right = text.substr(dots + 2);
  if (right.starts_with('.')) right.remove_prefix(1);
  return (dots > 0 || !right.empty()) && !right.starts_with('.') &&
         right.find("..") == std::string_view::npos;
}

void range(Values& values, std::string_view name, const TreeNode& node, FingerprintRule& rule) {
  if (node.is_nothing()) return;
  if (node.kind != TreeKind::text || !is_range(node.text)) {
    return values.refuse_value(name, node, "a range of commits such as main..HEAD");
  }
  rule.range = node.text;
}

constexpr std::array<KeyRow<FingerprintRule>, 2> kFingerprintKeys{{
    {"paths", [](Values& values, std::string_view name, const TreeNode& node,
                 FingerprintRule& rule) { values.paths(name, node, rule.paths); }},
    {"range", range},
}};

void fingerprint(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  if (node.is_nothing()) return;
  FingerprintRule& rule = draft.requirement.fingerprint;
  read_map(values, name, node, kFingerprintKeys, rule);
  if (values.ok() && rule.empty()) {
    values.refuse(node.place, "`fingerprint` has neither `paths` nor `range`");
  }
}

void arguments(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  if (node.is_nothing()) return;
  if (node.kind != TreeKind::list || node.items.empty()) {
    return values.refuse_value(name, node, "a program and its arguments, as a list");
  }
  values.words(name, node, draft.requirement.calculation);
}

constexpr std::array<KeyRow<Draft>, 1> kCalculatorKeys{{{"argv", arguments}}};

void calculator(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  if (node.is_nothing()) return;
  if (node.kind == TreeKind::list) return arguments(values, name, node, draft);
  if (node.kind == TreeKind::map) return read_map(values, name, node, kCalculatorKeys, draft);
  for (const std::string_view known : kCalculators) {
    const std::string_view brief = known.substr(0, known.size() - kCalculatorEnding.size());
    if (node.text != known && node.text != brief) continue;
    draft.requirement.calculator = known;
    return;
  }
  values.refuse_value(name, node,
                      "branch_size_calculator, session_cost_calculator, day_cost_calculator, or a "
                      "program and its arguments");
}

constexpr std::array<KeyRow<Draft>, 2> kThresholdKeys{{
    {"warn", [](Values& values, std::string_view name, const TreeNode& node,
                Draft& draft) { values.measure(name, node, draft.requirement.warn_at); }},
    {"block", [](Values& values, std::string_view name, const TreeNode& node,
                 Draft& draft) { values.measure(name, node, draft.requirement.block_at); }},
}};

void thresholds(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  read_map(values, name, node, kThresholdKeys, draft);
}

// `true`, or at once what should be said about it.
void deprecated(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  if (node.kind == TreeKind::text && !base::trim(node.text).empty() && !to_flag(node.text)) {
    draft.deprecated = true;
    return values.prose(name, node, draft.deprecated_message);
  }
  values.flag(name, node, draft.deprecated);
}

void deprecated_message(Values& values, std::string_view name, const TreeNode& node, Draft& draft) {
  values.prose(name, node, draft.deprecated_message);
}

constexpr std::array kKeys{
    KeyRow<Draft>{"enabled", draft_flag<&Requirement::enabled>},
    KeyRow<Draft>{"type", type},
    KeyRow<Draft>{"scope", scope},
    KeyRow<Draft>{"enforce", enforce},
    KeyRow<Draft>{"stop_only", draft_flag<&Requirement::stop_only>},
    KeyRow<Draft>{"description", draft_prose<&Requirement::description>},
    KeyRow<Draft>{"message", draft_prose<&Requirement::message>},
    KeyRow<Draft>{"short_message", draft_prose<&Requirement::short_message>},
    KeyRow<Draft>{"blocking_message", draft_prose<&Requirement::blocking_message>},
    KeyRow<Draft>{"checklist", draft_prose<&Requirement::checklist>},
    KeyRow<Draft>{"trigger_tools", triggers},
    KeyRow<Draft>{"auto_resolve_skill", resolving_skill},
    KeyRow<Draft>{"satisfied_by_skill", draft_words<&Requirement::satisfied_by>},
    KeyRow<Draft>{"satisfied_by_tool", satisfying_tools},
    KeyRow<Draft>{"replan_ttl", draft_seconds<&Requirement::replan_ttl_s>},
    KeyRow<Draft>{"evidence", evidence},
    KeyRow<Draft>{"fingerprint", fingerprint},
    KeyRow<Draft>{"guard_type", guard_type},
    KeyRow<Draft>{"protected_branches", draft_words<&Requirement::protected_branches>},
    KeyRow<Draft>{"calculator", calculator},
    KeyRow<Draft>{"thresholds", thresholds},
    KeyRow<Draft>{"cache_ttl", draft_seconds<&Requirement::cache_ttl_s>},
    KeyRow<Draft>{"approval_ttl", draft_seconds<&Requirement::approval_ttl_s>},
    KeyRow<Draft>{"deprecated", deprecated},
    KeyRow<Draft>{"deprecated_message", deprecated_message},
};

// It becomes a key of JSON, part of file names and an argument that people type.
bool is_safe_name(std::string_view name) {
  const auto is_bad = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '\x7f' || c == '/' || c == '\\';
  };
  return !name.empty() && name.size() <= kRequirementNameBytesMax && name.front() != '-' &&
         name.front() != '.' && std::none_of(name.begin(), name.end(), is_bad);
}

bool has(const TreeNode& entry, std::string_view key) {
  const TreeMember* const member = entry.find(key);
  return member != nullptr && !member->value.is_nothing();
}

// What one key alone cannot show.
void check_whole(Values& values, const TreeMember& member, const Requirement& requirement) {
  switch (requirement.type) {
    case model::RequirementType::blocking:
      return;
    case model::RequirementType::guard:
      if (!has(member.value, "guard_type")) {
        values.refuse(member.place, "a guard needs a `guard_type`");
      }
      return;
    case model::RequirementType::dynamic:
      if (!has(member.value, "calculator")) {
        values.refuse(member.place, "a dynamic requirement needs a `calculator`");
      } else if (requirement.calculator.empty() && requirement.calculation.empty()) {
        values.refuse(member.value.find("calculator")->place, "`calculator` has no `argv`");
      }
      if (!requirement.warn_at && !requirement.block_at) {
        values.refuse(member.place, "a dynamic requirement needs `thresholds` with warn or block");
      }
      return;
  }
}

}  // namespace

std::optional<model::Requirement> read_requirement(Findings& findings, const TreeMember& member) {
  Values values(findings, member.key.empty() ? "''" : std::string_view(member.key));
  if (!is_safe_name(member.key)) {
    values.refuse(member.place,
                  "a name has 1 to " + std::to_string(kRequirementNameBytesMax) +
                      " bytes without control characters and slashes, and begins with neither '-' "
                      "nor '.'");
    return std::nullopt;
  }
  if (member.value.kind != TreeKind::map && !member.value.is_nothing()) {
    values.refuse(member.value.place, "it must be a mapping");
    return std::nullopt;
  }
  Draft draft;
  Requirement& requirement = draft.requirement;
  requirement.name = member.key;
  requirement.triggers = model::default_triggers();
  requirement.source = {findings.file(member.place), member.place.line};
  read_map(values, "", member.value, kKeys, draft);
  if (values.ok()) check_whole(values, member, requirement);
  if (!values.ok()) return std::nullopt;
  if (requirement.type == model::RequirementType::guard &&
      !has(member.value, "protected_branches")) {
    requirement.protected_branches = {"main", "master"};
  }
  if (draft.deprecated) {
    requirement.deprecated =
        draft.deprecated_message.empty() ? "it is marked as deprecated" : draft.deprecated_message;
  }
  return std::move(draft.requirement);
}

}  // namespace store
