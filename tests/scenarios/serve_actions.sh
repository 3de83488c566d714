# What a person may change through the page: off unless asked for, each journalled, none a proof of a
# person.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/serve.sh"

project
mkdir -p .claude
cat >.claude/requirements.yaml <<'YAML'
requirements:
  reviewed: {enabled: true, trigger_tools: [Write], approval_ttl: 600}
  tested: {enabled: true, trigger_tools: [Write]}
YAML
start_run
id=$(basename "$XDG_STATE_HOME"/holdfast/projects/*.json .json)
json='Content-Type: application/json'
body() {
  printf '{"project":"%s","run":"%s","operator_token":"%s"%s}' "$id" "$RUN" "$typed" "${1:+,$1}"
}
typed=$HOLDFAST_OPERATOR_TOKEN
# act ACTION MORE: by the owner, from the page.
act() {
  request POST "/api/v1/actions/$1" "$OWNER" "Origin: http://127.0.0.1:$PORT" "$json" \
    --body "$(body "$2")"
  expect_safe
}
expect_act() {
  local wanted=$1
  shift
  act "$@"
  [ "$STATUS" = "$wanted" ] || fail "status $STATUS instead of $wanted: $*"
}
journalled() { journal_of | grep -F '"actor":"dashboard"' | grep -qF "$1" || fail "not journalled: $1"; }

# Off unless asked for.
serve_with
for action in approve satisfy pause end; do
  expect_act 403 "$action" '"names":["reviewed"],"minutes":1'
  expect_body error.code REFUSED
  expect_contains --allow-actions
done
expect_exit 1 grep -F '"actor":"dashboard"' <(journal_of)
end_server

serve_with --allow-actions
cookie=$(sed -n 's/^set-cookie: \([^;]*\).*/Cookie: \1/p' <<<"$(
  python3 -B "$SUPPORT/request.py" "$PORT" GET "/?token=${OWNER#Authorization: Bearer }")")
# A browser must say whose page asked.
expect_status 403 POST /api/v1/actions/pause "$cookie" "$json" --body "$(body '"minutes":1')"
expect_status 403 POST /api/v1/actions/pause "$cookie" "$json" 'Origin: http://evil.test' \
  --body "$(body '"minutes":1')"
expect_status 401 POST /api/v1/actions/pause "$AGENT" "$json" --body "$(body '"minutes":1')"
expect_status 400 POST /api/v1/actions/pause "$cookie" "Origin: http://127.0.0.1:$PORT" \
  'Content-Type: text/plain' --body "$(body '"minutes":1')"
expect_status 405 GET /api/v1/actions/pause "$OWNER"
expect_exit 1 grep -F '"actor":"dashboard"' <(journal_of)

# What loosens asks for the operator token; the server's own environment has it, which says nothing.
for typed in '' wrong; do
  expect_act 403 pause '"minutes":1'
  expect_act 403 approve '"names":["reviewed"]'
  expect_contains 'needs a person'
done
typed=$HOLDFAST_OPERATOR_TOKEN

# Approve and satisfy open what they are about.
expect_denied "$(payload_write a.txt)"
expect_act 200 approve '"names":["reviewed"]'
expect_contains 'reviewed approved for session'
journalled '"approved"'
expect_denied "$(payload_write a.txt)"
expect_status 200 POST /api/v1/actions/satisfy "$cookie" "Origin: http://127.0.0.1:$PORT" "$json" \
  --body "$(body '"names":["tested"],"for_branch":true')"
expect_contains 'tested satisfied for every session on main'
journalled '"satisfied"'
expect_allowed "$(payload_write a.txt)"
expect_act 404 approve '"names":["nobody"]'
expect_body error.code NOT_FOUND
for names in '' '"names":[]' '"names":"reviewed"' '"names":[1]'; do
  expect_act 400 approve "$names"
done

# A pause of up to thirty minutes; 0 ends it. A longer one needs a person, and the page is none.
expect_exit 0 holdfast session mode analysis --session "$RUN"
expect_denied "$(payload_write a.txt)"
expect_act 200 pause '"minutes":5,"reason":"looking"'
expect_contains 'Blocking is off'
journalled '"pause"'
expect_allowed "$(payload_write a.txt)"
expect_act 200 pause '"minutes":0'
journalled '"resume"'
expect_denied "$(payload_write a.txt)"
for minutes in 31 -1 1.5 '"5"' null 99999999999999999999; do
  expect_act 400 pause "\"minutes\":$minutes"
done

# The end; a second time there is nothing to end. An agent that goes on opens it again.
expect_act 200 end '"reason":"stuck"'
journalled '"session_end"'
expect_exit 0 holdfast session list --json
expect_json sessions.0.health ended
expect_act 409 end ''
expect_denied "$(payload_write a.txt)"
expect_exit 0 holdfast session list --json
expect_json sessions.0.health live
expect_exit 0 holdfast events --verify --session "$RUN"

# Names that lead nowhere.
expect_status 404 POST /api/v1/actions/end "$OWNER" "$json" --body '{"project":"no","run":"no"}'
expect_status 400 POST /api/v1/actions/end "$OWNER" "$json" \
  --body "{\"project\":\"$id\",\"run\":\"../../etc\"}"
expect_status 404 POST /api/v1/actions/end "$OWNER" "$json" \
  --body "{\"project\":\"$id\",\"run\":\"99999999-9999-4999-8999-999999999999\"}"
expect_status 400 POST /api/v1/actions/end "$OWNER" "$json" --body '{"project":1}'
expect_status 400 POST /api/v1/actions/end "$OWNER" "$json" --body '[]'
expect_status 400 POST /api/v1/actions/end "$OWNER" "$json" --body '{'
expect_status 404 POST /api/v1/actions/nothing "$OWNER" "$json" --body '{}'
end_server
