# Old events are deleted from the team's server by whole months; what is newer, runs, and journals
# stay, and nothing is sent a second time.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/fleet.sh"

start_server
project
start_run
expect_exit 0 holdfast fleet join "$FLEET_URL"
expect_exit 0 holdfast fleet push
sent=$(sql 'SELECT count(*) FROM holdfast.events')
runs=$(sql 'SELECT count(*) FROM holdfast.runs')

# One of March 2025, as a machine would have sent it then: numbers begin with the time.
sql "SELECT holdfast.make_events_month('2025-03-01');
  CREATE TEMP TABLE old AS SELECT * FROM holdfast.events LIMIT 1;
  UPDATE old SET seq = 1741564800000::bigint << 21;
  INSERT INTO holdfast.events SELECT * FROM old" >/dev/null
expect_sql $((sent + 1)) 'SELECT count(*) FROM holdfast.events'

expect_exit 64 holdfast fleet prune
expect_exit 64 holdfast fleet prune --before 180d
expect_contains '--yes'
expect_exit 64 holdfast fleet prune --before 2999-01-01 --yes
expect_contains 'a day to come'
expect_exit 0 holdfast fleet prune --before 2025-03-20 --yes
expect_contains 'no events from before'
expect_exit 0 holdfast fleet prune --before 2025-06-01 --yes --json
expect_json months.0 2025-03
expect_json months.# 1
expect_sql "$sent" 'SELECT count(*) FROM holdfast.events'
expect_sql "$runs" 'SELECT count(*) FROM holdfast.runs'
expect_exit 0 holdfast fleet push --json
expect_json events 0
