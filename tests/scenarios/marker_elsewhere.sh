# G2, BX-1: a fresh clone at the same path and a machine that knows nothing opt out without a word.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

silent() {
  local event
  for event in UserPromptSubmit PreToolUse PostToolUse Stop SessionStart; do
    expect_exit 0 hook "$event" "$(payload "$event" '"tool_name":"Bash","tool_input":{"command":"make"},"tool_use_id":"toolu_1"')"
    expect_silent
  done
  expect_exit 0 holdfast doctor
  [ ! -e .holdfast/config.yaml ] || fail 'the marker came back'
}

project
git config user.name a && git config user.email a@b
# (f) A fresh clone at the same path, (g) a machine that knows nothing.
start_run
expect_allowed "$(bash_call make)"
echo x >x && git add x && git commit -qm one
cd .. && git clone -q project fresh && rm -rf project && mv fresh project && cd project
silent
RUN=1a9b1d52-7c3e-4f60-8a2b-5d6e7f801234
expect_exit 0 holdfast init --yes
start_run
expect_allowed "$(bash_call make)"
rm -rf .holdfast "$XDG_STATE_HOME/holdfast" "$(local_folder)"
silent
