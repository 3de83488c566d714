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
