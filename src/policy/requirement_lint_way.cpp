// Rules that stand in the way of their own satisfaction, or of each other's. What an agent can do
// to satisfy a rule is a list of calls; the rules themselves say which of these they gate.
#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "policy/pattern.h"
#include "policy/pattern_shape.h"
#include "policy/requirement_lint_part.h"
#include "policy/requirement_trigger.h"

namespace policy {
namespace {

using model::Requirement;
using model::RequirementType;

constexpr std::string_view kRoot = "/project";
constexpr std::string_view kHome = "/home/dev";
// Questions to the patterns. A repository may have any number of rules.
constexpr int kQuestionsMax = 10'000;

// A call that an agent could make, and how people know it.
struct Step {
  std::string words;  // "`req satisfy plan`"
  model::ToolCall call;
  std::optional<shell::Analysis> shell;
  std::vector<GateTarget> targets;
};

Step command_step(const std::string& command) {
  Step step;
  step.words = "`" + command + "`";
  step.call.tool = "Bash";
  step.call.command = command;
  step.shell = shell::analyse(command, {.folder = std::string(kRoot), .home = std::string(kHome)});
  return step;
}

Step skill_step(std::string_view skill) {
  while (skill.starts_with('/')) skill.remove_prefix(1);
  Step step;
  step.words = "`/" + std::string(skill) + "`";
  step.call.tool = "Skill";
  step.call.skill = skill;
  return step;
}

Step write_step(const std::string& folder) {
  Step step;
  const std::string path = std::string(kRoot) + "/" + folder + "/evidence.md";
  step.words = "writing to " + folder;
  step.call.tool = "Write";
  step.call.targets = {path};
  step.targets = {{path, path}};
  return step;
}

// A call that a rule is satisfied by; nothing where no example of the pattern is known.
std::optional<Step> tool_step(const model::ToolMatch& match) {
  if (match.tool == "Bash" && !match.pattern.empty()) {
    const auto pattern = Pattern::compile(match.pattern);
    const auto sample = shape_of(match.pattern).sample;
    const bool is_example =
        pattern.ok() && sample && pattern->matches(*sample, Pattern::Where::anywhere);
    return is_example ? std::optional(command_step(*sample)) : std::nullopt;
  }
  Step step;
  step.call.tool = match.tool;
  std::replace(step.call.tool.begin(), step.call.tool.end(), '*', 'x');
  std::replace(step.call.tool.begin(), step.call.tool.end(), '?', 'x');
  step.words = match.tool;
  return step;
}

bool gates_anything(const Requirement& rule) {
  return rule.enabled && !rule.stop_only && rule.enforcing == model::Enforcing::block;
}

bool gates(const Requirement& rule, const Step& step) {
  const shell::Analysis* const shell = step.shell ? &*step.shell : nullptr;
  return gates_anything(rule) && is_meant(rule.triggers, step.call, shell) &&
         !is_never_gated(step.call, step.targets, shell);
}

// The ways to satisfy a rule; each does. That of its skill first, that by hand last.
std::vector<Step> ways_of(const Requirement& rule) {
  std::vector<Step> ways;
  if (rule.type != RequirementType::blocking) {
    if (rule.type == RequirementType::guard && rule.guard == model::GuardType::protected_branch) {
      ways.push_back(command_step("git checkout -b feature/new"));
    }
    ways.push_back(command_step("req approve " + rule.name));
    return ways;
  }
  std::vector<std::string> skills = rule.satisfied_by;
  if (!rule.resolving_skill.empty()) skills.insert(skills.begin(), rule.resolving_skill);
  for (const std::string& skill : skills) ways.push_back(skill_step(skill));
  for (const model::ToolMatch& match : rule.satisfied_by_tools) {
    if (auto step = tool_step(match)) ways.push_back(*std::move(step));
  }
  ways.push_back(command_step("req satisfy " + rule.name));
  return ways;
}

std::string words_of(const std::vector<const Step*>& steps) {
  std::vector<std::string> words;
  for (const Step* step : steps) {
    if (std::find(words.begin(), words.end(), step->words) == words.end()) {
      words.push_back(step->words);
    }
  }
  return base::join(words, ", ");
}

class WayLint {
 public:
  WayLint(const model::Requirements& rules, RuleFindings& findings) : findings_(findings) {
    for (const Requirement& rule : rules.list) {
      if (rule.enabled) nodes_.push_back({&rule, ways_of(rule), proofs_of(rule)});
    }
  }

  void run() {
    for (Node& node : nodes_) {
      if (!gates_anything(*node.rule)) continue;
      check_evidence(node);
      check_own_ways(node);
    }
    check_circles();
  }

 private:
  struct Node {
    const Requirement* rule;
    std::vector<Step> ways;
    std::vector<Step> proofs;  // The writes of its evidence; empty: none is asked for.
    bool is_locked = false;    // It gates all of its own ways, and that was told.
    // By way or proof, the nodes that gate it.
    std::vector<std::set<std::size_t>> way_gates;
    std::vector<std::set<std::size_t>> proof_gates;
  };

  static std::vector<Step> proofs_of(const Requirement& rule) {
    std::vector<Step> proofs;
    if (!rule.evidence) return proofs;
    for (const std::string& folder : rule.evidence->folders) proofs.push_back(write_step(folder));
    return proofs;
  }

  static std::vector<const Step*> gated_by(const Requirement& rule,
                                           const std::vector<Step>& steps) {
    std::vector<const Step*> gated;
    for (const Step& step : steps) {
      if (gates(rule, step)) gated.push_back(&step);
    }
    return gated;
  }

  void check_evidence(Node& node) {
    const std::vector<const Step*> gated = gated_by(*node.rule, node.proofs);
    if (gated.empty() || gated.size() < node.proofs.size()) return;
    node.is_locked = true;
    findings_.error(*node.rule,
                    {"deadlock",
                     "the file that would prove it cannot be written: " + words_of(gated) +
                         " is gated by the requirement itself",
                     "Put the evidence into .claude/plans or docs/plans, which are never gated, or "
                     "take Write out of its triggers."});
  }

  void check_own_ways(Node& node) {
    const Requirement& rule = *node.rule;
    const std::vector<const Step*> gated = gated_by(rule, node.ways);
    if (gated.empty()) return;
    if (gated.size() == node.ways.size()) {
      node.is_locked = true;
      findings_.error(rule, {"deadlock",
                             "it gates every way to satisfy it: " + words_of(gated) +
                                 "; only a person could, outside the agent",
                             "Narrow its triggers: a `command_pattern` for Bash, no `Skill`, no "
                             "`*`."});
      return;
    }
    findings_.warning(rule,
                      {"gated_way", "it gates " + words_of(gated) + ", which would satisfy it",
                       "Narrow its triggers, so that an agent can follow what a denial says."});
  }

  std::set<std::size_t> gates_of(const Step& step) {
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (!gates_anything(*nodes_[i].rule)) continue;
      if (++questions_ > kQuestionsMax) return found;
      if (gates(*nodes_[i].rule, step)) found.insert(i);
    }
    return found;
  }

  void ask_gates() {
    for (Node& node : nodes_) {
      for (const Step& way : node.ways) node.way_gates.push_back(gates_of(way));
      for (const Step& proof : node.proofs) node.proof_gates.push_back(gates_of(proof));
    }
  }

  using Set = std::set<std::size_t>;

  static bool is_open(const std::vector<Set>& steps, const Set& satisfied) {
    return steps.empty() || std::any_of(steps.begin(), steps.end(), [&](const Set& gates) {
             return std::includes(satisfied.begin(), satisfied.end(), gates.begin(), gates.end());
           });
  }

  // Satisfies one rule after the other as long as that goes on; what is left waits for itself.
  // Those that lock themselves are taken for mended, so that not everything else waits for them.
  Set satisfiable() const {
    Set satisfied;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].is_locked) satisfied.insert(i);
    }
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (satisfied.count(i) > 0) continue;
        if (!is_open(nodes_[i].way_gates, satisfied) ||
            !is_open(nodes_[i].proof_gates, satisfied)) {
          continue;
        }
        satisfied.insert(i);
        goes_on = true;
      }
    }
    return satisfied;
  }

  void check_circles() {
    ask_gates();
    if (questions_ > kQuestionsMax) return;
    const Set satisfied = satisfiable();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (satisfied.count(i) > 0) continue;
      Set waits_for;
      for (const auto* steps : {&nodes_[i].way_gates, &nodes_[i].proof_gates}) {
        for (const Set& gates : *steps) waits_for.insert(gates.begin(), gates.end());
      }
      std::vector<std::string> names;
      for (const std::size_t other : waits_for) {
        if (other != i && satisfied.count(other) == 0) {
          names.push_back("'" + nodes_[other].rule->name + "'");
        }
      }
      findings_.warning(*nodes_[i].rule,
                        {"circular",
                         "every way to satisfy it is gated by " + base::join(names, ", ") +
                             ", which cannot be satisfied first",
                         "Narrow the triggers of one of them."});
    }
  }

  std::vector<Node> nodes_;
  RuleFindings& findings_;
  int questions_ = 0;
};

}  // namespace

void lint_ways(const model::Requirements& rules, RuleFindings& findings) {
  WayLint(rules, findings).run();
}

}  // namespace policy
