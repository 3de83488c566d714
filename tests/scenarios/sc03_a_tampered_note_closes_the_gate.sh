# SC-3, S0-76, S0-93, B0-4: a changed note denies what writes, lets pass what reads, and is kept.
. "$SUPPORT/scenario.sh"

project
start_run
note=$(local_folder)/notes/sessions/session-$RUN.json
cp "$note" ../good
sed -i 's/"coding"/"disabled"/' "$note"
cp "$note" ../evidence

expect_denied "$(payload_write a.txt Edit)"
expect_contains "Session state signature invalid for $RUN"
expect_contains 'holdfast session recover'
expect_allowed "$(payload_tool Read '{"file_path":"a.txt"}')"
expect_contains 'additionalContext'
expect_exit 65 holdfast session get-state --session "$RUN"
expect_exit 65 holdfast session set-state --session "$RUN" activeTask=x
cmp "$note" ../evidence || fail 'the evidence was changed'

# The right bytes put back verify again.
cp ../good "$note"
expect_allowed "$(payload_write a.txt Edit)"

# Recovery sets the bad note aside and brings the last good state back, not in a weaker mode.
expect_exit 0 holdfast session mode planning --session "$RUN"
printf '{' >"$note"
expect_denied "$(payload_write a.txt Edit)"
expect_contains 'Failed to parse session state'
expect_exit 0 holdfast session recover --session "$RUN"
ls "$note".corrupt-* >/dev/null || fail 'the bad note was not kept'
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json currentMode planning
