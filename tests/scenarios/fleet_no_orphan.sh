# 200 sessions are started and killed at random moments, and their pushes too, while the server is
# there, while it hangs and while it is away: no process remains, and once the server is back one
# push brings every line exactly once.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/fleet.sh"

sessions() { HOLDFAST_SCENARIO_PUSH=$TMPDIR HOLDFAST=$HOLDFAST python3 "$SUPPORT/fleet_kill.py" "$1"; }

start_server
project
expect_exit 0 holdfast fleet join "$FLEET_URL"
sessions 80
await_push 'the end of the pushes' no_push_is_left
[ "$(sql 'SELECT count(*) FROM holdfast.events')" -gt 0 ] || fail 'nothing was ever sent'

server_hangs
sessions 60
await_push 'the end of the pushes to a silent server' no_push_is_left
server_hangs_no_more
rm "$XDG_STATE_HOME/holdfast/fleet/last-push.json"  # As 30 s later: after a failure none is started.
sessions 60
await_push 'the end of the pushes to nobody' no_push_is_left

server_is_back
expect_exit 0 holdfast fleet push
python3 "$SUPPORT/fleet_kill.py" lines >"$TMPDIR/here"
sql 'SELECT run_uid, count(*) FROM holdfast.events GROUP BY 1 ORDER BY 1' >"$TMPDIR/there"
expect_exit 0 diff "$TMPDIR/here" "$TMPDIR/there"
expect_exit 0 holdfast fleet push --json
expect_json events 0
