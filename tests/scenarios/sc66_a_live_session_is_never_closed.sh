# SC-66, B3-2, B3-23: whoever starts beside a running session closes nothing and takes nothing of it.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/continuity.sh"

project
sleep 60 >/dev/null 2>&1 &
first=$!
sleep 60 >/dev/null 2>&1 &
second=$!
CLAUDE_PID=$first begin a
pin 'of the first' --label mine
CLAUDE_PID=$first stop
for letter in b c; do
  CLAUDE_PID=$second begin "$letter"
  expect_lacks 'of the first'
  expect_pins 0
  expect_mirror a end_time null
  CLAUDE_PID=$second finish
done
expect_exit 0 holdfast maintenance
expect_mirror a end_time null
RUN=$(id_of a)
expect_pins 1
kill "$first" "$second"
