# SC-61, B3-1, S3-57, S3-143: 7 live pins and 5 inheritable give 3, CRITICAL ones first; 5 give 5, 10 give 0.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/continuity.sh"

project
begin a
for number in 1 2 3 4; do pin "plain $number" --label "plain$number"; done
pin 'never push to release' --label release --critical
stop
finish
hours_ago a 5

# The new session has pins of its own before it asks.
taken_with() {
  local number
  begin "$1" clear
  expect_exit 0 holdfast pins clear --session "$RUN"
  for ((number = 1; number <= $2; ++number)); do pin "live $number of $1" --label "live$number"; done
  expect_exit 0 holdfast session continue "$(id_of a)" --session "$RUN" --json
  expect_json inheritedPins.# "$3"
}
taken_with b 7 3
expect_json inheritedPins.0.content 'never push to release'
expect_json skipped.# 2
expect_pins 10
expect_exit 2 holdfast pins pin 'one too many' --session "$RUN" --json
expect_contains PIN_CAP
finish
taken_with c 5 5
expect_pins 10
finish
taken_with d 10 0
expect_pins 10
