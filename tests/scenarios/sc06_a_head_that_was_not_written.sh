# SC-6: killed between note and head record: the state is the new one and the head follows.
. "$SUPPORT/scenario.sh"

project
start_run
head=$(find "$XDG_STATE_HOME/holdfast/heads" -name "$RUN")
cp "$head" ../old-head
expect_exit 0 holdfast session mode planning --session "$RUN"
cp ../old-head "$head"
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json currentMode planning
expect_denied "$(payload_write a.txt)"
expect_contains 'planning mode'
expect_exit 1 holdfast doctor
expect_contains 'head record is behind'
expect_exit 0 holdfast doctor --fix
expect_exit 0 holdfast doctor
expect_exit 0 holdfast events --verify --session "$RUN"
