# The journal: a line changed, moved, or dropped up to the last state change is found.
. "$SUPPORT/scenario.sh"

project
start_run
for name in a b c; do expect_allowed "$(payload_write $name.txt)"; done
expect_exit 0 holdfast session set-state --session "$RUN" activeTask=x
journal=$(local_folder)/journal/$RUN.jsonl
cp "$journal" ../good
expect_exit 0 holdfast events --verify --session "$RUN"
tamper() { # tamper AWK-PROGRAM
  awk "$1" ../good >"$journal"
  expect_exit 65 holdfast events --verify --session "$RUN"
}
tamper '{ sub("b.txt", "B.txt") } 1'
# shellcheck disable=SC2016
tamper 'NR == 3 { held = $0; next } 1; NR == 4 { print held }'
tamper 'NR != 3'
tamper 'NR != 1'
lines=$(wc -l <../good)
tamper "NR < $lines"
expect_contains 'last state change'
: >"$journal"
expect_exit 65 holdfast events --verify --session "$RUN"
cp ../good "$journal"
expect_exit 0 holdfast events --verify --session "$RUN"

# What a crash left of a line is taken away, and that is said.
printf '{"seq":99,"at":' >>"$journal"
expect_allowed "$(payload_write d.txt)"
expect_exit 0 holdfast events --verify --session "$RUN"
expect_exit 0 holdfast events --session "$RUN"
expect_contains journal.repaired
# No secret of a command line gets in.
expect_allowed "$(payload_tool Bash '{"command":"curl -H \"Authorization: Bearer abcdefghijklmnop1234\" x"}')"
! grep -q abcdefghijklmnop1234 "$journal" || fail 'a secret was journalled'
