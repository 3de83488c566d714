# SC-19, SC-27 (the half of the gate), S0-59, B0-11, B0-27: a new run starts with an incomplete
# protocol; there is no deadlock.
. "$SUPPORT/scenario.sh"

project
start_run
expect_exit 0 hook SessionEnd "$(payload SessionEnd '"reason":"other"')"
mkdir -p .agents/sessions
echo '# Protocol' >.agents/SESSION-PROTOCOL.md
RUN=cccccccc-7c3e-4f60-8a2b-5d6e7f801234
expect_denied "$(payload_write a.txt)"
expect_contains 'Session protocol incomplete'
for tool in Read Grep mcp__session-state__session_start mcp__serena__activate_project; do
  expect_allowed "$(payload_tool "$tool" '{}')"
done
expect_allowed "$(payload_write .agents/sessions/2026-01-18-session-01.md)"
expect_allowed "$(payload_tool Bash '{"command":"git status"}')"
expect_denied "$(payload_tool Bash '{"command":"git status; touch x"}')"

# The ways out that a person has.
expect_exit 0 holdfast pause --session "$RUN" --for 5m --reason 'trying'
expect_allowed "$(payload_write a.txt)"
expect_exit 0 holdfast resume --session "$RUN"
expect_denied "$(payload_write a.txt)"
printf 'protocol:\n  enabled: false\n' >.holdfast/config.yaml
expect_allowed "$(payload_write a.txt)"
