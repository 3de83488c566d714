# M2: a denied call that ran, a call that the gate was never asked about, and one that only the host's
# transcript knows are told to the model, the person, the status bar, `status` and `doctor`; the chain is whole.
. "$SUPPORT/scenario.sh"

project
start_run
outcome() { payload PostToolUse "\"tool_name\":\"$1\",\"tool_input\":{},\"tool_response\":{},\"tool_use_id\":\"$2\""; }
bar() { printf '{"session_id":"%s","cwd":"%s"}' "$RUN" "$PWD" | "$HOLDFAST" statusline; }

# What is as it should be says nothing.
expect_allowed "$(payload_write a.txt)"
expect_exit 0 hook PostToolUse "$(outcome Write toolu_1)"
expect_silent
expect_exit 0 hook PostToolUse "$(outcome Read toolu_2)"
expect_silent
expect_exit 0 bar
expect_lacks 'past the gate'

expect_exit 0 holdfast session mode planning --session "$RUN"
expect_denied "$(payload_write a.txt)"
expect_exit 0 hook PostToolUse "$(outcome Write toolu_1)"
expect_json hookSpecificOutput.additionalContext "Holdfast noticed: Write ran although it was denied (toolu_1). Its denials hold all the same: leave alone what was denied, and tell the person."
expect_contains 'systemMessage'
expect_exit 0 hook PostToolUse "$(outcome Bash toolu_3)"
expect_contains 'Bash ran without the gate being asked (toolu_3)'

{
  printf '{"timestamp":"2099-01-01T00:00:00.000Z","message":{"content":[{"type":"tool_use","id":"toolu_4","name":"Edit"}]}}\n'
  printf '{"timestamp":"2099-01-01T00:00:01.000Z","message":{"content":[{"type":"tool_result","tool_use_id":"toolu_4"}]}}\n'
} >"$HOME/transcript.jsonl"
expect_exit 0 hook Stop "$(payload Stop)"
expect_contains 'Edit ran without the gate being asked (toolu_4)'
expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"go on"')"
expect_contains 'toolu_4'
expect_exit 0 hook Stop "$(payload Stop)"
expect_silent

expect_exit 0 bar
expect_contains 'a call ran past the gate'
expect_exit 0 holdfast status --session "$RUN"
expect_contains 'the last of 3 such calls'
expect_exit 1 holdfast doctor
expect_contains 'ran without the gate being asked'
expect_exit 0 holdfast events --verify --session "$RUN"
