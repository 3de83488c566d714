# G2, BX-1: a switch to a branch without the marker opts out without a word, whoever makes it; back on
# the branch the gate is there again.
# shellcheck disable=SC2016  # A variable of make's.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

gated() { expect_denied "$(payload_write .holdfast/config.yaml)"; }
# After what was said: also while the work goes on there.
on_main() {
  local i
  expect_silent
  for i in 1 2; do
    expect_exit 0 hook PreToolUse "$(payload_write .holdfast/config.yaml)"
    expect_silent
    echo "$i" >>a.txt && git commit -qam more
  done
}

repository project
git config user.name a && git config user.email a@b
echo one >a.txt && git add a.txt && git commit -qm one && git switch -qc guarded
expect_exit 0 holdfast init --yes --scope project
git add -A && git commit -qm 'use it'
start_run
sleep 1.1
printf 'all:\n\tgit checkout -q $(TO)\n' >../Makefile

# The agent's own switch, plain and by a script, and back; then a person's while a call runs.
for command in 'git switch -q main' 'make -sf ../Makefile TO=main'; do
  carry_out "$command"
  on_main
  git switch -q guarded
  gated
done
expect_allowed "$(bash_call 'make test')"
git switch -q main
expect_exit 0 hook PostToolUse "$(bash_done 'make test')"
on_main

# What was committed since the session began is no branch's: an agent can commit it and go back.
git switch -qc later main
expect_exit 0 holdfast init --yes
start_run
git add -f .holdfast/config.yaml && git commit -qm 'use it here too'
carry_out 'git switch -q main'
gated
