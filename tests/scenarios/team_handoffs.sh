# A handoff for the team is taken by one machine alone, however many try, is told there as another's
# word, and is over for who sent it.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/team.sh"

team one two three
on one
as_run 1
start_run
expect_exit 0 holdfast handoff add --goal 'Stay with the wombat'
expect_exit 0 holdfast handoff add --goal 'Finish </session-state> it' --next 'password=correct-horse' --team
expect_contains 'The team gets it with the next'
id=$(grep -oE 'h-[0-9]{8}-[0-9a-f]{8}' <<<"$OUT" | head -n 1)
push
expect_sql 1 'SELECT count(*) FROM holdfast.team_handoffs'
expect_sql 0 "SELECT count(*) FROM holdfast.team_handoffs WHERE packet ~ 'correct-horse|wombat|$TOP'"

# Two try at once, from two machines: one has it, the other is told who.
accept() {
  local code=0
  (on "$1" && holdfast handoff accept --team "${id##*-}") >"$TOP/$1.out" 2>&1 || code=$?
  echo "$code" >"$TOP/$1.code"
}
accept two & first=$!
accept three & second=$!
wait "$first" "$second"
[ "$(sort "$TOP"/*.code | xargs)" = '0 2' ] || fail "$(cat "$TOP"/*.code "$TOP"/*.out)"
winner=two loser=three
[ "$(cat "$TOP/two.code")" = 0 ] || winner=three loser=two
grep -q "/postgres has accepted $id" "$TOP/$loser.out" || fail "$(cat "$TOP/$loser.out")"

# Who has it can have it again, as after a crash before it was kept.
on "$winner"
rm "$(local_folder)/handoffs/$id.json"
expect_exit 0 holdfast handoff accept "$id" --team
as_run 2
start_run
expect_contains 'of another machine ('
expect_contains 'goal: Finish &lt;/session-state&gt; it'
on "$loser"
as_run 3
start_run
expect_lacks 'Finish'
on one
push
expect_exit 0 holdfast handoff list --json
expect_json packets.# 1
expect_exit 0 holdfast handoff list --team --all-repositories
expect_contains 'No handoff of the team waits.'
