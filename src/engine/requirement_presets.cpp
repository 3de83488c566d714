// The files that `req init` writes.
#include <array>

#include "base/text.h"
#include "engine/requirement_init.h"

namespace engine {
namespace {

constexpr std::string_view kHead = R"(# What has to be true before an agent edits, commits or stops.
# `req status` shows how each stands, `req lint` checks this file, `req test` tries it out.
version: "1.0"
enabled: true
# The user's own ~/.claude/requirements.yaml counts too, but for what stands here; false: it does not.
inherit: true
requirements:)";

constexpr std::string_view kCommitPlan = R"(
  # A plan of the commits before the first edit. Once a session.
  commit_plan:
    enabled: true
    type: blocking
    scope: session
    trigger_tools: [Edit, Write, MultiEdit]
    auto_resolve_skill: /arch-review
    message: |
      There is no commit plan yet.

      **Execute**: `/arch-review`
)";

constexpr std::string_view kReviews = R"(
  # The decisions on record, read before they are broken.
  adr_reviewed:
    enabled: true
    type: blocking
    scope: session
    trigger_tools: [Edit, Write, MultiEdit]
    auto_resolve_skill: /arch-review
    message: The architecture decisions have not been reviewed.

  # Which test fails first?
  tdd_planned:
    enabled: true
    type: blocking
    scope: session
    trigger_tools: [Edit, Write, MultiEdit]
    auto_resolve_skill: /arch-review
    message: The tests have not been planned.

  solid_reviewed:
    enabled: true
    type: blocking
    scope: session
    trigger_tools: [Edit, Write, MultiEdit]
    auto_resolve_skill: /arch-review
    message: The design has not been reviewed.
)";

constexpr std::string_view kPreCommit = R"(
  # Used up by each commit.
  pre_commit_review:
    enabled: true
    type: blocking
    scope: single_use
    trigger_tools:
      - tool: Bash
        command_pattern: 'git\s+commit'
    auto_resolve_skill: /pre-commit
    message: The changes have not been reviewed.
)";

constexpr std::string_view kPrePr = R"(
  pre_pr_review:
    enabled: true
    type: blocking
    scope: single_use
    trigger_tools:
      - tool: Bash
        command_pattern: 'gh\s+pr\s+create'
    auto_resolve_skill: /deep-review
    message: The branch has not been reviewed.
)";

constexpr std::string_view kProtectedBranch = R"(
  # No edits on the trunk; a person can `req approve protected_branch` for an hour.
  protected_branch:
    enabled: true
    type: guard
    guard_type: protected_branch
    protected_branches: [main, master]
    trigger_tools: [Edit, Write, MultiEdit]
)";

constexpr std::string_view kBranchSize = R"(
  # Lines added and removed since the branch left the trunk.
  branch_size_limit:
    enabled: true
    type: dynamic
    calculator: branch_size_calculator
    thresholds: {warn: 250, block: 400}
    cache_ttl: 60
    approval_ttl: 3600
    trigger_tools: [Edit, Write, MultiEdit]
    blocking_message: |
      The branch has {total} changed lines, more than {block_threshold}: {summary}.
      Split it, or have a person run `req approve branch_size_limit`.
)";

constexpr std::string_view kBranchSizeWarning = R"(
  # Lines added and removed since the branch left the trunk. Only says so.
  branch_size_limit:
    enabled: true
    type: dynamic
    enforce: warn
    calculator: branch_size_calculator
    thresholds: {warn: 250, block: 400}
    trigger_tools: [Edit, Write, MultiEdit]
)";

constexpr std::string_view kAdvanced = R"(
  # A plan of the commits, with a file that proves it; stale where the plan changes afterwards.
  commit_plan:
    enabled: true
    type: blocking
    scope: session
    trigger_tools: [Edit, Write, MultiEdit]
    auto_resolve_skill: /arch-review
    satisfied_by_skill: [plan-review, writing-plans]
    evidence:
      dirs: [.claude/plans, docs/plans]
      require_markers: ['## Commit']
      max_age_seconds: 86400
    fingerprint: {paths: [.claude/plans, docs/plans]}
    message: There is no commit plan yet.
    checklist: [what each commit does, in which order, how each is tested]

  # A ticket for the branch, once: `req satisfy github_ticket --branch`.
  github_ticket:
    enabled: true
    enforce: warn
    type: blocking
    scope: branch
    trigger_tools: [Edit, Write, MultiEdit]
    message: No ticket is known for this branch.

  # The tests ran before the turn ends; their command satisfies it. Name your own.
  tests_run:
    enabled: true
    type: blocking
    scope: session
    stop_only: true
    trigger_tools: [Edit, Write, MultiEdit]
    satisfied_by_tool:
      - tool: Bash
        command_pattern: '(npm|pnpm|yarn)\s+test'
      - tool: Bash
        command_pattern: '(pytest|ctest|make\s+test|cargo\s+test|go\s+test)'
    message: Run the tests before you end.

  # One agent at a time in this worktree.
  single_session:
    enabled: false
    type: guard
    guard_type: single_session
    trigger_tools: [Edit, Write, MultiEdit]
)";

constexpr std::string_view kAdvancedHooks = R"(
hooks:
  stop:
    verify_requirements: true
    verify_scopes: [session]
  session_start:
    # A new session begins without what an older one had satisfied.
    carry_over: {enabled: false, window_seconds: 300}
)";

constexpr std::string_view kInherit =
    R"(# Everything comes from ~/.claude/requirements.yaml; what is different here is said here.
version: "1.0"
inherit: true
requirements:
  # commit_plan:
  #   enforce: warn
)";

std::string section(std::initializer_list<std::string_view> parts) {
  std::string text(kHead);
  for (const std::string_view part : parts) text += part;
  return text;
}

}  // namespace

std::vector<std::string_view> requirement_presets() {
  return {"strict", "relaxed", "minimal", "advanced", "inherit"};
}

base::Result<std::string> requirement_preset(std::string_view name) {
  if (name == "strict") {
    return section({kCommitPlan, kReviews, kPreCommit, kPrePr, kProtectedBranch, kBranchSize});
  }
  if (name == "relaxed") return section({kCommitPlan, kProtectedBranch, kBranchSizeWarning});
  if (name == "minimal") return section({kCommitPlan});
  if (name == "advanced") {
    return section({kAdvanced, kPreCommit, kPrePr, kProtectedBranch, kBranchSize}) +
           std::string(kAdvancedHooks);
  }
  if (name == "inherit") return std::string(kInherit);
  std::vector<std::string> known;
  for (const std::string_view one : requirement_presets()) known.emplace_back(one);
  return base::Error{base::Code::invalid_params, "'" + std::string(name) + "' is no preset",
                     "There are: " + base::join(known, ", ") + "."};
}

}  // namespace engine
