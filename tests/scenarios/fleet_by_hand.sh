# `fleet.push: manual`, a server that was left, and one that takes too long: no turn sends anything,
# and what a hook starts ends at its limit.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/fleet.sh"

turn() {
  expect_exit 0 marked_hook Stop "$(payload Stop '"stop_hook_active":false')"
  await_push 'the push' no_push_is_left
}

start_server
project
start_run
expect_exit 0 holdfast fleet join "$FLEET_URL"
sed -i 's/^fleet:/fleet:\n  push: manual/' "$XDG_CONFIG_HOME/holdfast/config.yaml"
turn
expect_sql 0 'SELECT count(*) FROM holdfast.events'
sed -i 's/push: manual/push: turn/' "$XDG_CONFIG_HOME/holdfast/config.yaml"

# A server that takes the connection and then lets us wait: the limit does not.
psql -XAtq "$FLEET_URL" -c 'BEGIN; LOCK holdfast.events, holdfast.machines; SELECT pg_sleep(30)' \
  >/dev/null 2>&1 &
is_locked() { [ "$(sql "SELECT count(*) FROM pg_stat_activity WHERE wait_event='PgSleep'")" = 1 ]; }
await_push 'the locks' is_locked
expect_exit 0 holdfast fleet push --background --limit 300ms
expect_silent
expect_exit 69 holdfast fleet status
sql "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event='PgSleep'" >/dev/null
expect_sql 0 'SELECT count(*) FROM holdfast.events'
turn
sent=$(sql 'SELECT count(*) FROM holdfast.events')
[ "$sent" -ge 3 ] || fail "only $sent events"

expect_exit 0 holdfast fleet leave
turn
expect_sql "$sent" 'SELECT count(*) FROM holdfast.events'
[ ! -e "$XDG_STATE_HOME/holdfast/fleet/joined" ] || fail 'the mark is still there'
