# SC-1, B0-1, S0-21, S0-33, S0-90: whatever value of a note is changed, the state is refused. The unit test changes
# every leaf; here some of the deep ones that the literal design left unsigned, on the real program.
. "$SUPPORT/scenario.sh"

project
start_run
expect_exit 0 holdfast verdict add --session "$RUN" --input \
  '{"agent":"security","decision":"reject","confidence":0.5,"reasoning":"no"}'
expect_exit 0 holdfast session set-state --session "$RUN" \
  --input '{"protocolStartEvidence":{"SERENA_INIT":"seen"}}'
note=$(local_folder)/notes/sessions/session-$RUN.json
cp "$note" ../good

for edit in 's/"decision": "reject"/"decision": "approve"/' 's/"confidence": 0.5/"confidence": 0.6/' \
  's/"SERENA_INIT": "seen"/"SERENA_INIT": "forged"/' 's/"currentMode": "coding"/"currentMode": "disabled"/' \
  's/"version": 3/"version": 4/' 's/"reason": "initial mode"/"reason": "x"/'; do
  sed "$edit" ../good >"$note"
  ! cmp -s ../good "$note" || fail "no such text: $edit"
  expect_exit 65 holdfast session get-state --session "$RUN"
  expect_contains "Session state signature invalid for $RUN"
done
cp ../good "$note"
expect_exit 0 holdfast session get-state --session "$RUN"
