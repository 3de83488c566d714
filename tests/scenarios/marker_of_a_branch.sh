# G2, BX-1: what a branch says in its marker is its people's word; what a call does to a tracked marker
# is the agent's.
# shellcheck disable=SC2016  # A variable of make's.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

gated() { expect_denied "$(payload_write .holdfast/config.yaml)"; }

repository project
git config user.name a && git config user.email a@b
expect_exit 0 holdfast init --yes --scope project
git add -A && git commit -qm 'use it' && git switch -qc bare && git rm -q .holdfast/config.yaml && git commit -qm none && git switch -q main && git switch -qc guarded
printf 'all:\n\tgit checkout -q $(TO)\n' >../Makefile

# A branch where it says less is what its people wrote.
git switch -q guarded && git switch -qc loose
printf 'gate: {enabled: false}\n' >.holdfast/config.yaml && git commit -qam less && git switch -q guarded
start_run
gated
carry_out 'make -sf ../Makefile TO=loose'
expect_lacks 'loosened'
expect_allowed "$(payload_write .holdfast/config.yaml)"

# Deleted and not switched: the agent's, though git knows it; what git keeps it puts back.
git switch -q guarded
start_run
sleep 1.1
printf 'all:\n\trm .holdfast/config.yaml\n' >../Makefile
carry_out 'make -sf ../Makefile'
expect_contains 'What the configuration said before still holds'
gated
expect_contains 'took the configuration away'
sleep 1.1
git switch -q bare
expect_exit 0 hook PreToolUse "$(payload_write .holdfast/config.yaml)"
expect_silent
git switch -q guarded
gated
expect_lacks 'took the configuration away'
expect_exit 1 holdfast doctor # The program is not on the PATH.
expect_lacks 'took away'
