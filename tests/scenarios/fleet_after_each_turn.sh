# After each turn what is new goes to the team's server by itself. A host does not wait for it, also
# where the server hangs; what waits and what fails is told, and nothing remains.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/fleet.sh"

lines() { cat "$(local_folder)"/journal/*.jsonl | wc -l; }
turn() {
  expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"go on"')"
  expect_exit 0 marked_hook Stop "$(payload Stop '"stop_hook_active":false')"
}

start_server
project
start_run
turn
[ ! -e "$XDG_STATE_HOME/holdfast/fleet" ] || fail 'something was written for who joined nothing'
expect_exit 0 holdfast fleet join "$FLEET_URL"
turn
await_push 'the push' no_push_is_left
expect_sql "$(lines)" 'SELECT count(*) FROM holdfast.events'
expect_exit 0 marked_hook SessionEnd "$(payload SessionEnd '"reason":"other"')"
await_push 'the push of the end' no_push_is_left
expect_sql "$(lines)" 'SELECT count(*) FROM holdfast.events'
expect_exit 0 holdfast doctor
expect_contains 'waiting to be sent: nothing'

# The hook has ended and its streams are closed; the push has not.
server_hangs
turn
[ "$(pushes | wc -l)" -eq 1 ] || fail 'no push is on its way'
turn
turn
at_most_two() { [ "$(pushes | wc -l)" -le 2 ]; }
await_push 'the end of the third, which has nothing to do' at_most_two
await_push 'the end of the pushes' no_push_is_left
expect_exit 0 holdfast status
expect_contains 'the last push failed'
expect_exit 0 holdfast doctor
expect_contains '1 run of 1 project'
expect_exit 69 holdfast fleet status --json
expect_json waiting.runs 1
server_hangs_no_more
server_is_back
expect_exit 0 holdfast fleet push
expect_sql "$(lines)" 'SELECT count(*) FROM holdfast.events'
