# SC-77, B4-7, B4-8, B4-23, S4-34, S4-66, S4-101, S4-102: only a commit that moved HEAD uses a review up.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

new_requirements_project
start_run
other=bbbbbbbb-7c3e-4f60-8a2b-5d6e7f801234
RUN=$other start_run
RUN=$other run_skill pre-commit
own=requirements.pre_commit_review.sessions.0b9a1d52

expect_denied "$(payload_bash 'git -C . commit -m x')"
expect_contains /pre-commit
run_skill pre-commit
expect_state $own.satisfied true

run_command 'echo git commit'
expect_state $own.satisfied true
run_command 'git commit --dry-run -m x || true'
expect_state $own.satisfied true

# It fails: the host says so, and nothing was committed.
expect_allowed "$(payload_bash 'git commit -m nothing' c1)"
expect_exit 0 hook PostToolUseFailure "$(payload PostToolUseFailure '"tool_name":"Bash","tool_input":{"command":"git commit -m nothing"},"tool_use_id":"c1","error":"exit 1"')"
expect_state $own.satisfied true
# A success that did not move HEAD.
expect_allowed "$(payload_bash 'git commit -m nothing || true' c2)"
expect_exit 0 hook PostToolUse "$(payload_done Bash '{"command":"git commit -m nothing || true"}' c2)"
expect_state $own.satisfied true
# A commit in another repository.
mkdir ../elsewhere && git -C ../elsewhere init -q
git -C ../elsewhere config user.email e@example.invalid && git -C ../elsewhere config user.name E
run_command 'git -C ../elsewhere commit -q --allow-empty -m x'
expect_state $own.satisfied true

run_command 'git commit -q --allow-empty -m x'
expect_state $own.satisfied null
expect_state $own.triggered true
expect_state "$own.uses.0.by" "$(git rev-parse HEAD)"
expect_state requirements.pre_commit_review.sessions.bbbbbbbb.satisfied true
expect_denied "$(payload_bash 'git commit -m y')"

# An override of the branch is no review of this commit.
expect_exit 64 holdfast req satisfy pre_commit_review --branch --session "$RUN"
expect_denied "$(payload_bash 'git commit -m y')"
