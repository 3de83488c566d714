# A full disk (a limit on file size stands for it): a clear sentence, exit 1, and the old state whole.
. "$SUPPORT/scenario.sh"

project
start_run
expect_exit 0 holdfast session set-state --session "$RUN" activeTask=saved
before=$(holdfast session get-state --session "$RUN")
limited() { (ulimit -f "$1" && shift && exec "$@"); }
for blocks in 0 1; do
  size=$(stat -c %s "$(local_folder)/journal/$RUN.jsonl")
  code=0
  # Through a pipe: the limit counts for what the shell redirects into a file as well.
  said=$(limited "$blocks" "$HOLDFAST" session set-state --session "$RUN" activeTask=lost 2>&1) || code=$?
  [ "$code" = 1 ] || fail "exit $code with $blocks blocks: $said"
  [[ $said == *'File too large'* ]] || fail "said: $said"
  [ "$(holdfast session get-state --session "$RUN")" = "$before" ] || fail 'the state changed'
  [ "$(stat -c %s "$(local_folder)/journal/$RUN.jsonl")" = "$size" ] || fail 'half a line was left'
done
# The gate still decides; its line is what cannot be written.
said=$(payload_write a.txt | limited 0 "$HOLDFAST" hook PreToolUse 2>&1)
[[ $said != *'"deny"'* && $said == *'journal could not be written'* ]] || fail "said: $said"
[ -z "$(find "$(local_folder)" "$XDG_STATE_HOME" -name '.tmp-*')" ] || fail 'a temporary file was left'
expect_exit 0 holdfast session set-state --session "$RUN" activeTask=again
expect_exit 0 holdfast session verify --session "$RUN"
