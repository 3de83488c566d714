# init --yes asks nothing, twice is once, keeps what is there; uninstall takes out what init put in.
. "$SUPPORT/scenario.sh"

repository project
mkdir .claude
printf '{"model":"x","hooks":{"Stop":[{"hooks":[{"type":"command","command":"other"}]}]}}' >.claude/settings.local.json
echo '*.o' >.git/info/exclude
cp .claude/settings.local.json ../settings
expect_exit 64 holdfast init
expect_contains .claude/settings.local.json
[ ! -e .holdfast ] || fail 'changed something without --yes'
expect_exit 0 holdfast init --yes
cp .claude/settings.local.json ../installed
OUT=$(cat .claude/settings.local.json)
expect_json hooks.Stop.# 2
expect_json hooks.PreToolUse.0.hooks.0.command "$HOLDFAST hook PreToolUse"
expect_json hooks.PreToolUse.0.hooks.0.onFailure block
expect_json hooks.PreToolUse.0.hooks.0.timeout 10
expect_json model x
expect_exit 0 holdfast init --yes
cmp .claude/settings.local.json ../installed || fail 'twice is not once'
[ -z "$(git status --porcelain --ignored=no -- .holdfast)" ] || fail 'noise in git status'
expect_exit 0 holdfast doctor
# The very command that was installed decides.
command=$(json_at hooks.PreToolUse.0.hooks.0.command <../installed)
expect_exit 0 sh -c "$command" <<<"$(payload_write a.txt)"
expect_silent
expect_exit 0 holdfast uninstall
python3 -c 'import json,sys; sys.exit(json.load(open("../settings")) != json.load(open(".claude/settings.local.json")))' || fail 'settings'
[ "$(cat .git/info/exclude)" = '*.o' ] || fail 'exclude'
expect_exit 0 hook PreToolUse "$(payload_write a.txt)"
expect_silent
echo '{' >.claude/settings.local.json
expect_exit 65 holdfast init --yes
[ "$(cat .claude/settings.local.json)" = '{' ] || fail 'a file that is not JSON was changed'
