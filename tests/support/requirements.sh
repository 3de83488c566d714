# shellcheck shell=bash
# What scenarios about requirements share. After scenario.sh:  . "$SUPPORT/requirements.sh"

# The branch that a new project is on; its file is feature-test.json.
BRANCH=feature/test

# A fresh git repository, opted in, with requirements and one commit, on $BRANCH, and entered:
# new_requirements_project [NAME [INIT-OPTION...]] [<YAML]     (no YAML: default_requirements)
new_requirements_project() {
  requirements_repository "${1:-project}"
  expect_exit 0 holdfast init --yes "${@:2}"
}

# The same without opting in: only the requirements are on (BX-1).
requirements_repository() {
  local yaml
  yaml=$(cat)
  repository "$1"
  git config user.name Dev
  git config user.email dev@example.invalid
  set_requirements <<<"${yaml:-$(default_requirements)}"
  commit_all 'first'
  git checkout -q -b "$BRANCH"
}

# set_requirements [FILE-NAME] <YAML: changes the configuration, as a person does.
set_requirements() {
  mkdir -p .claude
  cat >".claude/${1:-requirements.yaml}"
}

# Two that one skill satisfies for a session, one for the branch, one for a single commit.
default_requirements() {
  cat <<'END'
version: "1.0"
enabled: true
inherit: false
requirements:
  commit_plan:
    enabled: true
    scope: session
    trigger_tools: [Edit, Write, MultiEdit]
    auto_resolve_skill: /arch-review
    message: No commit plan.
  adr_reviewed:
    enabled: true
    scope: session
    trigger_tools: [Edit, Write, MultiEdit]
    auto_resolve_skill: /arch-review
    message: ADRs are not reviewed.
  github_ticket:
    enabled: true
    scope: branch
    trigger_tools: [Edit, Write, MultiEdit]
    message: No ticket for this branch.
  pre_commit_review:
    enabled: true
    scope: single_use
    trigger_tools:
      - tool: Bash
        command_pattern: 'git\s+commit'
    auto_resolve_skill: /pre-commit
    message: Not reviewed before the commit.
END
}

# commit_all MESSAGE: everything that git sees, an empty commit where there is nothing.
commit_all() {
  git add -A
  git commit -q --allow-empty -m "$1"
}

# Where the state of requirements lies, shared by all worktrees.
requirements_folder() {
  echo "$(git rev-parse --path-format=absolute --git-common-dir)/requirements"
}

# branch_file [BRANCH]: its state, by the other tool's name for it.
branch_file() {
  local name=${1:-$BRANCH}
  name=${name//[\/\\]/-}
  echo "$(requirements_folder)/${name//[^[:alnum:]_-]/_}.json"
}

# What the host sends after a tool has succeeded: payload_done TOOL TOOL-INPUT-JSON [CALL-ID]
payload_done() {
  payload PostToolUse "\"tool_name\":\"$1\",\"tool_input\":$2,\"tool_response\":{\"ok\":true},\"tool_use_id\":\"${3:-toolu_1}\""
}

# payload_bash COMMAND [CALL-ID]: the command must need no JSON escapes.
payload_bash() {
  payload PreToolUse "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"$1\"},\"tool_use_id\":\"${2:-toolu_1}\""
}

# run_skill NAME: the agent's skill tool has loaded it.
run_skill() { expect_exit 0 hook PostToolUse "$(payload_done Skill "{\"skill\":\"$1\"}")"; }

# run_command COMMAND: asked about, run here, and its success reported.
run_command() {
  expect_allowed "$(payload_bash "$1" "call-$1")"
  bash -c "$1" >/dev/null
  expect_exit 0 hook PostToolUse "$(payload_done Bash "{\"command\":\"$1\"}" "call-$1")"
}

# state_at PATH [BRANCH]: a value of the branch file.
state_at() { json_at "$1" <"$(branch_file "${2:-$BRANCH}")"; }

# expect_state PATH VALUE [BRANCH]
expect_state() {
  local found
  found=$(state_at "$1" "${3:-$BRANCH}") || fail "no $1 in the branch file"
  [ "$found" = "$2" ] || fail "$1 is $found instead of $2"
}

# The answer of a Stop hook.
expect_held() {
  expect_exit 0 hook Stop "$(payload Stop '"stop_hook_active":false')"
  expect_json decision block
}
expect_not_held() {
  expect_exit 0 hook Stop "$(payload Stop "\"stop_hook_active\":${1:-false}")"
  expect_lacks '"decision":"block"'
}
