# SC-47, B2-24: without plan.json there is no build, but by force, which is on record.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
new_work dark
rm agents/sessions/dark/spec.md
phase plan
expect_contains 'spec.md is missing'
work_call_error PRECONDITION_FAILED session_transition_phase '"new_phase":"build"'
expect_contains plan.json
expect_exit 2 holdfast work transition dark build
# Nor is a plan that cannot be read one.
echo '{' >agents/sessions/dark/plan.json
work_call_error PRECONDITION_FAILED session_transition_phase '"new_phase":"build"'
rm agents/sessions/dark/plan.json
work_call session_transition_phase '"new_phase":"build","force":true'
expect_json changed true
expect_state current_phase build
expect_exit 0 holdfast work transition dark spec --reopen
audit | grep -q '"what":"transition_phase".*"from":"plan".*"to":"build".*"forced":true' || fail 'the force is not on record'
audit | grep -q '"to":"spec".*"reopened":true' || fail 'the way back is not on record'

# Open checkpoints hold the build.
write_plan 1 2
phase plan && phase build
work_call session_complete_checkpoint '"checkpoint_id":1'
work_call_error PRECONDITION_FAILED session_transition_phase '"new_phase":"docs"'
work_call session_complete_checkpoint '"checkpoint_id":2'
phase docs
