# Each scope has its file and its form, leaves git status clean and goes without a trace.
. "$SUPPORT/scenario.sh"

mkdir bin other
ln -s "$HOLDFAST" bin/holdfast
export PATH="$PWD/bin:$PATH"
gone() { for path; do [ ! -e "$path" ] || fail "left: $path"; done; }
repository project

expect_exit 0 holdfast init --yes
[ -z "$(git status --porcelain)" ] || fail 'local: noise'
expect_exit 0 holdfast uninstall
gone .claude .holdfast

expect_exit 0 holdfast init --yes --scope user
[ -z "$(git status --porcelain)" ] || fail 'user: noise'
OUT=$(cat "$HOME/.claude/settings.json")
expect_json hooks.PreToolUse.0.hooks.0.onFailure block
expect_exit 0 holdfast doctor
expect_exit 0 holdfast uninstall --scope user
gone "$HOME/.claude" .holdfast

expect_exit 0 holdfast init --yes --scope project
[ "$(git status --porcelain)" = "$(printf '?? .claude/\n?? .holdfast/')" ] || fail 'project: hidden'
OUT=$(cat .claude/settings.json)
expect_json hooks.PreToolUse.0.hooks.0 '{"type": "command", "command": "holdfast hook PreToolUse", "timeout": 10}'
expect_json hooks.# 8
expect_exit 0 holdfast doctor
# Another one's clone: local hooks there leave what the project tracks.
git add -A && git -c user.name=a -c user.email=a@b commit -q -m 'Use Holdfast'
git clone -q . ../other/clone
cd ../other/clone
expect_exit 0 holdfast init --yes
expect_exit 0 holdfast doctor
expect_contains 'more than once'
expect_exit 0 holdfast uninstall
[ -z "$(git status --porcelain)" ] || fail 'clone: noise'
[ -e .holdfast/config.yaml ] || fail 'clone: the configuration of the project is gone'
cd ../../project
expect_exit 0 holdfast uninstall --scope project
gone .claude .holdfast

# Taking out one scope leaves the project opted in for the hooks of another, and hidden as before.
cd ..
project two_scopes
expect_exit 0 holdfast uninstall --scope user
expect_contains 'Nothing to take out in scope user.'
expect_exit 0 holdfast init --yes --scope user
expect_exit 0 holdfast uninstall --scope user
[ -e .holdfast/config.yaml ] || fail 'the local hooks lost their project'
[ -e .claude/settings.local.json ] || fail 'the local hooks are gone'
[ -z "$(git status --porcelain)" ] || fail "git status: $(git status --porcelain)"
expect_exit 0 holdfast doctor
expect_exit 0 holdfast uninstall
gone .claude .holdfast
