# SC-65, S3-115, S3-136, B3-6, B3-16: a killed session is found with the last turn that it finished.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/continuity.sh"

project
mkdir pipeline
echo '{"active_tasks":[{"task_id":"task-7","title":"Wire the form","current_stage":"build"}]}' >pipeline/state.json
sleep 60 >/dev/null 2>&1 &
host=$!
export CLAUDE_PID=$host
begin a
say 'draw the login form'
pin 'The form has two fields' --label form
stop
finished=$(json_at updated_at <"$(mirror a)")
expect_mirror a end_time null
expect_mirror a working_memory.0.content 'The form has two fields'
say 'this turn does not end'
kill -9 "$host" && { wait "$host" 2>/dev/null || true; }

sleep 60 >/dev/null 2>&1 &
export CLAUDE_PID=$!
begin b
expect_contains '[task-7] Wire the form (last stage: build, 0d ago)'
expect_contains 'The form has two fields'
expect_mirror a crash_recovered true
end=$(json_at end_time <"$(mirror a)")
# The last heartbeat, and not the moment somebody noticed.
[[ $end != null && ! $end > $finished ]] || fail "ended $end, its last turn $finished"
expect_mirror a working_memory.0.content 'The form has two fields'
expect_mirror a pending_tasks.0.task_id task-7
expect_mirror a continued_by "$(id_of b)"
kill "$CLAUDE_PID"
