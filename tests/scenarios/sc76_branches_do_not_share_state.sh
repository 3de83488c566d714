# SC-76, B4-1, B4-15, B4-18, S4-89, S4-90, S4-105, S4-106: names that look alike in a file system are
# two branches; a branch made anew begins anew; a rebase and a detached HEAD have a place of their own.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

new_requirements_project <<'END_YAML'
requirements:
  commit_plan: {enabled: true, scope: branch}
END_YAML
start_run

expect_exit 0 holdfast req satisfy commit_plan --session "$RUN"
expect_allowed "$(payload_write a.txt)"
git checkout -q -b feature-test
expect_denied "$(payload_write a.txt)"
expect_exit 0 holdfast req satisfy commit_plan --session "$RUN"
expect_allowed "$(payload_write a.txt)"
[ "$(find "$(requirements_folder)" -name 'feature-test*.json' | wc -l)" -eq 2 ] || fail 'not two files'
expect_state branch feature/test

# A file of the other tool keeps working under its old name.
git checkout -q -b fix/a.b
cat >"$(requirements_folder)/fix-a_b.json" <<'JSON'
{
  "version": "1.0",
  "branch": "fix/a.b",
  "project": "/abs/path",
  "created_at": 1702345678,
  "updated_at": 1702345678,
  "requirements": {
    "commit_plan": {
      "scope": "branch",
      "satisfied": true,
      "satisfied_at": 1702345678,
      "satisfied_by": "cli",
      "metadata": {
        "ticket": "#1234"
      },
      "expires_at": null
    }
  }
}
JSON
expect_allowed "$(payload_write a.txt)"

# Deleted and made again, it is another branch.
git checkout -q feature/test
commit_all more
git branch -q -D feature-test
sleep 1.1 # A branch is told from its forerunner by commit and second.
git checkout -q -b feature-test
expect_denied "$(payload_write a.txt)"

# While a rebase is on, its branch counts; without a branch, the commit.
git checkout -q feature/test
git rebase -q --exec 'test -e done-once || { touch done-once; false; }' HEAD~1 >/dev/null 2>&1 || true
[ -d .git/rebase-merge ] || fail 'no rebase'
expect_allowed "$(payload_write a.txt)"
git rebase --abort
git checkout -q --detach
expect_denied "$(payload_write a.txt)"
expect_exit 0 holdfast req satisfy commit_plan --session "$RUN"
expect_contains 'detached@'
expect_allowed "$(payload_write a.txt)"

# Worktrees share the state of a branch.
git worktree add -q ../other feature/test
cd ../other || fail 'no worktree'
expect_allowed "$(payload_write a.txt)"
