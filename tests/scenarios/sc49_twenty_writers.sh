# SC-49, S2-71, S2-107, B2-1, B2-2: twenty processes add a commit while twenty hooks touch the session.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
printf 'work:\n  touch_debounce_s: 0\n' >>.holdfast/config.yaml
start_run
new_work dark
created=$(json_at created_at <"$STATE")
add() {
  call session_add_commit "{\"session_id\":\"dark\",\"sha\":\"$(printf 'abcdef%02d' "$1")\",\"message\":\"Commit $1\"}"
  expect_json duplicate false
}
pids=()
for i in $(seq 20); do
  (add "$i") &
  pids+=($!)
  (written "agents/sessions/dark/research/$i.md") &
  pids+=($!)
done
while kill -0 "${pids[@]}" 2>/dev/null; do
  # No reader ever sees half a file.
  json_at status <"$STATE" >/dev/null || fail 'a torn manifest'
done
for pid in "${pids[@]}"; do wait "$pid" || fail 'a writer failed'; done

python3 - "$STATE" "$created" <<'END'
import json, sys
state = json.load(open(sys.argv[1]))
shas = sorted(commit["sha"] for commit in state["commits"])
assert shas == sorted(f"abcdef{i:02d}" for i in range(1, 21)), shas
assert state["updated_at"] > sys.argv[2]
assert all(state["updated_at"] >= commit["created_at"] for commit in state["commits"])
END
# None of us took another for a stranger.
grep -q external_edit "$(local_folder)/journal/$RUN.jsonl" && fail 'our own change was taken for an edit'
[ "$(find agents -type f | sort | tr '\n' ' ')" = 'agents/sessions/dark/spec.md agents/sessions/dark/state.json ' ] ||
  fail 'a temporary or lock file was left'
