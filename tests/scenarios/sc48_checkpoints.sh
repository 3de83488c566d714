# SC-48, S2-30, S2-51, S2-76, S2-91, S2-106, B2-9, B2-10: checkpoints in any order, each once.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
new_work dark
write_plan 1 2 3 4 5
work_call_error INVALID_TRANSITION session_transition_phase '"new_phase":"docs"'
phase plan && phase build
complete() { work_call session_complete_checkpoint "\"checkpoint_id\":$1"; }
complete 1 && complete 2 && complete 4
expect_json build_progress.checkpoints_completed '[1, 2, 4]'
expect_json build_progress.current_checkpoint 3
before=$(hash_of "$STATE")
complete 4
expect_json changed false
[ "$(hash_of "$STATE")" = "$before" ] || fail 'completed twice'
work_call_error INVALID_CHECKPOINT session_complete_checkpoint '"checkpoint_id":9'
work_call_error INVALID_CHECKPOINT session_complete_checkpoint '"checkpoint_id":0'
work_call_error ALREADY_COMPLETED session_start_checkpoint '"checkpoint_id":4'
expect_call_error NOT_FOUND session_complete_checkpoint '{"session_id":"no-such","checkpoint_id":1}'
complete 3 && complete 5
expect_json build_progress.current_checkpoint null
# The plan grew: the total follows it.
write_plan 1 2 3 4 5 6
complete 6
expect_json build_progress.checkpoints_total 6

# Ten agents at once, each with its own.
new_work many
write_plan 1 2 3 4 5 6 7 8 9 10
phase plan && phase build
for id in 1 2 3 4 5 6 7 8 9 10; do
  holdfast work checkpoint many complete "$id" >/dev/null &
done
wait
expect_state build_progress.checkpoints_completed '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]'
expect_state build_progress.current_checkpoint null
