# SC-13, B0-21, S0-87: two at once: by agent the newer one is completed, by id the given one.
. "$SUPPORT/scenario.sh"

project
start_run
for id in first second; do
  expect_exit 0 holdfast agent add --session "$RUN" --input "{\"id\":\"$id\",\"agent\":\"implementer\"}"
done
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json orchestratorWorkflow.activeAgent implementer
expect_exit 0 holdfast agent complete --session "$RUN" --agent implementer --json \
  --input '{"summary":"done","artifacts":["a.cpp"],"recommendations":[],"blockers":[]}'
expect_json id second
expect_exit 0 holdfast agent complete --session "$RUN" --id first
expect_exit 1 holdfast agent complete --session "$RUN" --agent implementer --json
expect_contains NO_ACTIVE_INVOCATION
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json orchestratorWorkflow.agentHistory.1.output.summary 'done'
expect_json orchestratorWorkflow.activeAgent null
ls "$(local_folder)"/notes/session-"$RUN"-agent-implementer-2.json >/dev/null || fail 'B0-15: the first context is gone'
expect_exit 64 holdfast agent add --session "$RUN" --input '{"agent":"wizard"}'
expect_contains pr-comment-responder
