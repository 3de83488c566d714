# req init, enable, disable, config and verify: rules are changed by a person, a value at a time, and
# every other byte of the file stays. B4-24: not by the agent.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

repository project
expect_exit 69 holdfast req lint
expect_exit 0 holdfast req init --preview --preset strict
preset=$OUT
[ ! -e .claude ] || fail 'a preview wrote something'
expect_exit 64 holdfast req init
expect_exit 0 holdfast req init --preset strict --yes
[ "$(cat .claude/requirements.yaml)" = "$preset" ] || fail 'not what the preview had'
expect_exit 1 holdfast req init --yes
expect_exit 0 holdfast req lint --strict

# One value, and its line alone.
cp .claude/requirements.yaml before.yaml
expect_exit 0 holdfast req disable tdd_planned --project
[ "$(diff before.yaml .claude/requirements.yaml | grep -c '^>')" = 1 ] || fail 'more than one line'
expect_exit 0 holdfast req enable tdd_planned --project
cmp before.yaml .claude/requirements.yaml
expect_exit 0 holdfast req config branch_size_limit --set thresholds.block=600 --yes
expect_exit 0 holdfast req config branch_size_limit --sources
expect_contains 'requirements.local.yaml:6'
rm before.yaml && git add -A
[ "$(git diff --cached --name-only)" = .claude/requirements.yaml ] || fail 'git sees the local file'
expect_exit 64 holdfast req config commit_plan --scope galaxy --yes
expect_contains 'must be session'
printf 'requirements: [\n' >.claude/requirements.local.yaml
expect_exit 65 holdfast req disable commit_plan
expect_contains 'requirements.local.yaml:'
[ "$(cat .claude/requirements.local.yaml)" = 'requirements: [' ] || fail 'a bad file was touched'
rm .claude/requirements.local.yaml

# For scripts: on main the guard speaks, and in CI there is no session.
expect_exit 2 holdfast req verify --ci
expect_contains $'unmet\tprotected_branch\tguarded'
git checkout -q -b feature/test
expect_exit 0 holdfast req verify --ci

# The agent's own shell.
expect_exit 0 holdfast init --yes
CLAUDE_PID=$$ start_run
expect_exit 2 as_agent "$HOLDFAST" req disable commit_plan --json
expect_contains MODE_FORBIDDEN
expect_exit 2 as_agent "$HOLDFAST" req init --force --yes
expect_exit 2 holdfast req verify --session "$RUN"
expect_contains 'commit_plan: not satisfied'
