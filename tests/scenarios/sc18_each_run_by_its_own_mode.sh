# SC-18, B0-9, B0-27: two live runs of one project are judged by their own states, whatever is current.
. "$SUPPORT/scenario.sh"

project
one=$RUN two=bbbbbbbb-7c3e-4f60-8a2b-5d6e7f801234
RUN=$one start_run
RUN=$two start_run
expect_exit 0 holdfast session mode analysis --session "$one"
RUN=$one expect_denied "$(RUN=$one payload_write a.txt)"
expect_allowed "$(RUN=$two payload_write a.txt)"
expect_exit 0 holdfast session set-state --session "$two" activeTask=x
expect_denied "$(RUN=$one payload_write a.txt)"
expect_exit 0 holdfast session list --json
expect_contains "$one"
expect_contains "$two"
