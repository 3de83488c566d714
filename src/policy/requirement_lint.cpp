#include "policy/requirement_lint.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "base/text.h"
#include "policy/requirement_lint_part.h"
#include "policy/tool_class.h"

namespace policy {
namespace {

using model::Enforcing;
using model::Requirement;
using model::Requirements;
using model::RequirementType;
using Severity = model::RuleFinding::Severity;

// Those of Claude Code, past and present: a rule of last year is no mistake.
constexpr std::string_view kTools[] = {"Agent",
                                       "AskUserQuestion",
                                       "Bash",
                                       "BashOutput",
                                       "Config",
                                       "CronCreate",
                                       "CronDelete",
                                       "CronList",
                                       "Edit",
                                       "EnterPlanMode",
                                       "EnterWorktree",
                                       "ExitPlanMode",
                                       "ExitWorktree",
                                       "Glob",
                                       "Grep",
                                       "KillBash",
                                       "KillShell",
                                       "LS",
                                       "LSP",
                                       "ListMcpResources",
                                       "Monitor",
                                       "MultiEdit",
                                       "ListMcpResourcesTool",
                                       "NotebookEdit",
                                       "NotebookRead",
                                       "PowerShell",
                                       "PushNotification",
                                       "REPL",
                                       "Read",
                                       "ReadMcpResource",
                                       "ReadMcpResourceTool",
                                       "RemoteTrigger",
                                       "SendMessage",
                                       "SendUserMessage",
                                       "Skill",
                                       "SlashCommand",
                                       "Sleep",
                                       "StructuredOutput",
                                       "Task",
                                       "TaskCreate",
                                       "TaskGet",
                                       "TaskList",
                                       "TaskOutput",
                                       "TaskStop",
                                       "TaskUpdate",
                                       "TeamCreate",
                                       "TeamDelete",
                                       "TodoRead",
                                       "TodoWrite",
                                       "ToolSearch",
                                       "WebFetch",
                                       "WebSearch",
                                       "Workflow",
                                       "Write",
                                       "exit_plan_mode",
                                       "apply_patch"};

bool has_wildcard(std::string_view tool) { return tool.find_first_of("*?") != std::string::npos; }

bool is_known_tool(std::string_view tool) {
  return tool.starts_with("mcp__") || has_wildcard(tool) ||
         std::find(std::begin(kTools), std::end(kTools), tool) != std::end(kTools);
}

std::string meant_tool(std::string_view tool) {
  const std::string lower = base::to_lower(tool);
  for (const std::string_view known : kTools) {
    if (base::to_lower(known) == lower) return "Did you mean " + std::string(known) + "?";
  }
  return "Tools have names such as Edit, Bash or mcp__SERVER__TOOL; `*` and `?` match.";
}

void lint_files(const Requirements& rules, RuleFindings& findings) {
  for (const model::ConfigProblem& problem : rules.problems) {
    findings.add(
        {Severity::error, problem.file, problem.line, "", "bad_file", problem.message, ""});
  }
  for (const model::ConfigProblem& unused : rules.unused) {
    findings.add(
        {Severity::remark, unused.file, unused.line, "", "unused_key", unused.message, ""});
  }
  if (!rules.enabled) {
    findings.add({Severity::remark, rules.files.empty() ? "" : rules.files.back(), 0, "",
                  "switched_off", "`enabled: false` switches all requirements off", ""});
  }
}

void lint_tools(const Requirement& rule, RuleFindings& findings) {
  for (const auto* list : {&rule.triggers, &rule.satisfied_by_tools}) {
    for (const model::ToolMatch& match : *list) {
      if (is_known_tool(match.tool)) continue;
      findings.remark(
          rule, {"unknown_tool", "no tool is called '" + match.tool + "'", meant_tool(match.tool)});
    }
  }
}

bool is_ever_asked_about(const model::ToolMatch& match) {
  return !is_own_tool(match.tool) && is_known_tool(match.tool);
}

void lint_reach(const Requirements& rules, const Requirement& rule, RuleFindings& findings) {
  if (rule.triggers.empty()) {
    findings.warning(rule,
                     {"unreachable", "`trigger_tools` is empty, so no call triggers it",
                      rule.stop_only ? "The end of a turn asks only about what was triggered: "
                                       "name the tools, or leave the key out."
                                     : "Name the tools, or leave the key out for Edit, Write "
                                       "and MultiEdit."});
  } else if (std::none_of(rule.triggers.begin(), rule.triggers.end(), is_ever_asked_about)) {
    findings.remark(rule,
                    {"unreachable", "none of its triggers is a tool that is asked about", ""});
  }
  if (!rule.stop_only) return;
  if (rule.type != RequirementType::blocking) {
    findings.warning(rule,
                     {"unreachable",
                      "the end of a turn asks only about blocking requirements, and `stop_only` "
                      "keeps it from being asked before a call",
                      "Take `stop_only` out."});
  } else if (!rules.hooks.stop_verifies || rules.hooks.stop_max_blocks < 1) {
    findings.warning(rule, {"unreachable", "`stop_only`, but the end of a turn is not held up here",
                            "Set hooks.stop.verify_requirements to true and "
                            "hooks.stop.max_blocks to 1 or more."});
  } else if (rule.enforcing != Enforcing::block) {
    findings.warning(rule,
                     {"no_effect",
                      "`stop_only` with `enforce: " + std::string(model::name_of(rule.enforcing)) +
                          "`: the end of a turn is held up only by what blocks",
                      "Take one of the two out."});
  }
}

// What makes every satisfaction worthless.
void lint_times(const Requirement& rule, RuleFindings& findings) {
  if (rule.replan_ttl_s == 0) {
    findings.error(rule, {"never_met", "`replan_ttl: 0`: a satisfaction is over as it is given",
                          "Give it seconds, or leave the key out."});
  }
  if (rule.evidence && rule.evidence->max_age_s == 0) {
    findings.error(rule, {"never_met", "`evidence.max_age_seconds: 0`: every file is too old",
                          "Give it seconds, or leave the key out."});
  }
  if (rule.evidence && rule.evidence->folders.empty()) {
    findings.error(rule, {"never_met", "`evidence.dirs` is empty, so that no file can be evidence",
                          "Name a folder such as .claude/plans."});
  }
  if (rule.type != RequirementType::blocking && rule.approval_ttl_s == 0) {
    findings.warning(rule, {"never_met", "`approval_ttl: 0`: an approval is over as it is given",
                            "Give it seconds, or leave the key out."});
  }
}

void lint_limits(const Requirement& rule, RuleFindings& findings) {
  if (rule.type == RequirementType::dynamic && rule.warn_at && rule.block_at &&
      *rule.warn_at >= *rule.block_at) {
    findings.warning(
        rule, {"no_effect", "`thresholds.warn` is not below `thresholds.block`, so it never warns",
               "Lower `warn`."});
  }
  if (rule.type == RequirementType::guard && rule.guard == model::GuardType::protected_branch &&
      rule.protected_branches.empty()) {
    findings.warning(rule, {"no_effect", "`protected_branches` is empty, so it guards nothing",
                            "Name the branches, or leave the key out for main and master."});
  }
}

}  // namespace

std::vector<model::RuleFinding> lint_requirements(const Requirements& rules) {
  RuleFindings findings;
  lint_files(rules, findings);
  for (const Requirement& rule : rules.list) {
    if (!rule.enabled) continue;
    lint_tools(rule, findings);
    lint_patterns(rule, findings);
    lint_reach(rules, rule, findings);
    lint_times(rule, findings);
    lint_limits(rule, findings);
  }
  lint_ways(rules, findings);
  std::vector<model::RuleFinding> list = findings.take();
  const auto rank = [&](const model::RuleFinding& finding) {
    return finding.requirement.empty() ? nullptr : rules.find(finding.requirement);
  };
  std::stable_sort(list.begin(), list.end(),
                   [&](const auto& a, const auto& b) { return std::less<>()(rank(a), rank(b)); });
  return list;
}

}  // namespace policy
