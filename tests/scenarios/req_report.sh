# req report: denials are counted, and those that somebody got around within a minute without a
# change are told apart from those that led to the work they asked for.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

skill() { payload PostToolUse "\"tool_name\":\"Skill\",\"tool_input\":{\"skill\":\"$1\"},\"tool_response\":{},\"tool_use_id\":\"toolu_2\""; }

new_requirements_project <<'END'
inherit: false
requirements:
  commit_plan: {enabled: true, auto_resolve_skill: /arch-review}
  ticket: {enabled: true, scope: branch, trigger_tools: [{tool: Bash, command_pattern: 'git\s+push'}]}
  soft: {enabled: true, enforce: warn}
END
start_run
expect_exit 0 holdfast req report
expect_contains 'No requirement has spoken yet.'

# The intended way.
expect_denied "$(payload_write a.txt)"
expect_exit 0 hook PostToolUse "$(skill arch-review)"
expect_allowed "$(payload_write a.txt)"
# Got around: three denials of the same call, then a pause.
for _ in 1 2 3; do
  expect_denied "$(payload_tool Bash '{"command":"git push"}')"
done
expect_exit 0 holdfast pause --session "$RUN" --for 5m
expect_allowed "$(payload_tool Bash '{"command":"git push"}')"
expect_exit 0 holdfast resume --session "$RUN"

expect_exit 0 holdfast req report --json --since 1h
expect_json requirements.0.name ticket
expect_json requirements.0.denials 3
expect_json requirements.0.suspect 3
expect_json requirements.0.falseDenyRate 1.0
expect_json requirements.0.overrides 1
expect_json requirements.1.name commit_plan
expect_json requirements.1.denials 1
expect_json requirements.1.suspect 0
expect_json requirements.2.wouldDeny 1
expect_json total.falseDenyRate 0.75
expect_json worst ticket
expect_exit 0 holdfast req report
expect_contains 'req config ticket --enforce warn'
expect_exit 64 holdfast req report --since yesterday
