# Hooks in two scopes: the set that serves others stays. A switch that is the user's own is named.
. "$SUPPORT/scenario.sh"

project
expect_exit 0 holdfast init --yes --scope user
expect_exit 1 holdfast doctor
expect_contains 'more than once'
expect_exit 0 holdfast doctor --fix
! grep -q hooks .claude/settings.local.json || fail 'both are left'
expect_exit 0 holdfast doctor
expect_contains "$HOME/.claude/settings.json"

printf '{\n  "disableAllHooks": true\n}\n' >.claude/settings.json
expect_exit 1 holdfast doctor --fix
expect_contains '.claude/settings.json:2: disableAllHooks'
grep -q disableAllHooks .claude/settings.json || fail 'the switch was taken out'
rm .claude/settings.json

# The same hook twice in one file.
python3 - "$HOME/.claude/settings.json" <<'END'
import json, sys
settings = json.load(open(sys.argv[1]))
settings["hooks"]["Stop"] *= 2
json.dump(settings, open(sys.argv[1], "w"))
END
expect_exit 1 holdfast doctor
expect_contains 'more than once: Stop'
expect_exit 0 holdfast doctor --fix
OUT=$(cat "$HOME/.claude/settings.json")
expect_json hooks.Stop.# 1
expect_exit 0 holdfast doctor

# Where the user's own files call us, the next project gets no second set, for any host.
expect_exit 0 holdfast init --yes --scope user --host cursor
cd ..
repository next
expect_exit 0 holdfast init --yes --host claude-code --host cursor
expect_contains 'Claude Code: your own settings bring the hooks'
expect_contains ': your own files bring the hooks'
[ ! -e .cursor ] || fail 'Cursor has two sets'
! grep -q hooks .claude/settings.local.json || fail 'Claude Code has two sets'
expect_exit 0 holdfast doctor
