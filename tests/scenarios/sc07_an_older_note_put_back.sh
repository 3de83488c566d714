# SC-7, B0-6: an older note, validly signed, in the place of the newest one is seen.
. "$SUPPORT/scenario.sh"

project
start_run
note=$(local_folder)/notes/sessions/session-$RUN.json
cp "$note" ../yesterday
expect_exit 0 holdfast session mode planning --session "$RUN"
cp ../yesterday "$note"
expect_denied "$(payload_write a.txt)"
expect_contains 'Session state rolled back'
expect_exit 65 holdfast session get-state --session "$RUN" --json
expect_contains STATE_ROLLBACK
expect_allowed "$(payload_tool Grep '{"pattern":"x"}')"
expect_exit 0 holdfast session recover --session "$RUN"
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json currentMode planning
