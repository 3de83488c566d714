# SC-15, BX-1: in a project that did not opt in, every hook is silent and leaves no trace.
. "$SUPPORT/scenario.sh"

repository plain
find "$PWD" "$HOME" | sort >../before
for event in SessionStart UserPromptSubmit PreToolUse PostToolUse Stop SubagentStop PreCompact \
  SessionEnd; do
  expect_exit 0 hook "$event" "$(payload "$event" '"tool_name":"Write","tool_input":{}')"
  expect_silent
done
expect_exit 0 hook PreToolUse "$(payload_write a.txt)"
expect_silent

# The same where there is no repository at all, and where the input is no JSON.
mkdir ../bare && cd ../bare
expect_exit 0 hook PreToolUse "$(payload_write a.txt)"
expect_silent
expect_exit 0 hook PreToolUse '{"session_id":'
expect_silent
cd ../plain

find "$PWD" "$HOME" | sort >../after
cmp ../before ../after || fail 'a file was made'
[ -z "$(ls -A ../bare)" ] || fail 'a file was made outside of a repository'
