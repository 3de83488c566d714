# SC-5, S0-8, S0-35, S0-40, S0-51: an update that expects another version changes nothing and says so.
. "$SUPPORT/scenario.sh"

project
start_run
expect_exit 0 holdfast session set-state --session "$RUN" activeTask=one --json
expect_json version 2
expect_exit 75 holdfast session set-state --session "$RUN" activeTask=two --if-version 1
expect_contains 'has version 2, not 1'
expect_exit 75 holdfast session set-state --session "$RUN" activeTask=two --if-version 1 --json
expect_contains VERSION_CONFLICT
expect_exit 0 holdfast session set-state --session "$RUN" activeTask=three --if-version 2
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json activeTask three
expect_json version 3
