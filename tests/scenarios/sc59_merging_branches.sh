# SC-59, B2-13: git's markers are an error that says what to do, and with the driver there are none.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
new_work dark
write_plan 1 2 3
phase plan && phase build
git add -A && git commit -qm work
# Two branches, each with a commit and a checkpoint of its own.
diverge() {
  git checkout -q -b "$1" main
  work_call session_add_commit "\"sha\":\"$2\",\"message\":\"on $1\""
  work_call session_complete_checkpoint "\"checkpoint_id\":$3"
  git commit -qam "$1"
}
diverge one aaaaaaa 1
diverge two bbbbbbb 2

git merge -q one >/dev/null 2>&1 && fail 'git merged by itself'
grep -q '^<<<<<<<' "$STATE" || fail 'no markers'
work_call_error STATE_CONFLICT session_set_status '"status":"paused"'
expect_contains state.json
expect_exit 65 holdfast work transition dark docs
expect_contains 'hint:'
git merge --abort

before=$(git status --porcelain)
expect_exit 0 holdfast work merge-driver --install
expect_exit 0 holdfast work merge-driver --install
[ "$(git status --porcelain)" = "$before" ] || fail 'something in the tree was changed'
[ "$(grep -c holdfast-work .git/info/attributes)" -eq 1 ] || fail 'the line is there twice'
git merge -q --no-edit one >/dev/null || fail 'git did not merge'
expect_state commits.0.sha bbbbbbb
expect_state commits.1.sha aaaaaaa
expect_state build_progress.checkpoints_completed '[1, 2]'
expect_state build_progress.current_checkpoint 3
work_call session_complete_checkpoint '"checkpoint_id":3'
# What it cannot read it leaves to a person.
cp "$STATE" ../ours && echo '{' >../theirs && cp "$STATE" ../base
expect_exit 65 holdfast work merge-driver ../base ../ours ../theirs
cmp ../ours "$STATE" || fail 'ours was overwritten'
