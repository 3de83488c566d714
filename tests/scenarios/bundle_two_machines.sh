# Runs, work sessions and continuity of one machine come to another as a signed bundle, once however
# often they are sent, and come back when both have changed.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/machines.sh"

machines desk laptop
on desk
start_run
expect_allowed "$(payload_write src/a.cpp)"
expect_exit 0 holdfast work create --topic 'Dark mode' --slug dark
expect_exit 0 holdfast pins pin 'staging is read-only' --label staging --session "$RUN"
expect_exit 0 holdfast handoff add --goal 'Finish the login form' --session "$RUN"
expect_exit 0 hook SessionEnd "$(payload SessionEnd '"reason":"other"')"
expect_exit 0 holdfast export -o "$TOP/one.bundle" --json
expect_json runs 1
expect_json work_sessions 1
expect_json mirrors 1
expect_json handoffs 1
signer=$(fingerprint)
[ "$(stat -c %a "$TOP/one.bundle")" = 600 ] || fail 'others may read the bundle'
[ "$(stat -c %a "$XDG_CONFIG_HOME/holdfast/machine-key")" = 600 ] || fail 'others may read the key'

on laptop
expect_exit 0 holdfast session list
before=$(everything)
expect_exit 0 holdfast import "$TOP/one.bundle" --dry-run --accept "$signer" --json
expect_json runs.added 1
[ "$(everything)" = "$before" ] || fail 'a dry run wrote something'
expect_exit 0 holdfast import - --accept "$signer" --json <"$TOP/one.bundle"
expect_json changed true
expect_json work_files.added 2
expect_json handoffs.added 1
cmp "$TOP"/desk/shop/agents/sessions/dark/state.json agents/sessions/dark/state.json || fail 'another manifest'
before=$(everything)
expect_exit 0 holdfast import "$TOP/one.bundle" --json
expect_json changed false
[ "$(everything)" = "$before" ] || fail 'the second time changed something'
expect_exit 0 holdfast continuity preview
expect_contains 'staging is read-only'

# Both go on: one is merged into the other, and both come to the same bytes.
expect_exit 0 holdfast work commit dark bbbbbbb --message 'on the laptop'
on desk && expect_exit 0 holdfast work commit dark aaaaaaa --message 'at the desk'
expect_exit 0 holdfast export -o "$TOP/two.bundle"
on laptop && holdfast export >"$TOP/three.bundle" 2>"$TOP/said"
signer=$(grep -oE 'SHA256:[A-Za-z0-9+/]{43}' "$TOP/said")
expect_exit 0 holdfast import "$TOP/two.bundle" --json
expect_json work_files.merged 1
on desk && expect_exit 0 holdfast import "$TOP/three.bundle" --accept "$signer"
cmp "$TOP"/laptop/shop/agents/sessions/dark/state.json agents/sessions/dark/state.json || fail 'not the same'
[ "$(json_at commits.# <agents/sessions/dark/state.json)" = 2 ] || fail 'a commit is lost or there twice'
grep -q '"what":"import"' "$(local_folder)/work/audit.jsonl" || fail 'the import is not on record'
