# S4-110: a satisfaction that is bound to content survives an amend and a rebase; a real change makes
# it stale, and stale is shown as stale.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

new_requirements_project <<'END_YAML'
requirements:
  reviewed: {enabled: true, scope: branch, fingerprint: {range: main..HEAD}, trigger_tools: [Write]}
  tested: {enabled: true, scope: branch, fingerprint: {paths: [src]}, trigger_tools: [NotebookEdit]}
END_YAML
start_run
mkdir src
printf 'one\ntwo\nthree\n' >src/a.c
echo '*.o' >.gitignore
commit_all 'work'
notebook="$(payload_tool NotebookEdit "{\"notebook_path\":\"$PWD/n.ipynb\"}")"

expect_exit 0 holdfast req satisfy reviewed tested --session "$RUN"
expect_allowed "$(payload_write a.txt)"
expect_allowed "$notebook"

# Another message, another parent: the same patch, the same files.
git commit -q --amend -m 'work, told better'
expect_allowed "$(payload_write a.txt)"
expect_allowed "$notebook"
git checkout -q main
echo more >README
commit_all 'main goes on'
git checkout -q "$BRANCH"
git rebase -q main
expect_allowed "$(payload_write a.txt)"
expect_allowed "$notebook"
touch src/a.o # Ignored by git, so no content of the project.
expect_allowed "$notebook"

# A changed line, not even committed, is other content of the files; committed, of the patch.
printf 'one\nTWO\nthree\n' >src/a.c
expect_allowed "$(payload_write a.txt)"
expect_denied "$notebook"
expect_contains stale
commit_all 'change'
expect_denied "$(payload_write a.txt)"
expect_exit 0 holdfast req status --session "$RUN"
expect_contains STALE
expect_exit 0 holdfast req status --session "$RUN" --json
expect_contains '"standing":"stale"'

# Put back, it is what was reviewed.
git revert --no-edit -q HEAD 2>/dev/null || git revert --no-edit HEAD >/dev/null
expect_allowed "$notebook"
git reset -q --hard HEAD~2
expect_allowed "$(payload_write a.txt)"
[ -z "$(git status --porcelain)" ] || fail "$(git status --porcelain)"
