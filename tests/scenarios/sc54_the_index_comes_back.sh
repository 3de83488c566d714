# SC-54, S2-12, S2-59, S2-78, S2-79, S2-80: the index deleted and made again has every row, a second
# time changes nothing, a corrupt folder is named, and what ran survives a rebuild.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/index.sh"

project
manifest dark-mode 'Dark mode'
manifest rate-limits 'Rate limits'
mkdir -p agents/sessions/broken && echo '{' >agents/sessions/broken/state.json
echo 'The switch follows the system setting.' >agents/sessions/dark-mode/spec.md
start_run
expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"tame the wombat"')"
expect_allowed "$(payload_write src/a.cpp)"
expect_exit 0 hook PostToolUse "$(payload PostToolUse '"tool_name":"Write","tool_input":{},"tool_use_id":"toolu_1"')"

expect_exit 0 holdfast index update --json
expect_json projects 1
expect_json work_sessions 2
expect_json problems.# 1
expect_contains broken
expect_rows 2 sessions
expect_rows 1 agents
before=$(for table in sessions runs agents agent_logs events phase_events; do rows "$table"; done)
expect_exit 0 holdfast index update --json
expect_json events 0
rm "$INDEX"*
expect_exit 0 holdfast index update
after=$(for table in sessions runs agents agent_logs events phase_events; do rows "$table"; done)
[ "$before" = "$after" ] || fail 'the rows differ from those before'
expect_exit 0 holdfast index rebuild
after=$(for table in sessions runs agents agent_logs events phase_events; do rows "$table"; done)
[ "$before" = "$after" ] || fail 'the rows differ after a rebuild'

# The files of the run are gone, and a folder too: the rows stay.
logs=$(rows agent_logs)
rm -r "$(local_folder)/journal" "$(local_folder)/notes" agents/sessions/rate-limits
expect_exit 0 holdfast index rebuild
[ "$(rows agent_logs)" = "$logs" ] || fail 'the logs of agents are gone'
expect_rows 1 'sessions WHERE missing_since IS NOT NULL' session_slug
expect_contains rate-limits
expect_exit 0 holdfast search wombat --json
expect_json hits.0.kind prompt
expect_exit 0 holdfast search system setting
expect_contains dark-mode
