# SC-46, S2-64, S2-70, S2-105, design/cli.md: a step that is not allowed changes no byte, by tool and by command.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
new_work dark
work_call_error INVALID_TRANSITION session_transition_phase '"new_phase":"build"'
expect_json error.message 'Invalid phase transition: spec -> build (allowed: plan)'
work_call_error INVALID_VALUE session_transition_phase '"new_phase":"ship"'
expect_contains 'spec, plan, build, docs, complete'
before=$(hash_of "$STATE")
expect_exit 2 holdfast work transition dark build
expect_contains 'Invalid phase transition: spec -> build (allowed: plan)'
expect_exit 2 holdfast work transition dark complete --json
expect_contains '"code":"INVALID_TRANSITION"'
expect_exit 64 holdfast work transition dark ship
expect_exit 1 holdfast work transition no-such plan
expect_contains no-such
expect_contains "$PWD/agents/sessions"
[ "$(hash_of "$STATE")" = "$before" ] || fail 'a refused step changed the file'
# The same phase again is no change.
expect_exit 0 holdfast work transition dark spec
[ "$(hash_of "$STATE")" = "$before" ] || fail 'no step changed the file'
# Back only on purpose, and the first beginning stays (B2-7).
phase plan
started=$(json_at phase_history.spec_started_at <"$STATE")
work_call_error INVALID_TRANSITION session_transition_phase '"new_phase":"spec"'
work_call session_transition_phase '"new_phase":"spec","reopen":true'
expect_state phase_history.spec_started_at "$started"
expect_state phase_history.spec_completed_at null
