# B0-13: a hook whose input never ends answers by itself, before the host loses patience.
. "$SUPPORT/scenario.sh"

project
start_run
printf 'gate:\n  hook_timeout_ms: 300\n' >.holdfast/config.yaml
mkfifo ../never
sleep 30 >../never 2>/dev/null &
expect_exit 0 timeout 10 "$HOLDFAST" hook PreToolUse <../never
expect_contains 'in time'
# A journal that somebody holds does not hold up the gate for ever.
exec 9>>"$(local_folder)/journal/$RUN.jsonl"
flock 9
expect_exit 0 timeout 10 "$HOLDFAST" hook PreToolUse <<<"$(payload_write a.txt)"
flock -u 9
expect_allowed "$(payload_write a.txt)"
