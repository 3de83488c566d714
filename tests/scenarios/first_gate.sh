# S0-86, S0-60, S0-74: the first minute of a user: opt in, allowed, a stricter mode, denied, and back.
. "$SUPPORT/scenario.sh"

project
[ -f .holdfast/config.yaml ] || fail 'init made no configuration'
start_run
expect_allowed "$(payload_write hello.txt)"

expect_exit 0 holdfast session mode planning --session "$RUN"
expect_denied "$(payload_write hello.txt)"
expect_contains "[BLOCKED] Tool 'Write' is not allowed in planning mode."
expect_exit 0 holdfast why --last
expect_contains planning
expect_allowed "$(payload_tool Read "{\"file_path\":\"$PWD/hello.txt\"}")"

expect_exit 2 holdfast gate check Write --session "$RUN"
expect_exit 0 holdfast gate check Read --session "$RUN"

expect_exit 0 holdfast session mode coding --session "$RUN"
expect_allowed "$(payload_write hello.txt)"
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json currentMode coding
expect_exit 0 holdfast events --verify
