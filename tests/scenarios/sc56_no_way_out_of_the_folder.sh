# SC-56, B2-18, B2-19: neither a name nor an artifact nor a link leads out of the session's folder.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
echo 'top secret' >secret
new_work dark
for id in ../x .. ../../etc /etc 'a/../../x' .hidden "$PWD/../x"; do
  expect_exit_not_0() { holdfast work show "$1" >/dev/null 2>&1 && fail "found: $1"; return 0; }
  expect_exit_not_0 "$id"
  call session_get "{\"session_id\":\"$id\"}"
  expect_contains '"error"'
done
for slug in ../x x/y '' .x -x "$(printf 'a%.0s' $(seq 200))"; do
  call session_create "{\"topic\":\"x\",\"slug\":\"$slug\"}"
  [ -z "$slug" ] || expect_json error.code INVALID_VALUE
done

mkdir -p ../outside/state && cp "$STATE" ../outside/
ln -s ../../../outside agents/sessions/linked
call session_get '{"session_id":"linked"}'
expect_contains '"error"'
for artifact in ../../../secret /etc/passwd "$PWD/secret" link; do
  ln -sf ../../../secret agents/sessions/dark/link
  sed -i "s|\"spec\": \"[^\"]*\"|\"spec\": \"$artifact\"|" "$STATE"
  mcp_request resources/read '{"uri":"session://work/dark/spec"}'
  expect_lacks 'top secret'
  expect_lacks root:
  expect_contains '"error"'
  holdfast work spec dark >/dev/null 2>&1 && fail "read: $artifact"
done
sed -i 's|"spec": "[^"]*"|"spec": "spec.md"|' "$STATE"

# Broken, huge and odd manifests are an error each, and stay as they are.
for text in '' '{' '[]' 'null' '{"session_id":7}' "$(printf '[%.0s' $(seq 5000))"; do
  printf '%s' "$text" >"$STATE"
  before=$(hash_of "$STATE")
  call session_set_status '{"session_id":"dark","status":"paused"}'
  expect_contains '"error"'
  [ "$(hash_of "$STATE")" = "$before" ] || fail "overwritten: $text"
done
head -c 1100000 /dev/zero | tr '\0' ' ' >"$STATE"
expect_call_error TOO_LARGE session_get '{"session_id":"dark"}'
