# SC-8, B0-6: another run's note, another project's note, and a note that was deleted.
. "$SUPPORT/scenario.sh"

project one
start_run
sessions=$(local_folder)/notes/sessions
first=$RUN
RUN=aaaaaaaa-7c3e-4f60-8a2b-5d6e7f801234
start_run
cp "$sessions/session-$RUN.json" ../good
cp "$sessions/session-$first.json" "$sessions/session-$RUN.json"
expect_denied "$(payload_write a.txt)"
expect_exit 65 holdfast session get-state --session "$RUN"
expect_contains 'another run'
cp ../good "$sessions/session-$RUN.json"
expect_allowed "$(payload_write a.txt)"

rm "$sessions/session-$RUN.json"
expect_denied "$(payload_write a.txt)"
expect_contains 'Session state unavailable. Blocking Write.'
expect_exit 65 holdfast session get-state --session "$RUN" --json
expect_contains NOTE_MISSING

cd ..
project two
start_run
cp ../good "$(local_folder)/notes/sessions/session-$RUN.json"
expect_denied "$(payload_write a.txt)"
expect_exit 65 holdfast session get-state --session "$RUN"
