# S0-52, S0-80: bad documents and bad files end in one sentence, an exit code, and an unchanged state.
. "$SUPPORT/scenario.sh"

project
start_run
state() { holdfast session get-state --session "$RUN"; }
before=$(state)
try() {
  expect_exit "$1" holdfast decision add --session "$RUN" --input "$2"
  [ -z "$OUT" ] || fail 'said on standard output'
}
try 65 '{"type":'
try 65 '[]'
try 65 '{"type":"scope","type":"scope"}'
try 65 '{"type":"scope"}'
expect_contains description
try 64 '{"type":"magic","description":"d","rationale":"r","decidedBy":"qa"}'
try 64 '{"type":"scope","description":"d","rationale":"r","decidedBy":"nobody"}'
for bytes in '{"a":"\xff"}' '{"a":1}\x00' '\xef\xbb'; do
  printf '%b' "$bytes" >../input
  expect_exit 65 holdfast decision add --session "$RUN" --input - <../input
done
head -c 200000000 /dev/zero | tr '\0' ' ' >../huge
expect_exit 65 holdfast decision add --session "$RUN" --input - <../huge
expect_exit 64 holdfast decision add --session "$RUN"
expect_exit 64 holdfast session set-state --session "$RUN" nonsense=1
expect_exit 64 holdfast session set-state --session "$RUN" sessionId=other
expect_exit 64 holdfast no-such-command
expect_exit 1 holdfast session get-state --session no-such-session
[ "$(state)" = "$before" ] || fail 'the state was changed'

# A folder where the note should be; then where the journal should be.
note=$(local_folder)/notes/sessions/session-$RUN.json
mv "$note" ../note && mkdir "$note"
expect_exit 69 holdfast session get-state --session "$RUN"
expect_denied "$(payload_write a.txt)"
rmdir "$note" && mv ../note "$note"
journal=$(local_folder)/journal/$RUN.jsonl
mv "$journal" ../journal && mkdir "$journal"
expect_allowed "$(payload_write a.txt)"
expect_exit 1 holdfast session set-state --session "$RUN" activeTask=x
rmdir "$journal" && mv ../journal "$journal"
[ "$(state)" = "$before" ] || fail 'the state was changed'
