# shellcheck shell=bash disable=SC2034
# What scenarios about the dashboard's server share: . "$SUPPORT/serve.sh" after scenario.sh.
. "$SUPPORT/live.sh"

# serve_with OPTION...: as `serve`; besides, PORT, the owner's header in OWNER and the agent's in
# AGENT.
serve_with() {
  rm -f link.txt
  "$HOLDFAST" serve --listen 127.0.0.1:0 "$@" >link.txt 2>serve.log &
  SERVER=$!
  await 'the server' test -s link.txt
  LINK=$(cat link.txt)
  PORT=${LINK#http://127.0.0.1:}
  PORT=${PORT%%/*}
  OWNER="Authorization: Bearer $(cat "$XDG_CONFIG_HOME/holdfast/serve-token")"
  AGENT="Authorization: Bearer $(cat "$XDG_CONFIG_HOME/holdfast/mcp-token")"
}

# request METHOD TARGET [HEADER...] [--body TEXT]: STATUS, HEADERS and BODY of the answer; OUT too,
# for what `expect_*` look at.
request() {
  expect_exit 0 python3 -B "$SUPPORT/request.py" "$PORT" "$@"
  STATUS=${OUT%%$'\n'*}
  HEADERS=${OUT%%$'\n\n'*}
  BODY=${OUT#*$'\n\n'}
  [ "$BODY" != "$OUT" ] || BODY=''
}

# expect_status STATUS METHOD TARGET [HEADER...] [--body TEXT]
expect_status() {
  local wanted=$1
  shift
  request "$@"
  [ "$STATUS" = "$wanted" ] || fail "status $STATUS instead of $wanted: $*"
  expect_safe
}

# Every answer has the headers that keep a browser from harm.
expect_safe() {
  case $HEADERS in *"content-security-policy: "*"frame-ancestors 'none'"*) ;; *) fail 'no CSP' ;; esac
  case $HEADERS in *'x-content-type-options: nosniff'*) ;; *) fail 'no nosniff' ;; esac
  case $HEADERS in *'referrer-policy: no-referrer'*) ;; *) fail 'no referrer policy' ;; esac
  case $HEADERS in *'cross-origin-resource-policy: same-origin'*) ;; *) fail 'no CORP' ;; esac
}

# expect_body PATH VALUE: of the answer's JSON.
expect_body() {
  OUT=$BODY
  expect_json "$@"
}

# post_hook EVENT PAYLOAD: as a host does; the hook's output is in BODY.
post_hook() {
  expect_status 200 POST "/hook/claude-code?event=$1" "$AGENT" 'Content-Type: application/json' \
    --body "$2"
}

journal_of() { cat "$(local_folder)/journal/$RUN.jsonl"; }
