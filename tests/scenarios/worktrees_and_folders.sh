# B0-10, BX-1: a sub-folder, a linked worktree and a symlink are the same project; a plain folder can be one.
. "$SUPPORT/scenario.sh"

project
git -c user.name=t -c user.email=t@t commit -q --allow-empty -m first
start_run
expect_exit 0 holdfast session mode planning --session "$RUN"
mkdir -p src/deep && cd src/deep
expect_denied "$(payload_write a.txt)"
cd ../..
git worktree add -q ../tree -b other
(cd ../tree && expect_denied "$(payload_write a.txt)" && [ ! -e .holdfast ]) || fail 'worktree'
ln -s "$PWD" ../symlink
(cd ../symlink && expect_denied "$(payload_write a.txt)") || fail 'symlink'
[ -z "$(git status --porcelain)" ] || fail "dirty: $(git status --porcelain)"
[ -z "$(git -C ../tree status --porcelain)" ] || fail 'the worktree is dirty'
# The host's word for the project goes before the agent's folder.
mkdir ../elsewhere
root=$PWD
(cd ../elsewhere && CLAUDE_PROJECT_DIR=$root expect_denied "$(payload_write a.txt)") || fail 'project folder'

mkdir ../plain && cd ../plain
expect_exit 0 holdfast init --yes
start_run
[ -f .holdfast/local/notes/sessions/session-"$RUN".json ] || fail 'no note'
grep -qx local/ .holdfast/.gitignore || fail 'not ignored'
mkdir sub && cd sub
expect_exit 0 holdfast session get-state --session "$RUN"
