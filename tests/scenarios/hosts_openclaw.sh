# OpenClaw: its settings and our plugin's files are the user's. init writes both, doctor mends both,
# uninstall gives every byte back; what a person set against us, or wrote as JSON5, stays.
. "$SUPPORT/scenario.sh"

repository project
home="$HOME/.openclaw"
settings="$home/openclaw.json"
mkdir -p "$home"
printf '{"gateway":{"mode":"local"},\r\n\t"plugins":{"allow":["x"]} }' >"$settings"
cp "$settings" "$HOME/before"
# It has no files of a project: other scopes begin nothing.
for scope in local project; do
  expect_exit 64 holdfast init --yes --host openclaw --scope "$scope"
  expect_contains 'OpenClaw has no files of a project'
  expect_contains '--scope user'
  [ ! -e .holdfast ] || fail 'the project is opted in without hooks'
done
expect_exit 0 holdfast init --yes --host openclaw --scope user
expect_contains "Restart OpenClaw's gateway"
for file in "$SUPPORT"/../../plugin/openclaw/*.ts "$SUPPORT"/../../plugin/openclaw/{package,openclaw.plugin}.json; do
  cmp "$home/holdfast-plugin/${file##*/}" "$file" || fail "${file##*/}"
done
OUT=$(cat "$settings")
expect_json plugins.load.paths.0 "$home/holdfast-plugin"
expect_json plugins.entries.holdfast.hooks.allowConversationAccess true
expect_json plugins.allow.1 holdfast
expect_json mcp.servers.session-state.cwd "$home/workspace"
expect_exit 0 holdfast init --yes --host openclaw --scope user
expect_contains 'Nothing to change'
expect_exit 0 holdfast doctor

# Doctor: an older plugin, one that is gone, an entry that lost its access, and who is kept out.
echo '// older' >"$home/holdfast-plugin/gate.ts"
sed -i 's/"allowConversationAccess": true/"allowConversationAccess": false/' "$settings"
expect_exit 1 holdfast doctor
expect_contains "what is ours in $home/holdfast-plugin/gate.ts and 1 more is not as"
rm -r "$home/holdfast-plugin"
expect_exit 1 holdfast doctor
expect_contains "hooks are missing in $home/holdfast-plugin/index.ts and 8 more"
expect_exit 0 holdfast doctor --fix
expect_exit 0 holdfast doctor
sed -i 's/"plugins":{/"plugins":{"enabled":false,/' "$settings"
expect_exit 1 holdfast doctor
expect_contains 'plugins.enabled is false'
sed -i 's/"enabled":false,//' "$settings"
expect_exit 0 holdfast uninstall --scope user
cmp "$settings" "$HOME/before" || fail 'the settings are not as before'
[ "$(ls "$home")" = openclaw.json ] || fail 'something is left'
