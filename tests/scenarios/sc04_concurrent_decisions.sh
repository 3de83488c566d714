# SC-4, S0-88, B0-2, B0-3: eight processes add 25 decisions each; none is lost, none is doubled.
. "$SUPPORT/scenario.sh"

project
printf 'locking:\n  timeout_ms: 60000\n' >.holdfast/config.yaml
start_run
before=$(holdfast session get-state --session "$RUN" | json_at version)
add_decisions() {
  for number in $(seq 25); do
    holdfast decision add --session "$RUN" --input "{\"id\":\"d-$1-$number\",\"type\":\"process\",
      \"description\":\"$1 $number\",\"rationale\":\"\",\"decidedBy\":\"planner\"}" >/dev/null || return 1
  done
}
pids=()
for writer in $(seq 8); do
  add_decisions "$writer" &
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || fail 'a writer failed'; done
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json orchestratorWorkflow.decisions.# 200
expect_json version $((before + 200))
[ "$(grep -o '"id":"d-[0-9]*-[0-9]*"' <<<"$OUT" | sort -u | wc -l)" = 200 ] || fail 'not all distinct'
expect_exit 0 holdfast events --verify --session "$RUN"
