# M1: what would make one of Claude Code's mods run is denied in every form; skills are written as before.
# shellcheck disable=SC2016,SC2088  # The commands are for the gate, not for this shell.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

project
start_run
mkdir -p ../evil/.claude-plugin ../evil/hooks ../honest/scripts .claude/skills "$HOME/.claude/skills"
echo '{"name": "evil"}' >../evil/.claude-plugin/plugin.json
echo '{"modules": ["./r.js"]}' >../evil/hooks/hooks.json
echo 'export function register() {}' | tee ../evil/hooks/r.js >../honest/scripts/run.js
echo 'text' >../honest/SKILL.md
(cd ../evil && tar cf ../evil.tar . && python3 -m zipfile -c ../evil.zip .claude-plugin hooks)

for command in 'cp -r ../evil ~/.claude/skills/x' 'mv ../evil .claude/skills/' 'cp -r ../evil/. .claude/skills/x' \
  'ln -s "$PWD/../evil" ~/.claude/skills/x' 'git clone ../evil ~/.claude/skills/x' 'rsync -a ../evil ~/.claude/skills/' \
  'mkdir -p ~/.claude/skills/x && tar -xf ../evil.tar -C ~/.claude/skills/x' 'unzip ../evil.zip -d .claude/skills/x' \
  'echo {} > ~/.claude/dev-mods/1/x/r.js' 'echo {} > ~/.claude/plugins/installed_plugins.json'; do
  expect_denied "$(bash_call "$command")"
  expect_contains 'mod'
  expect_lacks 'init --shield'
done
for part in .claude-plugin/plugin.json hooks/hooks.json hooks/r.js; do
  expect_denied "$(payload_write ".claude/skills/x/$part")"
  expect_contains '`scripts/`'
done

# What the denial offers passes, and so does all else about skills.
for command in 'cp -r ../honest ~/.claude/skills/x' 'mkdir -p .claude/skills/y/scripts' 'rm -rf ~/.claude/skills/x' \
  'cp -r ../honest .claude/skills/x' 'cp ../evil/hooks/r.js .claude/skills/x/scripts/r.js' 'cp -r ../evil vendored'; do
  expect_allowed "$(bash_call "$command")"
  expect_exit 0 bash -c "$command"
done
expect_allowed "$(payload_write .claude/skills/x/SKILL.md)"
expect_allowed "$(payload_write .claude/skills/x/scripts/run.js)"

# A mod that a person has: its code is guarded as well, but not another skill's.
cp -r ../evil "$HOME/.claude/skills/mine"
expect_denied "$(bash_call 'echo x >~/.claude/skills/mine/lib.js')"
expect_allowed "$(payload_write .claude/skills/x/lib.js)"
