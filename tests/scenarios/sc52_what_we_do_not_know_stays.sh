# SC-52, S2-41, S2-63, S2-73, S2-114: every tool leaves keys, order and numbers of others as they are.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
new_work dark
write_plan 1 2
python3 - "$STATE" <<'END'
import json, sys
state = json.load(open(sys.argv[1]))
state["granularity"] = "fine"
state["plan_state"] = {"ü": [1.50, 1e3, -0.0, 12345678901234567890], "deep": {"z": None, "a": [[], {}]}}
state["git"]["remote"] = "origin"
state["commits"].append({"sha": "1234567", "message": "old", "checkpoint": None,
                         "created_at": "2026-02-14T10:00:00.123456+00:00", "checkpoint_id": 7})
state["created_at"] = "2026-02-14T09:00:00.654321+00:00"
text = json.dumps(state, indent=2, ensure_ascii=False) + "\n"
open(sys.argv[1], "w").write(text.replace("1000.0", "1e3").replace("1.5", "1.50"))
END
foreign() { grep -vE '"(updated_at|current_phase|status|[a-z]+_(started|completed)_at|checkpoints_.*|current_checkpoint|branch)":' "$STATE"; }
foreign >../before
unknown=(granularity plan_state git.remote commits.0.checkpoint_id created_at commits.0.created_at)
phase plan && phase build
foreign | diff ../before - || fail 'a transition changed what is not its own'
work_call session_complete_checkpoint '"checkpoint_id":1'
work_call session_set_status '"status":"paused"'
work_call session_set_status '"status":"active"'
work_call session_update_git '"branch":"other"'
work_call session_add_commit '"sha":"abcdef1","message":"new"'
for line in '"granularity": "fine"' '1.50,' '1e3' '-0.0' 12345678901234567890 '"checkpoint_id": 7' \
  '"2026-02-14T09:00:00.654321+00:00"' '"remote": "origin"'; do
  grep -qF -- "$line" "$STATE" || fail "lost: $line"
done
[ "${#unknown[@]}" -eq 6 ]
# A change is a small diff.
git add -A && git commit -qm state
work_call session_set_status '"status":"paused"'
[ "$(git diff --numstat "$STATE" | cut -f1,2)" = "2	2" ] || fail "more than two lines: $(git diff "$STATE")"
