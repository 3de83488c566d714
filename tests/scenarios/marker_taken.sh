# G2, G3, C2: what a call of the agent took away without the gate being able to read it ahead is put
# back by the next event and told, and the gate goes on as before.
# shellcheck disable=SC2016  # Backquotes are what is said.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

project
start_run
settings=.claude/settings.local.json
cp -r .holdfast/config.yaml ../config && cp $settings ../settings
printf 'all:\n\tgit clean -fdxq -e Makefile\n' >Makefile

as_before() {
  cmp .holdfast/config.yaml ../config || fail 'the marker is not back'
  cmp $settings ../settings || fail 'the hooks are not back'
  expect_exit 0 holdfast session mode planning --session "$RUN"
  expect_denied "$(payload_write src/a.txt)"
  expect_contains 'not allowed in planning mode'
  expect_exit 0 holdfast session mode coding --session "$RUN"
}

# (a) The outcome's own event mends, and tells the model and the person.
carry_out make
expect_contains 'All of it was put back'
json_at systemMessage <<<"$OUT" | grep -q 'All of it was put back' || fail 'the person is not told'
expect_contains '.claude/settings.local.json'
as_before
expect_exit 1 holdfast doctor
expect_contains 'took away `.holdfast/config.yaml`'
expect_exit 0 holdfast status --session "$RUN"
expect_contains 'took away'
expect_exit 0 holdfast events --session "$RUN" --verify

# Once a run: the second time the gate goes on, and nothing is written.
carry_out make
[ ! -e .holdfast/config.yaml ] || fail 'it was put back twice'
expect_exit 0 holdfast session mode planning --session "$RUN"
expect_denied "$(payload_write src/a.txt)"
expect_contains 'took the configuration away'
expect_lacks 'uninstall'
expect_exit 0 hook SessionStart "$(RUN=1a9b1d52-7c3e-4f60-8a2b-5d6e7f801234 payload SessionStart '"source":"startup"')"
expect_contains 'took it away; what it said last still holds'

# An agent's doctor puts back; only a person's ends it.
expect_exit 1 as_agent "$HOLDFAST" doctor --fix
as_before
expect_exit 1 holdfast doctor
expect_exit 0 holdfast doctor --fix
expect_exit 0 holdfast doctor
as_before
