# SC-14, S0-55, S0-56, S0-61, S0-77, S0-92: no state and gate.absent=deny.
. "$SUPPORT/scenario.sh"

project
printf 'gate:\n  absent: deny\n' >.holdfast/config.yaml
for tool in Read Glob Grep LSP WebFetch WebSearch; do
  expect_allowed "$(payload_tool "$tool" '{}')"
done
for tool in Write Bash mcp__other__do; do
  expect_denied "$(payload_tool "$tool" '{}')"
  expect_contains "Session state unavailable. Blocking $tool."
done
expect_exit 2 holdfast gate check Write --json
expect_json allowed false
expect_json mode unknown
expect_exit 1 holdfast session get-state
expect_contains 'No current session found'
