# A run that came from elsewhere decides nothing here: a hook with its id answers as if there had
# been no import, and the run stays as it is, read-only.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/machines.sh"

machines desk laptop other
on desk
start_run
expect_allowed "$(payload_write src/a.cpp)"
expect_exit 0 holdfast session set-state activeTask=TASK-7 --session "$RUN"
expect_exit 0 holdfast export -o "$TOP/desk.bundle"
signer=$(fingerprint)

# The laptop has the bundle, the other machine has not; both ask their gates the same.
answers() {
  printf 'gate:\n  initial_mode: planning\n' >.holdfast/config.yaml
  start_run
  expect_denied "$(payload_write src/a.cpp)"
  hook PreToolUse "$(payload_write src/a.cpp)" | sed "s|$PWD|HERE|g"
  hook PreToolUse "$(payload_tool Read "{\"file_path\":\"$PWD/a\"}")" | sed "s|$PWD|HERE|g"
  expect_exit 0 holdfast session get-state --session "$RUN"
  expect_json currentMode planning
  expect_json activeTask null
  json_at version <<<"$OUT"
}
on laptop
expect_exit 0 holdfast import "$TOP/desk.bundle" --accept "$signer"
expect_exit 1 holdfast session show --session "$RUN"
imported=$(find "$(local_folder)/imported" -name '*.jsonl')
hash=$(sha256sum <"$imported")
[ "$(stat -c %a "$imported")" = 400 ] || fail 'the journal can be written'
answers >"$TOP/laptop.txt"
[ "$(sha256sum <"$imported")" = "$hash" ] || fail 'the journal from elsewhere was gone on with'
on other
answers >"$TOP/other.txt"
cmp "$TOP/laptop.txt" "$TOP/other.txt" || fail 'the import changed what the gate says'
