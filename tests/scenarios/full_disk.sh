# A full disk (a limit on file size stands for it): a clear sentence, exit 1, and the old state whole.
. "$SUPPORT/scenario.sh"

project
start_run
expect_exit 0 holdfast session set-state --session "$RUN" activeTask=saved
before=$(holdfast session get-state --session "$RUN")
limited() { (ulimit -f "$1" && shift && exec "$@"); }
for blocks in 0 1 2 3; do
  size=$(stat -c %s "$(local_folder)/journal/$RUN.jsonl")
  code=0
  limited "$blocks" "$HOLDFAST" session set-state --session "$RUN" activeTask=lost >../out 2>../err || code=$?
  [ "$code" = 1 ] || fail "exit $code with $blocks blocks"
  grep -q 'File too large' ../err || fail "said: $(cat ../err)"
  [ "$(holdfast session get-state --session "$RUN")" = "$before" ] || fail 'the state changed'
  [ "$(stat -c %s "$(local_folder)/journal/$RUN.jsonl")" = "$size" ] || fail 'half a line was left'
done
# The gate still decides; its line is what cannot be written.
gate() { payload_write a.txt | limited 0 "$HOLDFAST" hook PreToolUse; }
expect_exit 0 gate
expect_lacks '"deny"'
expect_contains 'journal could not be written'
[ -z "$(find "$(local_folder)" "$XDG_STATE_HOME" -name '.tmp-*')" ] || fail 'a temporary file was left'
expect_exit 0 holdfast session set-state --session "$RUN" activeTask=again
expect_exit 0 holdfast session verify --session "$RUN"
