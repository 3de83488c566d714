# G2, C2: a call whose outcome no event tells took the marker away: the next question of the gate sees
# it, and so does doctor where no event comes any more.
# shellcheck disable=SC2016  # Backquotes are what is said.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

all_back() {
  [ -e .holdfast/config.yaml ] || fail 'the marker is not back'
  [ -e .claude/settings.local.json ] || fail 'the hooks are not back'
}

project
start_run
expect_exit 0 holdfast session mode planning --session "$RUN"
printf 'all:\n\trm -rf .holdfast .claude\n' >Makefile

# (c) No PostToolUse.
expect_allowed "$(bash_call make)"
make -s
expect_exit 1 holdfast doctor
expect_contains 'took away `.holdfast/config.yaml`'
expect_denied "$(payload_write src/a.txt)"
expect_contains 'not allowed in planning mode'
all_back
expect_exit 0 holdfast doctor --fix

# Nobody's event follows: a person's doctor mends.
RUN=1a9b1d52-7c3e-4f60-8a2b-5d6e7f801234
start_run
expect_allowed "$(bash_call make)"
make -s
expect_exit 1 holdfast doctor
expect_exit 0 holdfast doctor --fix
expect_exit 0 holdfast doctor
all_back

# Nothing that stands there is overwritten, and no link is followed.
RUN=2a9b1d52-7c3e-4f60-8a2b-5d6e7f801234
start_run
mkdir ../elsewhere
expect_allowed "$(bash_call make)"
rm -rf .holdfast .claude && ln -s ../elsewhere .claude
expect_exit 0 hook PostToolUse "$(bash_done make)"
[ -z "$(ls -A ../elsewhere)" ] || fail 'it went through a link'
[ -e .holdfast/config.yaml ] || fail 'the marker is not back'
