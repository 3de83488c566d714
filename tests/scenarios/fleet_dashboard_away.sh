# The team's server is not joined, away, cut off and back: the dashboard says so, and this machine's
# own lists go on.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/machines.sh"
. "$SUPPORT/fleet.sh"
. "$SUPPORT/serve.sh"

ask() { expect_status "$1" GET "/api/v1/$2" "$OWNER"; }
team_answers() {
  request GET '/api/v1/runs?scope=team' "$OWNER"
  [ "$STATUS" = 200 ]
}
start_server
machines one
on one
start_run
serve_with
ask 200 now
expect_body server.team null
ask 503 'runs?scope=team'
expect_contains 'joined no team'
kill "$SERVER"

expect_exit 0 holdfast fleet join "$FLEET_URL"
expect_exit 0 holdfast fleet push
server_is_away
serve_with
ask 503 'runs?scope=team'
ask 503 'now?scope=team'
ask 200 runs
expect_body items.# 1
ask 200 health
expect_body server.team.server 'postgresql:///postgres'
OUT=$(json_at server.team.problem <<<"$BODY")
expect_contains 'the index on'
OUT=$BODY
expect_lacks 'holdfast-fleet' # Hooks run the other program, and that is as it should be.
server_is_back
await 'the team' team_answers
expect_body items.0.machine null

# Cut off between two questions: the next one has a connection of its own.
sql 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename IS NOT NULL AND pid<>pg_backend_pid()' >/dev/null
ask 200 'runs?scope=team'
server_is_away
psql -XAtq "postgresql:///postgres?host=$SERVER_FOLDER&user=postgres" -c \
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename IS NOT NULL AND pid<>pg_backend_pid()' >/dev/null
ask 503 'runs?scope=team'
ask 200 runs
