# S2-16, S2-52, S2-92, model.md 4.7: what an agent commits by Bash goes to the work session that its run works on.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
start_run
unset CLAUDE_CODE_SESSION_ID
new_work dark
write_plan 1 2
agent_command 'echo a >a && git add a && git commit -qm "Before it was linked"'
expect_state 'commits.#' 0

export CLAUDE_CODE_SESSION_ID=$RUN
phase plan && phase build
agent_command 'echo b >b && git add b && git commit -qm "Add b

With a body."'
expect_state commits.0.sha "$(git rev-parse HEAD)"
expect_state commits.0.message 'Add b'
expect_state commits.0.checkpoint 1
agent_command 'git commit -q --allow-empty -m one; git commit -q --allow-empty -m two'
expect_state commits.2.message two
agent_command 'git commit -q --amend --allow-empty -m "two, better"'
expect_state commits.3.message 'two, better'

# Merges and picks count; a fast-forward, a rebase and a person's own commit do not.
git checkout -q -b side HEAD~1 && git commit -q --allow-empty -m aside && git checkout -q main
agent_command 'git merge -q --no-edit side'
expect_state commits.4.message 'Merge side'
git checkout -q -b ahead && git commit -q --allow-empty -m 'by a person' && git checkout -q main
agent_command 'git merge -q --ff-only ahead'
agent_command 'git status && git log -1 && echo git commit'
agent_command 'git commit -q -m nothing || true'
expect_state 'commits.#' 5
expect_exit 0 holdfast events --session "$RUN"
expect_contains add_commit
expect_exit 0 holdfast status --session "$RUN"
expect_contains 'work session  dark'

# Where the project does not want it, it is not done.
printf 'work:\n  add_commits: false\n' >>.holdfast/config.yaml
agent_command 'git commit -q --allow-empty -m unwanted'
expect_state 'commits.#' 5
expect_exit 0 holdfast session verify --session "$RUN"
