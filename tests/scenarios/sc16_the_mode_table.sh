# SC-16, S0-58, S0-60, B0-31: which tools each mode denies, and a mode that nobody knows.
. "$SUPPORT/scenario.sh"

project
start_run
check() { # check MODE DENIED... -- ALLOWED...
  expect_exit 0 holdfast session mode "$1" --session "$RUN"
  shift
  local expected=expect_denied
  for tool in "$@"; do
    [ "$tool" != -- ] || { expected=expect_allowed && continue; }
    "$expected" "$(payload_write a.txt "$tool")"
  done
}
check analysis Edit Write MultiEdit NotebookEdit Bash -- Read Grep
check planning Edit Write MultiEdit NotebookEdit -- Bash Read
expect_denied "$(payload_write a.txt)"
expect_contains "[BLOCKED] Tool 'Write' is not allowed in planning mode."
check coding -- Edit Write MultiEdit NotebookEdit Bash Read mcp__other__do
expect_exit 64 holdfast session mode anlysis --session "$RUN"
expect_contains analysis
expect_exit 64 holdfast session set-state --session "$RUN" currentMode=anlysis
