# S0-85, liveness: a run begins, ends and is resumed; a dead holder is swept, a live sibling never is.
. "$SUPPORT/scenario.sh"

project
sleep 60 >/dev/null 2>&1 &
alive=$!
sleep 60 >/dev/null 2>&1 &
dying=$!
CLAUDE_PID=$alive start_run
first=$RUN
RUN=eeeeeeee-7c3e-4f60-8a2b-5d6e7f801234
CLAUDE_PID=$dying start_run
second=$RUN
kill "$dying" && { wait "$dying" || true; }
RUN=ffffffff-7c3e-4f60-8a2b-5d6e7f801234
CLAUDE_PID=$alive start_run
state() { holdfast session get-state --session "$1"; }
OUT=$(state "$first") && expect_json endedAt null
OUT=$(state "$second") && expect_json endReason crashed
expect_exit 0 holdfast session list
expect_contains live

RUN=$first
expect_exit 0 hook SessionEnd "$(payload SessionEnd '"reason":"clear"')"
OUT=$(state "$first") && expect_json endReason clear
expect_allowed "$(payload_write a.txt)"
OUT=$(state "$first") && expect_json endedAt null
kill "$alive"
