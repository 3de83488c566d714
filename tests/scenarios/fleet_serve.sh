# While `holdfast serve` runs, what a hook writes reaches the team's server without the end of a turn.
# It ends at once while its push waits for a server that hangs, and the push ends by itself.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/live.sh"
. "$SUPPORT/fleet.sh"

lines() { cat "$(local_folder)"/journal/*.jsonl | wc -l; }
everything_is_sent() { [ "$(sql 'SELECT count(*) FROM holdfast.events')" = "$(lines)" ]; }
prompt() { expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"go on"')"; }
# The server itself carries the mark too.
a_push_is_there() { [ "$(pushes | wc -l)" -eq 2 ]; }
no_push_is_there() { [ "$(pushes | wc -l)" -eq 1 ]; }

start_server
project
start_run
expect_exit 0 holdfast fleet join "$FLEET_URL"
HOLDFAST_SCENARIO_PUSH=$TMPDIR serve
prompt
await_push 'everything on the server' everything_is_sent
prompt
await_push 'the next line too' everything_is_sent
await_push 'the end of the push' no_push_is_there

server_hangs
prompt
await_push 'a push that waits' a_push_is_there
kill "$SERVER"
wait "$SERVER" || true
[ -n "$(pushes)" ] || fail 'serve waited for its push'
await_push 'the end of the push' no_push_is_left
