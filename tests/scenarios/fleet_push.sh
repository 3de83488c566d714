# Two machines join a team's server and send what they have, each line once, also after the server
# was away; only what may be shared is sent. The gate asks nobody.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/machines.sh"
. "$SUPPORT/fleet.sh"

start_server
machines one two
on one
start_run
expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"tame the wombat"')"
expect_allowed "$(payload_write src/a.cpp)"
expect_exit 1 holdfast fleet push
expect_contains 'joined no team'
expect_exit 2 holdfast fleet join 'postgresql://holdfast:secret@db/team'
expect_contains 'password on the command line'
expect_exit 0 holdfast fleet join "$FLEET_URL" --json
expect_json share metadata
expect_exit 0 holdfast fleet push --json
sent=$(json_at events <<<"$OUT")
[ "$sent" -ge 3 ] || fail "only $sent events"
expect_exit 0 holdfast fleet push --json
expect_json events 0
expect_sql "$sent" 'SELECT count(*) FROM holdfast.events'
expect_sql 0 "SELECT count(*) FROM holdfast.events WHERE payload LIKE '%wombat%'"

on two
RUN=1b9a1d52-7c3e-4f60-8a2b-5d6e7f801234
start_run
expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"feed the wombat"')"
expect_exit 0 holdfast fleet join - --share full <<<"$FLEET_URL"
expect_exit 0 holdfast fleet push
expect_exit 0 holdfast fleet status --json
expect_json machines.# 2
expect_json journal_bytes_behind 0
expect_sql 1 "SELECT count(*) FROM holdfast.events WHERE payload LIKE '%feed the wombat%'"

# The server is away: the work goes on, and nothing is lost.
server_is_away
expect_allowed "$(payload_write src/b.cpp)"
expect_exit 69 holdfast fleet push
expect_exit 69 holdfast fleet status
expect_contains 'the last push failed'
server_is_back
expect_exit 0 holdfast fleet push --json
expect_json events 1
expect_exit 0 holdfast fleet leave
expect_exit 1 holdfast fleet push
