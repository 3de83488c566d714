# SC-26, S1-30, S1-58, S1-64, S1-65, S1-98, S1-104, S1-105, B1-3, B1-4: where the memories cannot be
# written, the state goes to the fallback file; no second session starts meanwhile; when they are
# back, the newest state is in them.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"

agent_project
touch .serena # A file where the folder should be: nothing can be written below it.
expect_call session_start '{"objective":"Work without memories"}'
[ -s .agents/sessions/.session-state.json ] || fail 'no fallback'
OUT=$(cat .agents/sessions/.session-state.json)
expect_json objective 'Work without memories'
expect_json current_phase INIT
expect_json holdfast.run "$RUN"
expect_call validate_gate '{"phase":"SERENA_INIT"}'
expect_json status FAIL
expect_json evidence 'Serena MCP not available'
expect_json blocking true
expect_call_error SESSION_ACTIVE session_start '{"objective":"second"}'

rm .serena
expect_call validate_gate '{"phase":"SERENA_INIT"}'
expect_json status PASS
expect_json evidence 'Serena MCP responding'
expect_json requirement_level MUST
expect_json blocking true
grep -qF 'Work without memories' .serena/memories/session-current-state.md || fail 'not in the memory'
grep -q '| SERENA_INIT | COMPLETE |' .serena/memories/session-current-state.md || fail 'not newest'
[ ! -e .agents/sessions/.session-state.json ] || fail 'the fallback is still there'
expect_call_error SESSION_ACTIVE session_start '{"objective":"third"}'

# A folder that leads out of the project is not written through.
expect_call session_end '{"summary":"done"}'
rm -rf .serena
mkdir ../elsewhere
ln -s ../elsewhere .serena
expect_call session_start '{"objective":"links"}'
[ -z "$(ls -A ../elsewhere/memories 2>/dev/null)" ] || fail 'written outside'
[ -s .agents/sessions/.session-state.json ] || fail 'no fallback'
