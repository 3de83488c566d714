# G3, G4, G5: what would take the gate away by a wildcard, a tree, a link, a copy or git is denied; what
# is allowed is really carried out, and then the gate answers as before.
# shellcheck disable=SC2016  # The commands are for the gate, not for this shell.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

project
start_run
mkdir -p src build backup/.holdfast .claude/worktrees/one docs && cp .holdfast/config.yaml backup/.holdfast/
touch src/a.txt src/b.json build/a.o docs/a.md .claude/worktrees/one/x .claude/requirements.yaml
echo '*.o' >.gitignore
git add .gitignore src docs && git -c user.name=a -c user.email=a@b commit -qm one
ln .holdfast/config.yaml hard.yaml
printf -- '--- a/.holdfast/config.yaml\n+++ b/.holdfast/config.yaml\n@@ -1 +1 @@\n-a\n+b\n' >../bad.patch
(cd backup && tar cf ../../bad.tar .holdfast)

# The gate is there as long as planning denies a write.
still_there() {
  expect_exit 0 holdfast session mode planning --session "$RUN"
  expect_denied "$(payload_write src/a.txt)"
  expect_contains 'not allowed in planning mode'
  expect_exit 0 holdfast session mode coding --session "$RUN"
}

for command in 'rm -rf .git/hold*' 'rm .claude/req*' 'rm -rf .git/*/notes' 'rm -rf .claude' 'mv .claude x' 'rm -rf .' \
  'rm -rf ..' 'rm -rf ./* ./.[a-z]*' 'find .claude -delete' 'find . -name config.yaml -exec sed -i s/a/b/ {} +' \
  'cp -rf backup/. .' 'rsync -a backup/ .' 'echo x > hard.yaml' 'ln -s .holdfast x && rm x/config.yaml' \
  'git apply ../bad.patch' 'patch -p1 <../bad.patch' 'tar xf ../bad.tar' 'chmod -R 000 .'; do
  expect_denied "$(bash_call "$command")"
  expect_lacks 'uninstall'
done

# Git: denied, and what the denial offers instead passes, does its work and leaves the gate alone.
for command in 'git stash -a' 'git clean -fdX' 'git clean -fdx -e backup -e hard.yaml -e .claude/requirements.yaml'; do
  mkdir -p build && touch build/a.o && echo more >>src/a.txt
  expect_denied "$(bash_call "$command")"
  narrower=$(json_at hookSpecificOutput.permissionDecisionReason <<<"$OUT" | sed -n 's/.*Use `\(git [^`]*\)`.*/\1/p')
  [ -n "$narrower" ] || fail "nothing is offered instead of $command"
  expect_allowed "$(bash_call "$narrower")"
  expect_exit 0 bash -c "$narrower"
  still_there
done
[ ! -e build/a.o ] || fail 'git clean cleaned nothing'
mkdir -p build src/deep .claude/worktrees/one && touch build/a.o src/deep/c.txt .claude/requirements.yaml
for command in 'rm -rf build' 'rm -f src/*.json' 'find . -name "*.o" -delete' 'rm -rf .claude/worktrees' 'git clean -fd' \
  'chmod -R u+w src' 'cp -r src copy' 'git rm -rq docs' 'git stash -u' 'find . -name "*.txt" | xargs sed -i s/a/b/'; do
  expect_allowed "$(bash_call "$command")"
  bash -c "$command" >/dev/null 2>&1 || true
  still_there
done
