# why: the rule, its place, what is missing and the next step; --replay asks again today.
. "$SUPPORT/scenario.sh"

project
start_run
expect_exit 1 holdfast why
expect_exit 0 holdfast session mode planning --session "$RUN"
expect_denied "$(payload_write a.txt)"
id=$(grep -oP 'holdfast why \K[0-9a-f]+-[0-9]+' <<<"$OUT")
expect_exit 0 holdfast why "$id"
expect_contains mode_table
expect_contains a.txt
expect_contains 'holdfast session mode coding'
expect_exit 0 holdfast why --last --json
expect_json id "$id"
expect_exit 0 holdfast why "$id" --replay
expect_exit 0 holdfast session mode coding --session "$RUN"
expect_exit 0 holdfast why "$id" --replay --json
expect_json replay.allowed true
printf 'gate:\n  # why not\n  absent: deny\n' >.holdfast/config.yaml
RUN=dddddddd-7c3e-4f60-8a2b-5d6e7f801234
expect_denied "$(payload_write b.txt)"
expect_exit 0 holdfast why --last --session "$RUN"
expect_contains 'config.yaml:3'
expect_exit 64 holdfast why nonsense
