# SC-70, S3-106, S3-107, S3-108, B3-13, B3-14: done tasks go, those in work say their stage, a pin's task stays.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/continuity.sh"

project
mkdir pipeline
tasks() { printf '{"active_tasks":[{"task_id":"task-1","title":"One","current_stage":"%s"},{"task_id":"task-2","title":"Two","current_stage":"%s"}]}' "$1" "$2" >pipeline/state.json; }
tasks build validate
begin a
pin 'TODO fix the tooltip' --label tooltip
stop
finish
expect_mirror a pending_tasks.# 3
expect_mirror a pending_tasks.0.flagged_incomplete false
expect_mirror a pending_tasks.2.flagged_incomplete true
hours_ago a 50

preview() {
  expect_exit 0 holdfast continuity preview
  OUT=$OUT$ERR
}
tasks 'done' verify
preview
expect_lacks '[task-1]'
expect_contains '[task-2] Two (last stage: verify, 2d ago)'
expect_contains 'TODO fix the tooltip'
echo '{"active_tasks":[]}' >pipeline/state.json
preview
expect_lacks '[task-2]'
expect_contains 'TODO fix the tooltip'
echo '{ half' >pipeline/state.json
preview
expect_contains '[task-1] One (last stage: build, 2d ago)'
expect_contains '[task-2]'
