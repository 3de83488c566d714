# SC-9, SC-20, SC-22, SC-43, B0-28, BX-3, S0-89, S1-1, S1-67, S1-68, S1-96, S1-97: no secret, no server; a server knows
# nothing but the files; what it lists.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"

agent_project
start_run
list() { mcp_request tools/list '{}'; }
list
[ "$(printf %s "$OUT" | wc -c)" -le 10000 ] || fail 'the list is too long'
for tool in session_start validate_gate advance_phase record_evidence session_end \
  get_blocked_reason session_get_state session_set_mode requirement_status requirement_satisfy; do
  expect_contains "\"name\":\"$tool\""
done
expect_lacks '"name":"handoff_add"'
export HOLDFAST_MCP_TOOLS=all
list
for tool in agent_invocation_add agent_invocation_complete decision_add verdict_add handoff_add \
  session_compact requirement_clear requirement_approve; do
  expect_contains "\"name\":\"$tool\""
done
unset HOLDFAST_MCP_TOOLS
# One that is not listed can be called all the same.
expect_call decision_add '{"type":"technical","description":"Use SQLite","rationale":"no server","decidedBy":"architect"}'
mcp_request resources/list '{}'
for uri in state checklist history violations requirements; do expect_contains "session://$uri"; done

# SC-20, SC-22
expect_call session_set_mode '{"mode":"planning","reason":"design first"}'
expect_call session_get_state '{}'
expect_json currentMode planning
expect_exit 0 holdfast session mode coding --session "$RUN"
expect_call session_get_state '{}'
expect_json currentMode coding
expect_lacks _signature
expect_call_error MODE_FORBIDDEN session_set_mode '{"mode":"disabled"}'
call no_such_tool
expect_json protocol_error.code -32602
call session_set_mode '{"mode":7}'
expect_json protocol_error.code -32602

# BX-3: what is wrong is said on standard error; standard output has answers alone.
printf 'gate:\n  absent: maybe\n' >>.holdfast/config.yaml
mcp_request tools/list '{}'
[ "$(wc -l <<<"$OUT")" -eq 1 ] || fail 'more than the answer'

# SC-9
mv "$XDG_CONFIG_HOME/holdfast/secret" ../secret
expect_exit 77 holdfast mcp
expect_contains 'BRAIN_SESSION_SECRET environment variable required'
expect_contains 'holdfast init'
BRAIN_SESSION_SECRET=0123456789012345678901234567890 expect_exit 77 holdfast mcp
expect_contains 32
mv ../secret "$XDG_CONFIG_HOME/holdfast/secret"
mkdir ../foreign
cd ../foreign
expect_exit 69 holdfast mcp
