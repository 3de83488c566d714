# Row 0, BX-2: HOLDFAST_GATE=off in the hook's own environment lets everything pass, and is recorded.
. "$SUPPORT/scenario.sh"

project
start_run
expect_exit 0 holdfast session mode analysis --session "$RUN"
expect_denied "$(payload_write a.txt)"
HOLDFAST_GATE=off expect_allowed "$(payload_write a.txt)"
expect_exit 0 holdfast events --session "$RUN"
expect_contains switched_off
expect_denied "$(payload_write a.txt)"
printf 'gate:\n  enabled: false\n' >.holdfast/config.yaml
expect_allowed "$(payload_write a.txt)"
expect_exit 0 holdfast doctor
expect_contains 'gate.enabled is false'
