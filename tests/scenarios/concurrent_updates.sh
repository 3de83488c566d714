# B0-2, B0-3, S0-70, S0-96: sixteen processes change one run 200 times each; none is lost, none is doubled.
. "$SUPPORT/scenario.sh"

project
printf 'locking:\n  timeout_ms: 60000\n' >.holdfast/config.yaml
start_run
writers=16 updates=200
# A sanitized program takes a hundred times as long to start.
! grep -q __asan_init "$HOLDFAST" || updates=10
before=$(holdfast session get-state --session "$RUN" | json_at version)
write_all() {
  for number in $(seq "$updates"); do
    "$HOLDFAST" session set-state --session "$RUN" "activeTask=task-$1-$number" >/dev/null || return 1
  done
}
pids=()
for writer in $(seq "$writers"); do
  write_all "$writer" &
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || fail 'a writer failed'; done
total=$((writers * updates))
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json version $((before + total))
journal=$(local_folder)/journal/$RUN.jsonl
[ "$(grep -o '"value":"task-[0-9]*-[0-9]*"' "$journal" | wc -l)" = "$total" ] || fail 'lost or doubled'
[ "$(grep -o '"value":"task-[0-9]*-[0-9]*"' "$journal" | sort -u | wc -l)" = "$total" ] || fail 'doubled'
expect_exit 0 holdfast events --verify --session "$RUN"
