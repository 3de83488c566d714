# SC-45, S2-18, S2-29, S2-34, S2-45, S2-81, S2-82, S2-83, S2-84, S2-85, S2-86, S2-87, S2-88, S2-89, S2-90, S2-110,
# S2-114: a full session from its creation to its end, by the tools alone.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
start_run
expect_call session_create '{"topic":"Implement dark mode","description":"Less glare"}'
WORK=$(json_at session_id <<<"$OUT")
STATE=agents/sessions/$WORK/state.json
[ -f "agents/sessions/$WORK/spec.md" ] || fail 'no spec.md'
sleep 0.01
phase plan
write_plan 1 2 3
sleep 0.01
phase build
expect_state build_progress.checkpoints_total 3
expect_state build_progress.current_checkpoint 1
for id in 1 2 3; do
  work_call session_start_checkpoint "\"checkpoint_id\":$id"
  git commit -q --allow-empty -m "Step $id"
  work_call session_add_commit "\"sha\":\"$(git rev-parse HEAD)\",\"message\":\"Step $id\""
  expect_json commit.checkpoint "$id"
  expect_lacks 'has no commit'
  work_call session_complete_checkpoint "\"checkpoint_id\":$id"
done
expect_state build_progress.current_checkpoint null
expect_state commits.2.message 'Step 3'
phase docs
phase complete
expect_state status complete
expect_state current_phase complete

python3 - "$STATE" <<'END'
import json, sys
text = open(sys.argv[1]).read()
state = json.loads(text)
history = state["phase_history"]
phases = ["spec", "plan", "build", "docs"]
assert sorted(history) == sorted(f"{p}_{e}_at" for p in phases for e in ("started", "completed")), history
assert all(history.values()), history
for before, after in zip(phases, phases[1:]):
    assert history[before + "_completed_at"] == history[after + "_started_at"], history
assert len(set(history.values())) >= 3, history
assert list(state)[:2] == ["$schema", "session_id"] and "version" not in state
assert state["$schema"] == "Session state manifest v2 - programmatic updates only"
assert not {"goals", "open_questions", "key_decisions"} & set(state)
assert state["git"]["branch"] == "main" and state["git"]["worktree"] is None
assert text.endswith("}\n") and '\n  "topic"' in text
END
