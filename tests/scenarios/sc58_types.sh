# SC-58, S2-23, S2-97, S2-98, B2-8: quick and research sessions have their own ways, and no others.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
new_work fast quick
expect_state current_phase plan
work_call_error INVALID_TRANSITION session_transition_phase '"new_phase":"docs"'
write_plan 1
phase build
work_call session_complete_checkpoint '"checkpoint_id":1'
phase complete
expect_state status complete

new_work fast-docs quick
write_plan 1
phase build
work_call session_complete_checkpoint '"checkpoint_id":1'
phase docs && phase complete

new_work why research
expect_state current_phase spec
for refused in plan build; do
  work_call_error INVALID_TRANSITION session_transition_phase "\"new_phase\":\"$refused\""
done
phase complete
new_work why-docs research
phase docs && phase complete

# A full one goes from build straight to its end by force alone.
new_work whole full
write_plan 1
phase plan && phase build
work_call session_complete_checkpoint '"checkpoint_id":1'
work_call_error INVALID_TRANSITION session_transition_phase '"new_phase":"complete"'
work_call session_transition_phase '"new_phase":"complete","force":true'
expect_call_error INVALID_VALUE session_create '{"topic":"x","session_type":"epic"}'
expect_contains 'full, quick, research'
