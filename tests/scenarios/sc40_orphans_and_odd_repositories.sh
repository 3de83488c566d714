# SC-40, SC-41, SC-42, SC-44, S1-21, S1-22, S1-27, S1-28, S1-85, S1-87, S1-95, S1-110, B1-5, B1-15, B1-23, B1-25:
# a dead owner's session is closed or taken over; repositories without commits or branch; the
# protocol as the project's own file has it.
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

# SC-41
for kind in empty detached; do
  mkdir "../$kind"
  cd "../$kind"
  git init -q -b main
  if [ "$kind" = detached ]; then
    git -c user.email=a@b -c user.name=A commit -q --allow-empty -m one
    git checkout -q --detach
  fi
  expect_exit 0 holdfast init --yes
  expect_call session_start '{"objective":"Odd"}'
  resource session://state
  case $kind in
    empty) expect_json branch main && expect_json starting_commit '(no commits)' ;;
    detached)
      expect_json branch "HEAD detached at $(git rev-parse --short=7 HEAD)"
      expect_json starting_commit "$(git rev-parse HEAD)"
      ;;
  esac
  expect_call advance_phase '{"target_phase":"WORKING"}'
  expect_json success true
  expect_call session_end '{"summary":"done"}'
  expect_json status COMPLETE
done

# SC-42
expect_call session_start '{"objective":"Gates"}'
expect_call validate_gate '{"phase":"ALL"}'
expect_json gates.# 9
expect_json status PASS
expect_json branch "HEAD detached at $(git rev-parse --short=7 HEAD)"
expect_call_error INVALID_GATE validate_gate '{"phase":"NO_SUCH_GATE"}'
expect_contains QA_VALIDATION
expect_call session_end '{"summary":"done"}'

# SC-44
mkdir -p .agents
cat >.agents/SESSION-PROTOCOL.md <<'END'
# Protocol

### Session Start (COMPLETE ALL before work)

| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Initialize Serena: `mcp__serena__activate_project` | [ ] | Tool output present |
| MUST NOT | Touch production | [ ] | |
| SHOULD | Verify git status | [ ] | Output documented below |

### Session End (COMPLETE ALL before closing)

| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST NOT | Update `.agents/HANDOFF.md` directly | [ ] | HANDOFF.md unchanged |
END
expect_call session_start '{"objective":"Own lists"}'
expect_json checklist.start.# 3
expect_json checklist.start.0.step 'Initialize Serena: mcp__serena__activate_project'
expect_json checklist.start.1.req 'MUST NOT'
expect_json checklist.end.# 1
expect_call session_end '{"summary":"done"}'
echo 'no table at all' >.agents/SESSION-PROTOCOL.md
expect_call session_start '{"objective":"Built-in lists"}'
expect_json checklist.start.# 10
expect_contains SESSION-PROTOCOL.md
expect_call session_end '{"summary":"done"}'

# B1-25: the day is UTC's unless the configuration wants the local one.
export TZ=HLD-14
there=$(date +%Y-%m-%d)
expect_call session_start '{"objective":"Utc"}'
case $(json_at session_id <<<"$OUT") in "$(date -u +%Y-%m-%d)"-session-*) ;; *) fail 'not UTC' ;; esac
expect_call session_end '{"summary":"done"}'
printf 'protocol:\n  date: local\n' >>.holdfast/config.yaml
expect_call session_start '{"objective":"Local"}'
case $(json_at session_id <<<"$OUT") in "$there"-session-*) ;; *) fail 'not local' ;; esac
