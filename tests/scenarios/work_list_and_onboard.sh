# S2-58, S2-61, S2-78, S2-80, design/cli.md: sessions are listed by command and tool; a bad folder stops nothing.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
expect_exit 0 holdfast work list --json
expect_json sessions '[]'
new_work dark
new_work why research
expect_exit 0 holdfast work status why paused
mkdir -p agents/sessions/broken agents/sessions/no-manifest
echo '{' >agents/sessions/broken/state.json
expect_exit 0 holdfast work onboard --json
expect_json added 2
expect_json errors.# 1
expect_contains broken
expect_call session_onboard
expect_json errors.# 1

expect_exit 0 holdfast work list --json
expect_json sessions.# 2
expect_exit 0 holdfast work list --status paused --json
expect_json sessions.# 1
expect_json sessions.0.session_id why
expect_json sessions.0.session_type research
expect_call session_list '{"phase":"spec","status":"active"}'
expect_json sessions.0.session_id dark
expect_json sessions.# 1
expect_call_error INVALID_VALUE session_list '{"limit":0}'
expect_exit 0 holdfast work list
expect_contains dark
expect_contains paused
expect_exit 64 holdfast work list --limit many
