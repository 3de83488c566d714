# S1-70: each scope has its files and its form, leaves git status clean and goes without a trace.
. "$SUPPORT/scenario.sh"

mkdir bin other
ln -s "$HOLDFAST" bin/holdfast
export PATH="$PWD/bin:$PATH"
gone() { for path; do [ ! -e "$path" ] || fail "left: $path"; done; }
repository project

expect_exit 0 holdfast init --yes
[ -z "$(git status --porcelain)" ] || fail 'local: noise'
OUT=$(cat .mcp.json)
expect_json mcpServers.session-state "{\"type\": \"stdio\", \"command\": \"$HOLDFAST\", \"args\": [\"mcp\"]}"
OUT=$(cat .claude/settings.local.json)
expect_json enabledMcpjsonServers '["session-state"]'
expect_exit 0 holdfast uninstall
gone .claude .holdfast .mcp.json
[ ! -s .git/info/exclude ] || ! grep -q mcp .git/info/exclude || fail 'local: a line is left'

expect_exit 0 holdfast init --yes --scope user
[ -z "$(git status --porcelain)" ] || fail 'user: noise'
expect_contains "claude mcp add --scope user session-state -- "
gone .mcp.json
OUT=$(cat "$HOME/.claude/settings.json")
expect_json hooks.PreToolUse.0.hooks.0.onFailure block
expect_exit 0 holdfast doctor
expect_exit 0 holdfast uninstall --scope user
gone "$HOME/.claude" .holdfast

expect_exit 0 holdfast init --yes --scope project
[ "$(git status --porcelain)" = "$(printf '?? .claude/\n?? .holdfast/\n?? .mcp.json')" ] || fail 'project: hidden'
OUT=$(cat .claude/settings.json)
expect_json hooks.PreToolUse.0.hooks.0 '{"type": "command", "command": "holdfast hook PreToolUse", "timeout": 10}'
expect_json hooks.# 8
expect_json enabledMcpjsonServers null
OUT=$(cat .mcp.json)
expect_json mcpServers.session-state '{"type": "stdio", "command": "holdfast", "args": ["mcp"]}'
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
gone .claude .holdfast .mcp.json

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

# What was this machine's alone becomes the project's: git sees it.
expect_exit 0 holdfast init --yes
expect_exit 0 holdfast init --yes --scope project
git status --porcelain | grep -q '?? .mcp.json' || fail 'the entry of the project is hidden'
expect_exit 0 holdfast uninstall
expect_exit 0 holdfast uninstall --scope project
gone .claude .holdfast .mcp.json

# A list of servers that is there belongs to the project: `local` leaves it and says what to do,
# `project` adds to it and gives its bytes back.
printf '{"mcpServers":{"other":{"command" : "x"}} }' >.mcp.json
cp .mcp.json ../servers
expect_exit 0 holdfast init --yes
expect_contains "claude mcp add session-state -- "
cmp .mcp.json ../servers || fail 'local: changed'
OUT=$(cat .claude/settings.local.json)
expect_json enabledMcpjsonServers null
expect_exit 0 holdfast init --yes --json
expect_contains '"leftToDo"'
expect_exit 0 holdfast uninstall
expect_exit 0 holdfast init --yes --scope project
OUT=$(cat .mcp.json)
expect_json mcpServers.# 2
expect_exit 0 holdfast uninstall --scope project
cmp .mcp.json ../servers || fail 'project: not as before'
for text in '{' '[]' '{"mcpServers":[]}'; do
  printf '%s' "$text" >.mcp.json
  expect_exit 65 holdfast init --yes --scope project
  expect_contains 'claude mcp add'
  [ "$(cat .mcp.json)" = "$text" ] || fail 'a file that is not JSON was changed'
done
