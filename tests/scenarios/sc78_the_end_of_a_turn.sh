# SC-78, B4-10, B4-11, S4-28, S4-29, S4-30, S4-31, S4-56, S4-57, S4-58, S4-59, S4-69, S4-70: what was
# triggered and is open holds the turn once; the second time it may end, and that is on record.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

new_requirements_project <<'END_YAML'
requirements:
  commit_plan: {enabled: true, scope: session}
  tests_run: {enabled: true, scope: session, stop_only: true, checklist: [Run them]}
END_YAML
start_run
expect_not_held # Nothing was triggered.
expect_denied "$(payload_write a.txt)"
expect_not_held # A denied call triggers nothing.
expect_exit 0 holdfast req satisfy commit_plan --session "$RUN"
expect_allowed "$(payload_write a.txt)" # stop_only denies no call.

expect_held
expect_contains 'Cannot Complete: Unsatisfied Requirements'
expect_contains tests_run
expect_lacks commit_plan
expect_not_held true
expect_exit 0 holdfast events --session "$RUN" --json
expect_contains stopped_unsatisfied

# Another branch hides nothing.
git checkout -q -b feature/other
expect_held
git checkout -q "$BRANCH"
expect_exit 0 holdfast req satisfy tests_run --session "$RUN"
expect_not_held

# A pause lifts it.
expect_exit 0 holdfast req clear tests_run --session "$RUN"
expect_held
expect_exit 0 holdfast req pause --session "$RUN"
expect_not_held
expect_exit 0 holdfast req resume --session "$RUN"
expect_held
