# U, the right behaviour: what is looser than a known person made it is shown in four places.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/serve.sh"

project
printf 'gate:\n  initial_mode: planning\n  agent_mode_change: any\n' >.holdfast/config.yaml
start_run
bar() {
  expect_exit 0 "$HOLDFAST" statusline \
    <<<"{\"session_id\":\"$RUN\",\"workspace\":{\"current_dir\":\"$PWD\",\"project_dir\":\"$PWD\"}}"
}
serve_with
clause='mode set by an agent (shell)'

expect_nowhere() {
  bar && expect_lacks '⚠'
  for command in status doctor; do
    expect_exit 0 holdfast "$command"
    expect_lacks 'mode set'
  done
  expect_status 200 GET "/api/v1/runs/$RUN" "$OWNER"
  expect_body loosened '[]'
}
expect_nowhere
# What an agent may take back it may: it is no looser than the configuration has it.
expect_exit 0 as_agent "$HOLDFAST" session mode analysis --session "$RUN"
expect_exit 0 as_agent "$HOLDFAST" session mode planning --session "$RUN"
expect_nowhere

expect_exit 0 as_agent "$HOLDFAST" session mode coding --session "$RUN"
bar && expect_contains "⚠ $clause"
for command in status doctor; do
  expect_exit 0 holdfast "$command"
  expect_contains "$clause"
done
expect_status 200 GET "/api/v1/runs/$RUN" "$OWNER"
expect_body loosened.0 "$clause"

# A person's word ends it.
expect_exit 0 holdfast session mode coding --session "$RUN"
expect_nowhere
