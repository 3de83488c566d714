# SC-44, S1-27, S1-85, B1-25: the checklists are those of the project's own file, the day is UTC's unless
# the configuration wants the local one.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"

agent_project
unset CLAUDE_CODE_SESSION_ID

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
