# SC-51, S2-27, S2-53, S2-93, S2-94, S2-108, B2-6, B2-25: what is paused, failed or complete is not worked on.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
new_work dark
write_plan 1
status() { work_call session_set_status "\"status\":\"$1\"${2:+,$2}"; }
phase plan && phase build
work_call_error INVALID_TRANSITION session_set_status '"status":"complete"'
work_call_error INVALID_VALUE session_set_status '"status":"done"'
expect_contains 'active, paused, complete, failed'
expect_call_error NOT_FOUND session_set_status '{"session_id":"no-such","status":"paused"}'
status paused
expect_json previous active
work_call_error INVALID_STATUS session_complete_checkpoint '"checkpoint_id":1'
work_call_error INVALID_STATUS session_transition_phase '"new_phase":"docs"'
work_call session_add_commit '"sha":"abcdef1","message":"while it was paused"'
status active
status failed
expect_json current_phase build
work_call_error INVALID_STATUS session_complete_checkpoint '"checkpoint_id":1'
status active
work_call session_complete_checkpoint '"checkpoint_id":1'
phase docs && phase complete
expect_state status complete
work_call_error INVALID_STATUS session_complete_checkpoint '"checkpoint_id":1'
work_call_error INVALID_TRANSITION session_set_status '"status":"active"'
expect_exit 2 holdfast work status dark active
status active '"reopen":true'
expect_state status active
python3 -c 'import json,sys; s=json.load(open(sys.argv[1])); assert s["current_phase"] != "complete", s' "$STATE"

# Of two that come at once one is last, and both are whole.
for wanted in paused active paused active paused active paused failed; do
  holdfast work status dark "$wanted" >/dev/null 2>&1 &
done
wait
case $(json_at status <"$STATE") in active | paused | failed) ;; *) fail 'no status' ;; esac
