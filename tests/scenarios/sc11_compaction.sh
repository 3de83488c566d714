# SC-11, SC-12, S0-4, S0-62 … S0-68, S0-73, B0-16, B0-18: eleven invocations compact to three and those in progress.
. "$SUPPORT/scenario.sh"

project
start_run
add() { # add NUMBER: one that is completed at once.
  holdfast agent add --session "$RUN" --input "{\"id\":\"i-$1\",\"agent\":\"qa\",\"input\":{\"prompt\":\"$1\"}}" >/dev/null
}
complete() { holdfast agent complete --session "$RUN" --id "i-$1" >/dev/null; }
expect_exit 0 holdfast decision add --session "$RUN" --input \
  '{"type":"scope","description":"d","rationale":"r","decidedBy":"planner"}'
add 1 && complete 1
add 2
for number in $(seq 3 10); do add "$number" && complete "$number"; done
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json orchestratorWorkflow.agentHistory.# 10
expect_exit 1 holdfast session compact --session "$RUN"
expect_contains 'Compaction not needed'

add 11
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json orchestratorWorkflow.agentHistory.# 4
expect_json orchestratorWorkflow.agentHistory.0.id i-2
expect_json orchestratorWorkflow.compactionHistory.0.count 7
expect_json orchestratorWorkflow.decisions.# 1
history=$(local_folder)/notes/$(json_at orchestratorWorkflow.compactionHistory.0.notePath <<<"$OUT").json
grep -q _signature "$history" || fail 'the history note is not signed'
complete 2
expect_exit 0 holdfast session verify --session "$RUN"
sed -i 's/"prompt": "5"/"prompt": "6"/' "$history"
expect_exit 65 holdfast session verify --session "$RUN"
