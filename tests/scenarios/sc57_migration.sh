# SC-57, S2-4, S2-14, S2-35, S2-74, S2-115, B2-26: an older manifest is migrated once, and nothing is lost.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
WORK=old
STATE=agents/sessions/old/state.json
mkdir -p agents/sessions/old
cat >"$STATE" <<'END'
{
  "session_id": "old",
  "topic": "Refactor the store",
  "description": "One way in",
  "created_at": "2026-01-01T10:00:00Z",
  "updated_at": "2026-01-02T10:00:00Z",
  "current_phase": "build",
  "phases": {"spec": {"status": "finalized", "started_at": "2026-01-01T10:00:00Z", "finalized_at": "2026-01-01T11:00:00Z"},
    "plan": {"status": "complete", "started_at": "2026-01-01T11:00:00Z", "completed_at": "2026-01-01T12:00:00Z"},
    "build": {"status": "in_progress", "started_at": "2026-01-01T12:00:00Z"}},
  "plan_state": {"checkpoints_total": 3, "checkpoints_completed": [1], "current_checkpoint": 2},
  "goals": {"high_level": ["A single writer"], "mid_level": ["A lock"]},
  "open_questions": ["Which lock?"],
  "key_decisions": [{"decision": "Use flock", "rationale": "The kernel releases it", "made_at": "2026-01-01"}],
  "commits": [{"sha": "abcdef1", "message": "Add the lock", "checkpoint_id": 1, "created_at": "2026-01-01T13:00:00Z"}],
  "prior_session": "older"
}
END
cp "$STATE" ../v1
printf '# Spec\n\nBy hand.\n' >agents/sessions/old/spec.md
call session_transition_phase '{"session_id":"old","new_phase":"docs"}'
expect_contains 'holdfast work migrate old'
cmp "$STATE" ../v1 || fail 'changed before it was migrated'

expect_exit 0 holdfast work migrate old
cp "$STATE" ../v2 && cp agents/sessions/old/spec.md ../spec
expect_exit 0 holdfast work migrate old --json
expect_json sessions.0.migrated false
cmp "$STATE" ../v2 || fail 'migrated twice'
cmp agents/sessions/old/spec.md ../spec || fail 'written to spec.md twice'
cmp agents/sessions/old/state.v1.json ../v1 || fail 'no backup'
for text in 'By hand.' 'A single writer' 'A lock' 'Which lock?' 'Use flock' 'The kernel releases it'; do
  [ "$(grep -cF "$text" agents/sessions/old/spec.md)" -eq 1 ] || fail "not once in spec.md: $text"
done
expect_state current_phase build
expect_state build_progress.checkpoints_completed '[1]'
expect_state commits.0.checkpoint 1
expect_state prior_session older
expect_state goals null
work_call session_complete_checkpoint '"checkpoint_id":2'
expect_json build_progress.current_checkpoint 3
