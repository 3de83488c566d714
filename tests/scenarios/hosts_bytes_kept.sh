# What a person has in a host's files keeps its bytes, a tracked file is nobody's alone, and a file
# that cannot be edited gets one sentence.
. "$SUPPORT/scenario.sh"

mkdir bin
ln -s "$HOLDFAST" bin/holdfast
export PATH="$PWD/bin:$PATH"
repository project
mkdir .codex .gemini .cursor .clinerules
printf '{ "hooks" :{"Stop":[{"hooks":[{"type":"command","command":"other"}]}]}}' >.codex/hooks.json
printf 'model = "x" # mine\n[mcp_servers.notes]\ncommand = "y"' >.codex/config.toml
printf '{"theme":"a",\r\n\t"hooks":{},"mcpServers":{"o":{"command" : "x"}} }' >.gemini/settings.json
printf '{\n  "version": 1\n}\n' >.cursor/hooks.json
cp -r .codex .gemini .cursor ..
expect_exit 0 holdfast init --yes --host codex --host gemini --host cursor
expect_contains '/hooks'
OUT=$(cat .codex/hooks.json)
expect_json hooks.Stop.# 2
expect_json hooks.PreToolUse.0.hooks.0.command "$HOLDFAST hook PreToolUse --host codex || exit 2"
OUT=$(cat .gemini/settings.json)
expect_json hooks.BeforeTool.0.hooks.0.timeout 10000
expect_json mcpServers.# 2
OUT=$(cat .cursor/hooks.json)
expect_json hooks.preToolUse.0.failClosed true
expect_json hooks.postToolUse.0.failClosed null
# A gate that is gone blocks, in the form that the host takes for a denial.
moved=$(sed -n 's/.*"command": "\(.*PreToolUse.*\)",*/\1/p' .codex/hooks.json | sed "s#$HOLDFAST#/nowhere/holdfast#")
expect_exit 2 sh -c "$moved" </dev/null
# One host's part goes, the project stays opted in for the others.
expect_exit 0 holdfast uninstall --host codex
[ -e .holdfast/config.yaml ] || fail 'opted out'
expect_exit 0 holdfast uninstall
for folder in .codex .gemini .cursor; do
  diff -r "$folder" "../$folder" || fail "$folder is not as before"
done
[ ! -e .holdfast ] || fail 'still opted in'

# A clone without Holdfast works: what is shared does nothing there.
expect_exit 0 holdfast init --yes --scope project --host gemini
shared=$(holdfast hooks print --host gemini --scope project | json_at hooks.BeforeTool.0.hooks.0.command)
expect_exit 0 env PATH=/usr/bin:/bin sh -c "$shared" </dev/null
expect_silent
expect_exit 0 holdfast uninstall --scope project

git add .cursor .gemini
for host in cursor gemini; do
  expect_exit 64 holdfast init --yes --host "$host"
  expect_contains 'is tracked by git'
  expect_contains '--scope user'
done
git rm -q --cached -r .cursor .gemini
for text in '{' '{"a":1,}' '{} // mine' '[]' '{"hooks":[]}' '' "$(head -c 3000 /dev/zero | tr '\0' '[')"; do
  printf '%s' "$text" >.cursor/hooks.json
  expect_exit 65 holdfast init --yes --host cursor
  expect_contains 'holdfast hooks print --host cursor'
  [ "$(cat .cursor/hooks.json)" = "$text" ] || fail 'a file that is not JSON was changed'
  expect_exit 0 holdfast uninstall
done
# A link of the repository leads anywhere: nothing is written through it.
rm -r .cursor && mkdir ../elsewhere && ln -s ../elsewhere .cursor
expect_exit 1 holdfast init --yes --host cursor
[ -z "$(ls ../elsewhere)" ] || fail 'written through a link'
# Another hook has the place: it stays, and it is said what to do.
mkdir -p .clinerules/hooks
printf '#!/bin/sh\necho mine\n' >.clinerules/hooks/PreToolUse
expect_exit 0 holdfast init --yes --host cline
expect_contains 'another hook has the place .clinerules/hooks/PreToolUse'
[ "$(cat .clinerules/hooks/PreToolUse)" = "$(printf '#!/bin/sh\necho mine')" ] || fail 'changed'
expect_exit 1 holdfast doctor
expect_contains 'another hook is there'

# Cline takes a file of rules in the place of its folder: nothing is begun that cannot be finished.
cd ..
repository rules
echo 'Be brief.' >.clinerules
expect_exit 64 holdfast init --yes --host cline
expect_contains '.clinerules is a file, and a folder is needed there'
[ ! -e .holdfast ] || fail 'the project is opted in without hooks'
[ "$(cat .clinerules)" = 'Be brief.' ] || fail 'the rules are gone'
