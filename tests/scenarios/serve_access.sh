# Who may ask the dashboard's server: its own name, its own pages, and those who have the token.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/serve.sh"

project
start_run
serve_with
[ "$(stat -c %a "$XDG_CONFIG_HOME/holdfast/serve-token")" = 600 ] || fail 'the token is not 0600'
[ "$(stat -c %a "$XDG_CONFIG_HOME/holdfast/mcp-token")" = 600 ] || fail 'the agent token is not 0600'

# The page is for everybody who asks this server by its name; nothing else is.
expect_status 200 GET /
expect_status 200 GET /runs/abc
expect_status 200 HEAD /
[ -z "$BODY" ] || fail 'HEAD has a body'
asset=$(grep -o '/assets/[^"]*\.js' <<<"$(python3 -B "$SUPPORT/request.py" "$PORT" GET /)" | head -n 1)
expect_status 200 GET "$asset"
for path in /api/v1/runs /api/v1/live /metrics /nowhere /api/v1/openapi.json /.git/HEAD; do
  expect_status 401 GET "$path"
done
expect_status 401 POST /hook/claude-code --body '{}'
expect_status 401 POST /mcp --body '{}'
expect_status 401 POST /api/v1/actions/pause --body '{}'
expect_status 401 GET /metrics 'Authorization: Bearer wrong'
expect_status 401 GET /metrics "Authorization: Basic ${OWNER#Authorization: Bearer }"
expect_status 200 GET /metrics "$OWNER"

# A name that was rebound, another port, no name: 421, before anything else is looked at.
for host in evil.test "evil.test:$PORT" 127.0.0.1:1 localhost "localhost.evil.test:$PORT" \
  "127.0.0.1.evil.test:$PORT" "evil.test@127.0.0.1:$PORT"; do
  expect_status 421 GET / "Host: $host"
  expect_status 421 GET /metrics "Host: $host" 'Origin: http://evil.test' "$OWNER"
  expect_status 421 POST /hook/claude-code "Host: $host" "$AGENT" --body '{}'
done
expect_status 200 GET / "Host: localhost:$PORT"
expect_status 200 GET / "Host: LOCALHOST:$PORT"

# A page of another origin: 403, with the token too.
for origin in http://evil.test null "http://127.0.0.1:1" "http://127.0.0.1:$PORT.evil.test" file://; do
  expect_status 403 GET / "Origin: $origin"
  expect_status 403 GET /metrics "Origin: $origin" "$OWNER"
  expect_status 403 POST /hook/claude-code "Origin: $origin" "$AGENT" --body '{}'
done
expect_status 200 GET /metrics "Origin: http://127.0.0.1:$PORT" "$OWNER"
expect_status 405 OPTIONS / "Origin: http://127.0.0.1:$PORT" 'Access-Control-Request-Method: POST'
expect_lacks access-control-allow

# The link gives a cookie that scripts cannot read and other sites do not send; it is not the token,
# and it opens this server alone.
token=${OWNER#Authorization: Bearer }
expect_status 200 GET "/?token=$token"
cookie=$(sed -n 's/^set-cookie: //p' <<<"$HEADERS")
case $cookie in "holdfast_$PORT="*'; Path=/; HttpOnly; SameSite=Strict') ;; *) fail "cookie: $cookie" ;; esac
case $cookie in *"$token"*) fail 'the cookie is the token' ;; esac
cookie="Cookie: other=1; ${cookie%%;*}"
expect_status 200 GET /metrics "$cookie"
expect_status 401 POST /hook/claude-code "$cookie" --body '{}'
expect_status 200 GET '/?token=wrong'
expect_lacks set-cookie
first=$PORT
(
  serve_with
  [ "$PORT" != "$first" ] || fail 'the same port'
  expect_status 401 GET /metrics "$cookie"
  expect_status 401 GET /metrics "${cookie//_$first=/_$PORT=}"
  end_server
)

# The agent's token is no key to anything that is for people.
expect_status 401 GET /metrics "$AGENT"
expect_status 401 POST /api/v1/actions/pause "$AGENT" 'Content-Type: application/json' --body '{}'

# Other methods, and more than a request may have.
for method in PUT DELETE PATCH BREW; do expect_status 405 "$method" /; done
expect_status 405 GET /hook/claude-code "$AGENT"
expect_status 404 POST /hook/nobody "$AGENT" --body '{}'
expect_contains claude-code
expect_status 431 GET / "X-Long: $(printf 'x%.0s' {1..40000})"
expect_status 413 POST /api/v1/actions/pause "$OWNER" 'Content-Type: application/json' --bytes 70000
expect_status 413 POST /hook/claude-code "$AGENT" --bytes 40000000

# No token in what the server says of itself.
end_server
! grep -F "$token" serve.log || fail 'the token is in the log'
! grep -F "${AGENT#Authorization: Bearer }" serve.log || fail 'the agent token is in the log'
