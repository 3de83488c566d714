# G2: a script of the agent's that loosens the configuration changes nothing; a person's change counts.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

project
printf 'gate:\n  initial_mode: planning\n  agent_mode_change: tighten\n' >.holdfast/config.yaml
start_run
expect_denied "$(payload_write src/a.txt)"

# (b) The gate switched off, and an agent let loose.
for text in 'gate: {enabled: false}' 'gate: {initial_mode: planning, agent_mode_change: any}'; do
  printf 'all:\n\tprintf "%%s" "%s" > .holdfast/config.yaml\n' "$text" >Makefile
  carry_out make
  expect_contains 'What it said before still holds'
  expect_denied "$(payload_write src/a.txt)"
  expect_contains 'loosened it'
  expect_exit 1 holdfast doctor
  expect_contains 'loosened gate.'
done
expect_exit 0 holdfast statusline <<<"{\"session_id\":\"$RUN\",\"workspace\":{\"project_dir\":\"$PWD\"}}"
expect_contains 'taken away by the agent'

# The next session keeps to it, as does a cache that is gone.
rm "$(local_folder)/cache/config"
expect_denied "$(RUN=1a9b1d52-7c3e-4f60-8a2b-5d6e7f801234 payload_write src/a.txt)"

# A person takes it over, or writes it themselves between two calls.
expect_exit 2 as_agent "$HOLDFAST" session mode coding --session "$RUN"
expect_exit 0 holdfast doctor --fix
expect_exit 0 holdfast doctor
expect_denied "$(payload_write src/a.txt)"
expect_lacks 'loosened it'
printf 'gate: {enabled: false}\n' >.holdfast/config.yaml
expect_allowed "$(payload_write src/a.txt)"
expect_lacks 'took'
printf 'gate: {initial_mode: planning}\n' >.holdfast/config.yaml
expect_denied "$(payload_write src/a.txt)"
expect_exit 0 holdfast doctor

# A stricter file is nobody's fault.
printf 'all:\n\tprintf "gate: {initial_mode: analysis}" > .holdfast/config.yaml\n' >Makefile
carry_out make
expect_lacks 'loosened'
