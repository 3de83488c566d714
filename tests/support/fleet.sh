# shellcheck shell=bash
# A team's server of a scenario's own: . "$SUPPORT/fleet.sh" after scenario.sh. It ends with the
# scenario.

# The way to the server is a link, so that it can be away for a while.
FLEET_URL="postgresql:///postgres?host=$TMPDIR/db&user=postgres"

start_server() {
  "$SUPPORT/postgres_server.sh" start "$TMPDIR/url" $$ || fail 'the server does not start'
  SERVER_FOLDER=$(sed -n 's/.*host=\([^&]*\).*/\1/p' "$TMPDIR/url")
  server_is_back
}

server_is_away() { rm "$TMPDIR/db"; }
server_is_back() { ln -s "$SERVER_FOLDER" "$TMPDIR/db"; }

sql() { psql -XAtq "$FLEET_URL" -c "$1"; }

# expect_sql VALUE STATEMENT
expect_sql() {
  OUT=$(sql "$2") || fail "$2"
  [ "$OUT" = "$1" ] || fail "$OUT instead of $1: $2"
}

# The address answers no more: it takes a connection and says nothing.
server_hangs() {
  server_is_away
  mkdir "$TMPDIR/db"
  python3 "$SUPPORT/silent_server.py" "$TMPDIR/db/.s.PGSQL.5432" &
  SILENT_SERVER=$!
  await_push 'the silent server' test -S "$TMPDIR/db/.s.PGSQL.5432"
}
server_hangs_no_more() {
  kill "$SILENT_SERVER" 2>/dev/null || true
  rm -r "$TMPDIR/db"
}

# What a hook starts carries this mark; nothing else of a scenario does.
marked_hook() { HOLDFAST_SCENARIO_PUSH=$TMPDIR hook "$@"; }
pushes() { grep -lzxF "HOLDFAST_SCENARIO_PUSH=$TMPDIR" /proc/[0-9]*/environ 2>/dev/null || true; }
no_push_is_left() { [ -z "$(pushes)" ]; }

# await_push WHAT COMMAND...: until it succeeds, for 20 s.
await_push() {
  local what=$1 tries
  shift
  for ((tries = 0; tries < 400; ++tries)); do
    if "$@"; then return; fi
    sleep 0.05
  done
  fail "not within 20 s: $what"
}
