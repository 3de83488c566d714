# Open permissions, a dead holder and an unreadable state are found, and --fix repairs them. BX-2
. "$SUPPORT/scenario.sh"

project
sleep 60 >/dev/null 2>&1 &
holder=$!
CLAUDE_PID=$holder start_run
expect_exit 0 holdfast doctor

found_and_mended() {
  expect_exit 1 holdfast doctor --json
  expect_contains "$1"
  expect_json ok false
  expect_exit 0 holdfast doctor --fix --json
  expect_contains '"fixed":true'
  expect_exit 0 holdfast doctor --fix --json
  expect_lacks '"fixed":true'
}

chmod 644 "$XDG_CONFIG_HOME/holdfast/secret"
found_and_mended 'can be read by others'
chmod 777 "$XDG_CONFIG_HOME/holdfast"
found_and_mended 'can be written by others'
chmod 770 "$XDG_STATE_HOME/holdfast/heads"
found_and_mended 'can be written by others'
chmod 755 "$(local_folder)"
found_and_mended 'open to others'
printf '{' >"$(local_folder)/notes/sessions/session-$RUN.json"
found_and_mended 'not valid JSON'
expect_allowed "$(payload_write a.txt)"

# A lease whose holder is gone.
CLAUDE_PID=$holder start_run
kill "$holder" && { wait "$holder" || true; }
found_and_mended 'its holder is gone'
OUT=$(holdfast session get-state --session "$RUN")
expect_json endReason crashed
[ -z "$(git status --porcelain)" ] || fail 'noise'
