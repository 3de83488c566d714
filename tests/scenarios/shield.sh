# M3, M4: mods are listed once at a start and by `doctor`; the shield is asked for, comes first, is guarded
# and mended, and uninstalling gives the settings back byte for byte.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

mkdir -p "$HOME/.claude"
settings=$HOME/.claude/settings.json shield=$HOME/.claude/skills/holdfast-shield
printf '{\n  "model": "x",\n  "prependPlugins": ["a@b"]\n}\n' >"$settings"
cp "$settings" before.json
before=$PWD/before.json
project
[ ! -e "$shield" ] || fail 'a shield that nobody asked for'
cmp "$settings" "$before"

# A mod is told at the next start, once, and listed by doctor with what keeps it out.
mod=$HOME/.claude/skills/mine
mkdir -p "$mod/.claude-plugin" "$mod/hooks"
echo '{"name": "mine"}' >"$mod/.claude-plugin/plugin.json"
echo '{"modules": ["./r.js"]}' >"$mod/hooks/hooks.json"
start_run
expect_contains "may overrule the gate: $mod"
start_run
expect_lacks 'overrule'
expect_exit 0 holdfast doctor
expect_contains "the mod mine may overrule the gate: $mod"
expect_contains '"allowManagedModsOnly": true'

expect_exit 0 holdfast init --yes --shield
[ "$(json_at prependPlugins.0 <"$settings")" = holdfast-shield@skills-dir ] || fail 'not the first'
[ "$(json_at modules.0 <"$shield/hooks/hooks.json")" = ./shield.js ] || fail 'no module'
expect_exit 0 holdfast doctor
expect_contains 'the mod mine is kept out by the shield'
expect_denied "$(bash_call "rm -rf $shield")"
expect_denied "$(bash_call 'echo >~/.claude/skills/holdfast-shield/hooks/shield.js')"
expect_allowed "$(bash_call "rm -rf $mod")"

# Who may come in a person says, and an agent may take it back.
expect_denied "$(bash_call 'holdfast trust --mod mine')"
expect_exit 2 as_agent "$HOLDFAST" trust --mod mine
expect_exit 0 holdfast trust --mod mine
[ "$(cat "$XDG_CONFIG_HOME/holdfast/mods")" = mine ] || fail 'not on the list'
expect_exit 0 holdfast doctor
expect_contains 'which a person trusts, may overrule'
expect_exit 0 as_agent "$HOLDFAST" trust --mod mine --revoke

echo '//' >>"$shield/hooks/shield.js"
expect_exit 1 holdfast doctor
expect_contains 'not what this program writes'
expect_exit 0 holdfast doctor --fix
expect_exit 0 holdfast uninstall
[ ! -e "$shield" ] || fail 'the shield is still there'
cmp "$settings" "$before"
