# G9, U5, U6: tools of other servers change no guarded file, nobody reads a key, and a server that is
# called like ours gets no rights by its name.
# shellcheck disable=SC2016  # The commands are for the gate, not for this shell.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

project
start_run
secret=$XDG_CONFIG_HOME/holdfast/secret
[ -s "$secret" ] || fail 'there is no key'

for input in '{"path":".holdfast/config.yaml"}' "{\"options\":{\"uri\":\"file://$PWD/.hold%66ast/config.yaml\"}}" \
  '{"edits":[{"file_path":".claude/requirements.yaml"}]}' '{"paths":["a","agents/sessions/x/state.json"]}'; do
  expect_denied "$(payload_tool mcp__fs__write_file "$input")"
  expect_contains 'Blocking mcp__fs__write_file'
  expect_allowed "$(payload_tool mcp__fs__read_file "$input")"
done
expect_allowed "$(payload_tool mcp__fs__write_file '{"path":"src/a.txt"}')"
expect_allowed "$(payload_tool mcp__fs__put '{"where":".holdfast/config.yaml"}')"
printf 'gate:\n  mcp:\n    mcp__fs__p*: [where]\n' >>.holdfast/config.yaml
expect_denied "$(payload_tool mcp__fs__put '{"where":".holdfast/config.yaml"}')"

keys_are_kept() {
  for tool in Read Grep Glob mcp__fs__read_file; do
    expect_denied "$(payload_tool "$tool" "{\"file_path\":\"$secret\",\"path\":\"$secret\",\"pattern\":\"x\"}")"
  done
  expect_denied "$(payload_tool Grep "{\"path\":\"${secret%/secret}\",\"pattern\":\".\"}")"
  expect_allowed "$(payload_tool Grep "{\"path\":\"$HOME\",\"pattern\":\".\"}")"
  for command in "cat $secret" "cp $secret x" "cat <$secret" "cat ${secret%/secret}/*" "ln -s ${secret%/secret} k; cat k/secret"; do
    expect_denied "$(bash_call "$command")"
    expect_contains 'never read by an agent'
  done
}
keys_are_kept
expect_exit 0 holdfast pause --session "$RUN"
keys_are_kept
expect_exit 0 holdfast resume --session "$RUN"

note=$(local_folder)/notes/sessions/session-$RUN.json
printf '{}' >"$note"
expect_denied "$(payload_tool mcp__brain__delete_note '{}')"
expect_allowed "$(payload_tool mcp__session-state__get_blocked_reason '{}')"
