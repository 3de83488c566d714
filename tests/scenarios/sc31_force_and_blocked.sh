# SC-31, SC-32, SC-33, S1-6, S1-53, S1-59, S1-60, S1-73, S1-99, S1-106, S1-107, S1-112, B1-6, B1-7, B1-21:
# force leaves a violation, BLOCKED has a way out, and work can be taken up again.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"

agent_project
expect_call session_start '{"objective":"Test"}'
expect_call_error INVALID_PARAMS advance_phase '{"force":true}'
expect_call advance_phase '{"force":true,"reason":"trying out"}'
expect_json current_phase SERENA_READY
expect_json violations.0.severity CRITICAL
grep -q '| SERENA_INIT | MUST SERENA_INIT: skipped by force (trying out) | CRITICAL |' \
  .serena/memories/session-violations-log.md || fail 'not in the memory'
resource session://violations
expect_contains 'trying out'
expect_exit 0 holdfast events --session "$RUN" --json
expect_contains '"action":"violation"'

# The rest of the start passes: no skills, no handoff.
expect_call advance_phase '{"target_phase":"WORKING"}'
expect_json success true
expect_call_error INVALID_TRANSITION advance_phase '{"target_phase":"INIT"}'
expect_call_error INVALID_TRANSITION advance_phase '{"target_phase":"COMPLETE"}'
expect_call_error INVALID_TRANSITION advance_phase '{"target_phase":"NOWHERE"}'

# SC-33: a MUST that had passed and does not any more blocks, until it passes again.
log=.agents/sessions/$(date -u +%Y-%m-%d)-session-01.md
mv "$log" ../log
expect_call validate_gate '{"phase":"SESSION_LOG"}'
expect_json status FAIL
resource session://state
expect_json current_phase BLOCKED
expect_json blocked_from WORKING
expect_call_error SESSION_BLOCKED advance_phase '{}'
expect_call get_blocked_reason '{}'
expect_json phase BLOCKED
mv ../log "$log"
expect_call validate_gate '{"phase":"SESSION_LOG"}'
expect_json status PASS
resource session://state
expect_json current_phase WORKING
resource session://violations
expect_contains 'Session log exists'

# B1-7: from the end back to work; the gates of the end are asked anew.
expect_call advance_phase '{"target_phase":"QUALITY_CHECKED"}'
expect_json current_phase QUALITY_CHECKED
expect_call advance_phase '{"target_phase":"WORKING"}'
expect_json success true
resource session://state
expect_json gates.QUALITY_CHECKS.status PENDING

# SC-32: outside git the non-blocking gate is skipped.
mkdir ../plain
cd ../plain
expect_exit 0 holdfast init --yes
RUN=11111111-2222-4333-8444-555555555555
export CLAUDE_CODE_SESSION_ID=$RUN
expect_call session_start '{"objective":"No git"}'
expect_call advance_phase '{"target_phase":"WORKING"}'
expect_json success true
expect_call validate_gate '{"phase":"GIT_STATE"}'
expect_json status SKIPPED
