# SC-53, S2-13, S2-16, S2-25, S2-62, S2-103, S2-116, B2-3, B2-4, B2-20: the gate keeps hands off state.json, and
# a write beside it touches the time, not too often.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
start_run
new_work dark
for tool in Write Edit MultiEdit NotebookEdit; do
  expect_denied "$(payload_write "$STATE" $tool)"
  expect_contains session_transition_phase
  expect_contains 'holdfast work'
done
expect_denied "$(payload_tool Bash "{\"command\":\"echo {} >$STATE\"}")"
for file in spec.md plan.json plan.md research/a.md; do
  expect_allowed "$(payload_write "agents/sessions/dark/$file")"
done

sed -i 's/"updated_at": "[^"]*"/"updated_at": "2026-01-01T00:00:00.000Z"/' "$STATE"
cp "$STATE" ../before
written agents/sessions/dark/spec.md
touched=$(json_at updated_at <"$STATE")
[ "$touched" != 2026-01-01T00:00:00.000Z ] || fail 'not touched'
diff <(grep -v '"updated_at"' ../before) <(grep -v '"updated_at"' "$STATE") || fail 'more than the time was touched'
for file in spec.md research/deep/a.md debug/log.txt; do written "agents/sessions/dark/$file" Edit; done
expect_state updated_at "$touched"
expect_exit 0 holdfast events --session "$RUN"
expect_contains external_edit

# Another root, and a linked worktree with its own manifests.
printf 'work:\n  root: docs/work\n' >>.holdfast/config.yaml
expect_denied "$(payload_write docs/work/x/state.json)"
expect_allowed "$(payload_write "$STATE")"
git add -A && git commit -qm all && git worktree add -q ../linked
cd ../linked
expect_denied "$(payload_write docs/work/x/state.json)"
expect_exit 0 holdfast work create --topic x --slug y
[ -f docs/work/y/state.json ] || fail 'not in the worktree'
[ "$(json_at git.worktree <docs/work/y/state.json)" = ../linked ] || fail 'the worktree is not kept relative'
