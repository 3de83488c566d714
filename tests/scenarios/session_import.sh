# S1-85, B1-19: logs of earlier years come into the history, in both of their formats, once; what
# cannot be read is named; the log of a session of this machine is no news.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"

agent_project
mkdir -p .agents/sessions
cat >.agents/sessions/2025-12-18-session-15-gates.md <<'END'
# Session 15

## Session Info

- **Objective**: Add gates

## Protocol Compliance

### Session End (COMPLETE ALL before closing)

| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Run markdown lint | ✅ PASS | clean |
| MUST | Commit all changes | [x] | Commit SHA: 51101b5 |
END
cat >.agents/sessions/2026-01-04-session-3.json <<'END'
{"schemaVersion": "1.0",
 "session": {"number": 3, "date": "2026-01-04", "branch": "main", "startingCommit": "51101b5",
             "objective": "Move to JSON"},
 "protocolCompliance": {"sessionStart": {"handoffRead": {"Complete": true, "level": "MUST"}},
                        "sessionEnd": {"changesCommitted": {"complete": false, "level": "MUST"}}},
 "workLog": [], "endingCommit": "", "nextSteps": ["go on"]}
END
echo '{' >.agents/sessions/2026-01-05-session-01.json
expect_call session_start '{"objective":"Open"}'

expect_exit 65 holdfast session import
expect_contains 'Added 2 of 4'
expect_contains 2026-01-05-session-01.json
resource session://history
expect_json sessions.# 2
expect_json sessions.0.objective 'Move to JSON'
expect_json sessions.0.outcome INCOMPLETE
expect_json sessions.1.session_id 2025-12-18-session-15
expect_json sessions.1.outcome COMPLETE
rm .agents/sessions/2026-01-05-session-01.json
expect_exit 0 holdfast session import --json
expect_lacks '"new":true'
expect_call session_end '{"summary":"done"}'
resource session://history
expect_json sessions.# 3
expect_exit 1 holdfast session import nowhere
expect_contains nowhere
