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
