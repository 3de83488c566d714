# init --yes asks nothing, twice is once, keeps every byte that is there; uninstall gives them back.
. "$SUPPORT/scenario.sh"

repository project
mkdir .claude
printf '{"model" :"x",\r\n\t"hooks":{"Stop":[ {"hooks":[{"type":"command","command":"other"}]}],\r\n"Notification":[]} }' >.claude/settings.local.json
printf '*.o' >.git/info/exclude
git add -f .claude/settings.local.json
cp .claude/settings.local.json ../settings
expect_exit 64 holdfast init
expect_contains .claude/settings.local.json
[ ! -e .holdfast ] || fail 'changed something without --yes'
expect_exit 0 holdfast init --yes
expect_contains 'hooks, '
cp .claude/settings.local.json ../installed
OUT=$(cat .claude/settings.local.json)
expect_json hooks.Stop.# 2
expect_json hooks.Stop.0.hooks.0.command other
expect_json hooks.PreToolUse.0.hooks.0.onFailure block
expect_json hooks.SessionEnd.0.hooks.0.timeout 10
expect_json model x
expect_exit 0 holdfast init --yes
cmp .claude/settings.local.json ../installed || fail 'twice is not once'
[ -z "$(git status --porcelain -- .holdfast)" ] || fail 'noise in git status'
expect_exit 0 holdfast doctor
# The very command that was installed decides.
command=$(holdfast hooks print | json_at hooks.PreToolUse.0.hooks.0.command)
case "$command" in *' hook PreToolUse') ;; *) command="$command hook PreToolUse" ;; esac
expect_exit 0 sh -c "$command" <<<"$(payload_write a.txt)"
expect_silent
expect_exit 0 holdfast uninstall
cmp .claude/settings.local.json ../settings || fail 'settings are not as before'
[ "$(od -c .git/info/exclude)" = "$(printf '*.o' | od -c)" ] || fail 'exclude'
[ ! -e .holdfast ] || fail 'the folder of the configuration is left'
[ "$(git status --porcelain)" = 'A  .claude/settings.local.json' ] || fail 'noise in git status'
expect_exit 0 hook PreToolUse "$(payload_write a.txt)"
expect_silent
for text in '{' '{"a":1,}' '{} // mine' '[]' '{"hooks":[]}' ''; do
  printf '%s' "$text" >.claude/settings.local.json
  expect_exit 65 holdfast init --yes
  expect_contains 'holdfast hooks print'
  [ "$(cat .claude/settings.local.json)" = "$text" ] || fail 'a file that is not JSON was changed'
done
