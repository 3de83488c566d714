# A requirement on the cost of a session or a day: open while nothing is known, warned, then blocked;
# the end of a turn brings what was spent up to date; a person lets it go on.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

export TZ=UTC
new_requirements_project project <<'END_YAML'
requirements:
  budget: {enabled: true, type: dynamic, calculator: session_cost, trigger_tools: [Write],
           thresholds: {warn: 2, block: 5}, blocking_message: "{summary}, more than {block_threshold}"}
  today: {enabled: true, type: dynamic, calculator: day_cost_calculator, trigger_tools: [Edit],
          thresholds: {block: 5}}
END_YAML
folder=$HOME/.claude/projects/p
mkdir -p "$folder"
spend() { # spend ID INPUT-TOKENS: 3 dollars a million
  printf '{"message":{"id":"%s","model":"claude-sonnet-4-5","usage":{"input_tokens":%s}},' "$1" "$2"
  printf '"timestamp":"%s"}\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
}
spend m1 1000000 >>"$folder/$RUN.jsonl"
start_run
expect_allowed "$(payload_write a.txt)"
expect_exit 0 hook Stop "$(payload Stop '"stop_hook_active":false')"
[ ! -e "$HOME/.local/state/holdfast/cost" ] || fail 'a hook made a first scan'

expect_exit 0 holdfast cost
expect_allowed "$(payload_write a.txt)"
spend m2 1000000 >>"$folder/$RUN.jsonl"
expect_allowed "$(payload_write a.txt)"
expect_exit 0 hook Stop "$(payload Stop '"stop_hook_active":false')"
expect_denied "$(payload_write a.txt)"
# shellcheck disable=SC2016
expect_contains '$6.00 in this session, more than 5'
expect_denied "$(payload_write a.txt Edit)"
RUN=cccccccc-7c3e-4f60-8a2b-5d6e7f801234
start_run
expect_allowed "$(payload_write a.txt)"
expect_denied "$(payload_write a.txt Edit)"
RUN=0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234
expect_exit 0 holdfast req approve budget --session "$RUN"
expect_allowed "$(payload_write a.txt)"
