# C3: what a client reads in a linked worktree depends on its version: `init` there writes it, `doctor`
# says where it is missing, `uninstall` takes it out of all worktrees, byte for byte.
. "$SUPPORT/scenario.sh"

mkdir bin
export PATH="$PWD/bin:$PATH"
CLIENT=$PWD/bin/claude
client() { printf '#!/bin/sh\necho "%s (Claude Code)"\n' "$1" >"$CLIENT" && chmod +x "$CLIENT"; }
in_tree() { (cd "$TREE" && "$@"); }
all_files() { find "$TREE" . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum; }

client 2.1.210
repository project
git -c user.name=t -c user.email=t@t commit -q --allow-empty -m first
echo '*.o' >.git/info/exclude
TREE=$(realpath ..)/tree
git worktree add -q "$TREE" -b tree
git worktree add -q .claude/worktrees/two -b two
before=$(all_files)

expect_exit 0 holdfast init --yes
expect_exit 1 in_tree "$HOLDFAST" doctor
expect_contains "$TREE is not gated"
expect_contains '2.1.210 does not read'
expect_contains '--scope user'
expect_exit 0 holdfast doctor
expect_contains "$TREE is not gated"
expect_contains ".claude/worktrees/two is not gated"
expect_exit 0 in_tree "$HOLDFAST" init --yes
cmp .claude/settings.local.json "$TREE/.claude/settings.local.json"
cmp .mcp.json "$TREE/.mcp.json"
expect_exit 0 in_tree "$HOLDFAST" init --yes
expect_contains 'Nothing to change'
[ -z "$(git -C "$TREE" status --porcelain)" ] || fail 'the worktree is dirty'
expect_exit 0 holdfast uninstall
[ "$(all_files)" = "$before" ] || fail "not as before: $(all_files)"
[ "$(cat .git/info/exclude)" = '*.o' ] || fail 'the exclude list is another'

client 2.1.211
expect_exit 0 in_tree "$HOLDFAST" init --yes
[ ! -e "$TREE/.claude" ] || fail 'a second set of hooks'
cmp .mcp.json "$TREE/.mcp.json"
expect_exit 0 in_tree "$HOLDFAST" doctor
rm "$TREE/.mcp.json"
expect_exit 0 in_tree "$HOLDFAST" doctor
expect_contains 'the MCP server is missing'
expect_exit 0 in_tree "$HOLDFAST" uninstall
[ "$(all_files)" = "$before" ] || fail "not as before: $(all_files)"
