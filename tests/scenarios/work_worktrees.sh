# B2-12, B2-20: each worktree has manifests of its own, and none takes the other's for an edit from outside.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
new_work dark
git add -A && git commit -qm work && git worktree add -q -b other ../other
for status in paused active paused; do
  expect_exit 0 holdfast work status dark "$status"
  expect_exit 0 holdfast work status dark "$status" --project ../other
done
expect_exit 0 holdfast work status dark failed
expect_exit 0 holdfast work show dark --json --project ../other
expect_json manifest.status paused
audit | grep -q external_edit && fail 'a worktree was taken for a stranger'

# A real edit is noticed where it was made.
sed -i 's/"topic": "[^"]*"/"topic": "By hand"/' "../other/$STATE"
expect_exit 0 holdfast work status dark active --project ../other
expect_contains 'changed outside of Holdfast'
expect_exit 0 holdfast work status dark active
expect_lacks 'changed outside of Holdfast'
[ "$(audit | grep -c external_edit)" -eq 1 ] || fail 'not noticed once'
[ "$(json_at topic <"../other/$STATE")" = 'By hand' ] || fail 'the edit was lost'
# By git too: the file is the truth.
git checkout -q -- "$STATE"
expect_exit 0 holdfast work status dark paused
expect_contains 'changed outside of Holdfast'
