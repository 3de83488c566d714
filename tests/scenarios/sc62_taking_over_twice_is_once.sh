# SC-62, S3-137, S3-147, B3-12: restoring or continuing again duplicates no pin, labelled or not.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/continuity.sh"

project
begin a
pin 'labelled' --label name
pin 'without a label'
stop
finish
hours_ago a 3
begin b
expect_pins 2
before=$(hash_of "$(pins_file)")
for _ in 1 2; do
  expect_exit 0 holdfast session continue "$(id_of a)" --session "$RUN" --json
  expect_json inheritedPins.# 0
  begin b
done
export CLAUDE_CODE_SESSION_ID=$RUN
expect_call cortex_session_continue "{\"session_id\":\"$(id_of a)\"}"
expect_json inheritedPins.# 0
expect_json changed false
[ "$(hash_of "$(pins_file)")" = "$before" ] || fail 'the pins were changed'
expect_pins 2
grep -q '"kind":"session_continue"' "$(local_folder)/journal/$RUN.jsonl" || fail 'not audited'

expect_call_error SELF cortex_session_continue "{\"session_id\":\"$RUN\"}"
expect_call_error NOT_FOUND cortex_session_continue '{"session_id":"12345678-7c3e-4f60-8a2b-5d6e7f801234"}'
expect_call_error NOT_FOUND cortex_session_continue '{"session_id":"../../etc/passwd"}'
chmod 666 "$(mirror a)"
expect_call_error UNTRUSTED cortex_session_continue "{\"session_id\":\"$(id_of a)\"}"
