# BX-1: a project that has requirements and nothing else of ours: its denials can be explained,
# asked and listed, and it keeps no runs.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

requirements_repository project </dev/null
start_run
expect_denied "$(payload_write a.txt)"
id=$(grep -oP 'holdfast why \K[0-9a-f]+-[0-9]+' <<<"$OUT")
expect_exit 0 holdfast why "$id"
expect_contains 'requirements.yaml:'
expect_lacks broken
expect_exit 0 holdfast why --replay --json
expect_json replay.allowed false
expect_exit 2 holdfast gate check Write --session "$RUN"
expect_exit 0 holdfast events
expect_contains 'denied Write'
expect_exit 0 holdfast events --verify
expect_exit 0 holdfast req satisfy commit_plan adr_reviewed github_ticket --session "${RUN:0:8}"
expect_exit 0 holdfast gate check Write --session "$RUN"
expect_exit 0 holdfast why "$id" --replay --json
expect_json replay.allowed true
expect_exit 0 holdfast events --session "${RUN:0:8}"
expect_contains 'satisfied commit_plan, adr_reviewed, github_ticket on feature/test by cli'
expect_exit 69 holdfast session list
[ ! -e .holdfast ] || fail 'opted in by the way'
[ -z "$(git status --porcelain)" ] || fail 'the tree is not clean'

# The agent's own shell has no say here either (BX-7).
mkdir -p ~/.claude
CLAUDE_PID=$$ start_run
type_it() { as_agent script -qec "$HOLDFAST $1" /dev/null <<<y; }
expect_exit 2 type_it trust
expect_exit 2 type_it "req pause --for 3h --session $RUN"
