# SC-23, SC-24, SC-25, S1-3, S1-4, S1-19 to S1-26, S1-25, S1-62, S1-63, B1-1, B1-8: a session begins, once, with a
# number of its own.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"

agent_project
today=$(date -u +%Y-%m-%d)
expect_call session_start '{"objective":"Test the \"start\" | with *marks* and ünicode"}'
expect_json session_id "$today-session-01"
expect_json phase INIT
expect_json blocked_until '["SERENA_INIT", "SKILL_VALIDATION", "CONTEXT_RETRIEVAL", "SESSION_LOG"]'
expect_json checklist.start.# 10
expect_json checklist.end.# 8
expect_json log_path ".agents/sessions/$today-session-01.md"
expect_json run_id "$RUN"
[ -s ".agents/sessions/$today-session-01.md" ] || fail 'no log'
grep -qF 'Test the "start"' .serena/memories/session-current-state.md || fail 'no objective'
grep -q '^- \*\*Current Phase\*\*: INIT$' .serena/memories/session-current-state.md || fail 'no phase'
tail -n 1 .serena/memories/session-current-state.md | grep -q "^<!-- holdfast: run=$RUN version=" ||
  fail 'no stamp'
resource session://state
expect_json objective 'Test the "start" | with *marks* and ünicode'

# SC-24
expect_call_error SESSION_ACTIVE session_start '{"objective":"again"}'
expect_json error.message "$(json_at error.message <<<"$OUT")"
case $(json_at error.message <<<"$OUT") in
  'Session already active. Call session_end() first.'*) ;;
  *) fail 'another sentence' ;;
esac
expect_call session_end '{"summary":"done"}'

# S1-109, SC-25: the next number is one above the highest, not one above the count.
rm -f ".agents/sessions/$today-session-01.md"
echo '# Log' >".agents/sessions/$today-session-02.md"
echo '# Log' >".agents/sessions/$today-session-03-a-slug.md"
expect_call session_start '{"objective":"Test"}'
expect_json session_id "$today-session-04"
expect_call session_end '{"summary":"done"}'
expect_call session_start '{"objective":"no log","create_log":false}'
expect_json session_id "$today-session-05"
[ ! -e ".agents/sessions/$today-session-05.md" ] || fail 'a log that nobody wanted'
expect_call session_end '{"summary":"done"}'
expect_call_error INVALID_PARAMS session_start '{"objective":"  "}'

# An objective is what it takes: without one the call is wrong.
call session_start '{}'
expect_json protocol_error.code -32602

# Fifty at once: one begins, the others hear why not.
unset CLAUDE_CODE_SESSION_ID
request='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"session_start","arguments":{"objective":"race"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}'
mkdir ../answers
for i in $(seq 50); do
  mcp_server "$request" >"../answers/$i" 2>/dev/null &
done
wait
[ "$(grep -l "\"session_id\":\"$today-session-06\"" ../answers/* | wc -l)" -eq 1 ] || fail 'not one winner'
[ "$(grep -l 'SESSION_ACTIVE' ../answers/* | wc -l)" -eq 49 ] || fail 'not 49 refusals'
