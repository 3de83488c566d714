# G2, BX-1: a person opts out without a word, by deleting the marker or uninstalling.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

project
start_run

silent() {
  local event
  for event in UserPromptSubmit PreToolUse PostToolUse Stop SessionStart; do
    expect_exit 0 hook "$event" "$(payload "$event" '"tool_name":"Bash","tool_input":{"command":"make"},"tool_use_id":"toolu_1"')"
    expect_silent
  done
  expect_exit 0 holdfast doctor
  [ ! -e .holdfast/config.yaml ] || fail 'the marker came back'
}

# (d) Between two calls, and between two turns.
carry_out 'echo hello >x'
rm .holdfast/config.yaml
silent
git config user.name a && git config user.email a@b
expect_exit 0 holdfast init --yes
expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"go on"')"
expect_allowed "$(bash_call make)"
expect_exit 0 hook Stop "$(payload Stop '"stop_hook_active":false')"
rm -r .holdfast
silent
# What a person takes while the marker stays is not put back either.
expect_exit 0 holdfast init --yes
start_run
rm .mcp.json
expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"go on"')"
carry_out 'echo hello >x'
[ ! -e .mcp.json ] || fail 'a file that a person took came back'

# (h) Uninstalled, also while a call runs, and also where the agent has taken the marker before.
expect_allowed "$(bash_call make)"
expect_exit 0 holdfast uninstall
[ ! -e "$(local_folder)/kept" ] || fail 'something is kept'
silent
expect_exit 0 holdfast init --yes
start_run
expect_allowed "$(bash_call make)"
rm -rf .holdfast .claude
expect_exit 2 as_agent "$HOLDFAST" uninstall
expect_exit 0 holdfast uninstall
silent
