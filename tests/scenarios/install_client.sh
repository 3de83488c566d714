# What is written follows the client that is installed: exec form from 2.1.139 on, events it knows.
. "$SUPPORT/scenario.sh"

mkdir bin
export PATH="$PWD/bin:$PATH"
client() { # client VERSION EVENT...
  printf '#!/bin/sh\n# %s\necho "%s (Claude Code)"\n' "${*:2}" "$1" >"$CLIENT"
  chmod +x "$CLIENT"
}
CLIENT=$PWD/bin/claude
mkdir 'a place'
cp "$HOLDFAST" "a place/holdfast"
HOLDFAST="$PWD/a place/holdfast"
client 2.1.138
project
expect_contains 'Claude Code 2.1.138: 8 hooks, shell form'
OUT=$(cat .claude/settings.local.json)
expect_json hooks.# 8
expect_json hooks.PreToolUse.0.hooks.0.command "'$HOLDFAST' hook PreToolUse"
expect_exit 0 sh -c "$(json_at hooks.PreToolUse.0.hooks.0.command <<<"$OUT")" <<<"$(payload_write a)"

client 2.1.325 SubagentStart PostToolUseFailure PostCompact
expect_exit 0 holdfast init --yes --json
expect_json hosts.0.summary 'Claude Code 2.1.325: 11 hooks, exec form'
OUT=$(cat .claude/settings.local.json)
expect_json hooks.# 11
expect_json hooks.PreToolUse.0.hooks.0.command "$HOLDFAST"
expect_json hooks.PreToolUse.0.hooks.0.args '["hook", "PreToolUse"]'
expect_json hooks.PostToolUseFailure.0.matcher '*'
expect_exit 0 holdfast hooks print
[ "$(json_at hooks <<<"$OUT")" = "$(json_at hooks <.claude/settings.local.json)" ] ||
  fail 'hooks print says something else'
expect_exit 0 holdfast hooks print --scope project
expect_json hooks.# 8
expect_exit 0 holdfast doctor

# The client changes after the installation.
client 2.0.77 SubagentStart
expect_exit 1 holdfast doctor
expect_contains 'do not know these events'
expect_contains 'run without arguments'
expect_exit 0 holdfast doctor --fix
OUT=$(cat .claude/settings.local.json)
expect_json hooks.# 9
expect_json hooks.Stop.0.hooks.0.command "'$HOLDFAST' hook Stop"
rm "$CLIENT"
expect_exit 0 holdfast doctor
expect_exit 0 holdfast uninstall
[ -z "$(git status --porcelain)" ] || fail 'noise'
