# SC-40, S1-87, S1-110, B1-5: a dead owner's session is closed or taken over; without one, clear errors.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"

agent_project
today=$(date -u +%Y-%m-%d)
unset CLAUDE_CODE_SESSION_ID

# Without a session: clear errors.
expect_call_error NO_SESSION validate_gate '{"phase":"SERENA_INIT"}'
expect_call_error NO_SESSION advance_phase '{}'
expect_call_error NO_SESSION session_end '{"summary":"x"}'
expect_call get_blocked_reason '{}'
expect_json is_blocked false
for uri in state checklist history violations requirements; do resource "session://$uri"; done
resource session://state
expect_json active false

# A session whose owner dies: the client is a process of its own here.
dying_client() {
  python3 - "$1" <<'END'
import json, os, subprocess, sys
request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
    "name": "session_start", "arguments": {"objective": sys.argv[1]},
    "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {}}}}
done = subprocess.run([os.environ["HOLDFAST"], "mcp"], input=json.dumps(request) + "\n", text=True,
                      capture_output=True, timeout=30)
print(json.loads(done.stdout)["result"]["structuredContent"]["session_id"])
END
}
export HOLDFAST
[ "$(dying_client First)" = "$today-session-01" ] || fail 'no first session'
expect_call session_start '{"objective":"Second"}'
expect_json session_id "$today-session-02"
grep -A3 "### $today-session-01" .serena/memories/session-history.md | grep -q ABANDONED || fail 'not closed'
expect_call session_end '{"summary":"done"}'

[ "$(dying_client Third)" = "$today-session-03" ] || fail 'no third session'
expect_call session_start '{"objective":"","resume":true}'
expect_json session_id "$today-session-03"
expect_json resumed true
resource session://state
expect_json objective Third
expect_call session_end '{"summary":"done"}'
