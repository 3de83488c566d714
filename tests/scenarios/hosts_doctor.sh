# Doctor sees every host that has hooks of ours: a program that is gone, an entry that was changed,
# two sets, a hook that is missing; --fix mends them. init names hosts that are used here.
. "$SUPPORT/scenario.sh"

repository project
mkdir .codex .windsurf "$HOME/.openclaw"
expect_exit 0 holdfast init --yes
expect_contains 'Also used here: codex (.codex), windsurf (.windsurf), openclaw (~/.openclaw).'
expect_contains 'holdfast init --host codex --host windsurf'
expect_contains 'holdfast init --scope user --host openclaw'
expect_exit 0 holdfast init --yes --host cursor --host cline
sed -i "s#$HOLDFAST#/nowhere/holdfast#" .cursor/hooks.json .cursor/mcp.json
expect_exit 1 holdfast doctor
expect_contains 'names /nowhere/holdfast, which is not there'
expect_exit 0 holdfast doctor --fix
expect_exit 0 holdfast doctor
grep -q "$HOLDFAST" .cursor/mcp.json || fail 'the server names the old program'
sed -i 's/"failClosed": true/"failClosed": false/' .cursor/hooks.json
rm .clinerules/hooks/PreToolUse
expect_exit 1 holdfast doctor
expect_contains "what is ours in $PWD/.cursor/hooks.json is not as"
expect_contains "hooks are missing in $PWD/.clinerules/hooks/PreToolUse"
expect_exit 0 holdfast doctor --fix
[ -x .clinerules/hooks/PreToolUse ] || fail 'the script cannot run'
expect_exit 0 holdfast init --yes --host cursor --scope user
expect_exit 1 holdfast doctor
expect_contains 'more than once'
expect_exit 0 holdfast doctor --fix
[ ! -e .cursor/hooks.json ] || fail 'the local set is still there'
expect_exit 0 holdfast doctor
expect_exit 0 holdfast doctor --host codex
expect_contains '! codex: a hook that was not trusted by /hooks does not run'
expect_exit 64 holdfast doctor --host emacs
# Codex runs no hook that was not trusted: doctor says so until its settings have the yes.
expect_exit 0 holdfast init --yes --host codex
expect_contains 'enter /hooks and trust those of Holdfast'
expect_exit 1 holdfast doctor
expect_contains "✗ codex: its settings do not say that the hooks in $PWD/.codex/hooks.json are trusted"
