# SC-27, SC-28, SC-29, SC-30, B1-9, B1-11, B1-12, B0-11: with the protocol on, an agent gets from its
# first prompt to WORKING by itself, and nothing else is let through before.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"

agent_project project --strict
mkdir -p .agents .claude/skills/github/scripts .serena/memories
echo '# Handoff' >.agents/HANDOFF.md
echo 'use skills' >.serena/memories/skill-usage-mandatory.md
echo 'echo' >.claude/skills/github/scripts/pr.sh
git add -A
git commit -qm base
start_run
holdfast session mode coding --session "$RUN" >/dev/null

# The first prompt begins the session and says what is needed.
expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"Add a login form"')"
expect_contains 'CONTEXT_RETRIEVAL'
today=$(date -u +%Y-%m-%d)
log=.agents/sessions/$today-session-01.md
[ -s "$log" ] || fail 'no log'
resource session://state
expect_json objective 'Add a login form'

# Row 6 and row 7.
expect_allowed "$(payload_tool Read "{\"file_path\":\"$PWD/.agents/HANDOFF.md\"}")"
expect_allowed "$(payload_tool mcp__serena__activate_project '{"project":"."}')"
expect_allowed "$(payload_tool mcp__session-state__validate_gate '{"phase":"ALL"}')"
expect_allowed "$(payload_write "$log")"
expect_allowed "$(payload_tool Bash '{"command":"git status"}')"
expect_denied "$(payload_write src.txt)"
expect_contains 'Session protocol incomplete'
expect_contains 'SERENA_INIT'

# SC-30: it goes as far as the gates let it, and names the one that does not.
expect_call advance_phase '{"target_phase":"WORKING"}'
expect_json success false
expect_json current_phase INIT
expect_json blocked_by '["SERENA_INIT"]' # --strict: both calls must be seen.

after() { expect_exit 0 hook PostToolUse "$(payload PostToolUse "\"tool_name\":\"$1\",\"tool_input\":$2,\"tool_response\":\"ok\",\"tool_use_id\":\"t\"")"; }
after mcp__serena__activate_project '{"project":"."}'
after mcp__serena__initial_instructions '{}'
expect_call advance_phase '{"target_phase":"WORKING"}'
expect_json current_phase SERENA_READY
expect_json blocked_by '["SKILL_VALIDATION"]'

# SC-29
expect_call validate_gate '{"phase":"SKILL_VALIDATION"}'
expect_json status FAIL
expect_call get_blocked_reason '{}'
expect_json is_blocked true
expect_contains 'skill-usage-mandatory'
after Read "{\"file_path\":\"$PWD/.serena/memories/skill-usage-mandatory.md\"}"
expect_call validate_gate '{"phase":"SKILL_VALIDATION"}'
expect_json status PASS
expect_contains 'Skills dir exists, memory read at'

# SC-28: a hash that is not the file's is refused; in `enforce` it is a violation, and the true one
# repairs it.
expect_call_error INVALID_EVIDENCE record_evidence \
  '{"phase":"CONTEXT_RETRIEVAL","evidence_type":"content_hash","evidence":"abc1234"}'
hash=$(hash_of .agents/HANDOFF.md)
expect_call record_evidence \
  "{\"phase\":\"CONTEXT_RETRIEVAL\",\"evidence_type\":\"content_hash\",\"evidence\":\"${hash:0:12}\"}"
expect_json gate_status PASS
expect_json trust verified
expect_json step 'Read .agents/HANDOFF.md'
expect_call validate_gate '{"phase":"CONTEXT_RETRIEVAL"}'
expect_json evidence "HANDOFF.md hash: $hash"

expect_call advance_phase '{"target_phase":"WORKING"}'
expect_json success true
expect_json current_phase WORKING
expect_allowed "$(payload_write src.txt)"
expect_call session_get_state '{}'
expect_json protocolStartComplete true
expect_json protocol.phases_completed \
  '["SERENA_INIT", "SKILL_VALIDATION", "CONTEXT_RETRIEVAL", "SESSION_LOG", "GIT_STATE"]'
