# G2, G3: outside git, and from a linked worktree, what a call took away comes back as well.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

gated() { expect_denied "$(payload_write .holdfast/config.yaml)"; }
all_back() {
  [ -e "$1/.holdfast/config.yaml" ] || fail 'the marker is not back'
  [ -e "$1/.claude/settings.local.json" ] || fail 'the hooks are not back'
}

mkdir plain && cd plain
expect_exit 0 holdfast init --yes
start_run
printf 'all:\n\trm -r .holdfast/config.yaml .claude .mcp.json\n' >Makefile
carry_out make
all_back .
[ -e .mcp.json ] || fail 'the server is not back'
gated

cd .. && project main
git config user.name a && git config user.email a@b
echo x >x && git add x && git commit -qm x && git worktree add -q ../linked && cd ../linked
RUN=1a9b1d52-7c3e-4f60-8a2b-5d6e7f801234
start_run
carry_out 'make -f ../plain/Makefile -C ../main'
all_back ../main
gated
expect_exit 1 holdfast doctor
