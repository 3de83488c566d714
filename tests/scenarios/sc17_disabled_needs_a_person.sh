# SC-17, B0-8, S0-58, S0-72, S0-78: `disabled` by the agent's shell is refused and recorded; a person does it.
. "$SUPPORT/scenario.sh"

project
sleep 60 >/dev/null 2>&1 & # The host of the run: not an ancestor of the person's terminal.
export CLAUDE_PID=$!
start_run
for attempt in 'session set-state currentMode=disabled' 'session mode disabled'; do
  # shellcheck disable=SC2086
  expect_exit 2 as_agent "$HOLDFAST" $attempt --session "$RUN" --json
  expect_contains MODE_FORBIDDEN
done
expect_exit 64 holdfast session set-state --session "$RUN" protocolStartComplete=true
expect_contains protocolStartComplete
expect_exit 64 holdfast session set-state --session "$RUN" version=99
expect_exit 0 holdfast events --session "$RUN"
expect_contains 'refused'

# The operator token stands for a person.
expect_exit 0 holdfast init --yes --operator
token=$(grep -oE '[0-9a-f]{64}' <<<"$OUT")
[ "$(stat -c %a "$XDG_CONFIG_HOME/holdfast/operator")" = 600 ] || fail 'the hash is open to others'
! grep -rqF "$token" "$XDG_CONFIG_HOME" || fail 'the token itself was kept'
HOLDFAST_OPERATOR_TOKEN=wrong expect_exit 2 holdfast session mode disabled --session "$RUN"
HOLDFAST_OPERATOR_TOKEN=$token expect_exit 0 holdfast session mode disabled --session "$RUN"
expect_allowed "$(payload_write a.txt)"
expect_exit 0 holdfast gate check Write --session "$RUN" --json
expect_json mode disabled
expect_exit 0 holdfast session mode coding --session "$RUN"

# A person at a terminal types the word; the same terminal inside the agent's host does not count.
type_it() { as_agent script -qec "$HOLDFAST session mode disabled --session $RUN" /dev/null <<<disabled; }
expect_exit 0 type_it
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json currentMode disabled
kill "$CLAUDE_PID"
CLAUDE_PID=$$ start_run
expect_exit 0 holdfast session mode coding --session "$RUN"
expect_exit 2 type_it
