# Two processes that update at once, and one that is killed in a rebuild: every row is there once.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/index.sh"

project
for number in $(seq 40); do manifest "work-$number" "Topic $number"; done
start_run
for _ in $(seq 20); do expect_allowed "$(payload_write src/a.cpp)"; done
pids=()
for _ in 1 2 3 4; do
  "$HOLDFAST" index update >/dev/null &
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || fail 'an update failed'; done
expect_rows 40 sessions session_slug
events=$(rows events)
for delay in 0.001 0.004 0.01 0.02 0.04; do
  "$HOLDFAST" index rebuild >/dev/null &
  pid=$!
  sleep "$delay"
  kill -KILL "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  expect_rows 40 sessions session_slug
  [ "$(rows events)" = "$events" ] || fail 'the events differ'
done
expect_exit 0 holdfast index rebuild
expect_rows 40 sessions session_slug
[ ! -e "$INDEX.rebuild" ] || fail 'a half-made index was left'
