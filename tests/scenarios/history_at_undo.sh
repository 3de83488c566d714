# The journal's patches: the state at any version, and going back.
. "$SUPPORT/scenario.sh"

project
sleep 60 >/dev/null 2>&1 & # The host of the run: not an ancestor of this shell, where a person sits.
CLAUDE_PID=$! start_run
for task in one two three; do expect_exit 0 holdfast session set-state --session "$RUN" activeTask=$task; done
expect_exit 0 holdfast session at 2 --session "$RUN"
expect_json activeTask one
expect_exit 0 holdfast session at 3 --session "$RUN"
expect_json activeTask two
expect_exit 1 holdfast session at 99 --session "$RUN"
expect_exit 0 holdfast history --session "$RUN"
expect_contains set-state
expect_exit 0 holdfast session undo --session "$RUN"
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json activeTask two
expect_json version 5
expect_exit 0 holdfast session undo --to 1 --session "$RUN"
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json activeTask null
# An undo brings back the work, not powers.
expect_exit 0 holdfast init --yes --operator
export HOLDFAST_OPERATOR_TOKEN
HOLDFAST_OPERATOR_TOKEN=$(grep -oE '[0-9a-f]{64}' <<<"$OUT")
expect_exit 0 holdfast session mode disabled --session "$RUN"
unset HOLDFAST_OPERATOR_TOKEN
expect_exit 0 holdfast session mode planning --session "$RUN"
expect_exit 2 holdfast session undo --session "$RUN"
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json currentMode planning
expect_exit 0 holdfast session verify --session "$RUN"
