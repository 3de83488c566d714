# B0-12, B0-13, row 1: whatever comes on standard input, one clear sentence and no lost file.
. "$SUPPORT/scenario.sh"

project
start_run
raw() { "$HOLDFAST" hook PreToolUse; }
good=$(payload_write a.txt)
truncated=$(payload_tool Write '{"file_path":"a.txt","content":"unfinished')
printf '%s' "${truncated%\"*}" >../truncated
printf '%s\0' "$good" >../nul
printf '{"session_id":"%s","cwd":"%s","tool_name":"Write","tool_input":{"content":"\xff\xfe"}}' "$RUN" "$PWD" >../invalid
{ printf '{"session_id":"%s","cwd":"%s","tool_name":"Write","tool_input":{"content":"' "$RUN" "$PWD"
  head -c 200000000 /dev/zero | tr '\0' a; printf '"}}'; } >../huge
{ printf '{"session_id":"%s","cwd":"%s","tool_name":"Write","tool_input":' "$RUN" "$PWD"
  head -c 100000 /dev/zero | tr '\0' '['; } >../deep
for file in truncated nul invalid huge deep; do
  expect_exit 0 raw <"../$file"
  expect_json hookSpecificOutput.permissionDecision deny
  expect_contains 'Hook input could not be read. Blocking Write.'
done
for text in '' '{' '[]' 'null' '{"tool_name":5}' 'not json'; do
  expect_exit 0 raw <<<"$text"
  expect_lacks '"deny"'
done
expect_exit 0 raw <<<"$(head -c 150 <<<"${good/Write/Read}")"
expect_lacks '"deny"'
expect_exit 0 holdfast session verify --session "$RUN"
expect_allowed "$good"
# Unknown fields and unknown events pass.
expect_allowed "${good%\}},\"new_field\":{\"a\":[1,2]}}"
expect_exit 0 hook SomethingNew "$(payload SomethingNew)"
expect_silent
# C1: half a character, as a text that was cut in the middle of one has it, and a backslash at the end.
expect_exit 0 holdfast session mode planning --session "$RUN"
expect_denied "$(payload_tool Write '{"file_path":"a.txt","content":"\ud83d a\\"}')"
expect_exit 0 hook Stop "$(payload Stop '"last_assistant_message":"\ud83d \\"')"
