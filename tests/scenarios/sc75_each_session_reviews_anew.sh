# SC-75, S4-8, S4-9, S4-10, S4-11, S4-12, S4-13, S4-14, S4-15, S4-22, S4-37, S4-39, S4-41, S4-44,
# S4-45, S4-48, S4-50, S4-51, S4-52, S4-53, S4-54, S4-64, S4-65, S4-68, S4-71, S4-72, S4-73, S4-74:
# a review satisfies four requirements for its own session alone, and the file keeps both.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

new_requirements_project <<'END_YAML'
requirements:
  commit_plan: {enabled: true, scope: session, auto_resolve_skill: arch-review}
  adr_reviewed: {enabled: true, scope: session}
  tdd_planned: {enabled: true, scope: session}
  solid_reviewed: {enabled: true, scope: session}
END_YAML
one=$RUN two=bbbbbbbb-7c3e-4f60-8a2b-5d6e7f801234

mkdir -p "$HOME/.claude"
start_run
expect_contains '## Requirements: 0/4 satisfied'
[ "$(json_at sessions.0b9a1d52.uid <"$HOME/.claude/sessions.json")" = "$one" ] || fail 'not registered'
expect_denied "$(payload_write a.txt)"
expect_contains commit_plan
run_skill requirements-framework:arch-review
expect_contains '✓'
expect_allowed "$(payload_write a.txt)"
for name in commit_plan adr_reviewed tdd_planned solid_reviewed; do
  expect_state "requirements.$name.sessions.0b9a1d52.satisfied" true
done
expect_state 'requirements.commit_plan.sessions.#' 1
expect_state requirements.commit_plan.sessions.0b9a1d52.satisfied_by skill
expect_state requirements.commit_plan.scope session
CLAUDE_SESSION_ID=$one expect_exit 0 holdfast req status --summary
expect_contains 4/4
expect_exit 0 holdfast req status --session "$one"
expect_contains '✓ commit_plan'
expect_exit 0 hook SessionEnd "$(payload SessionEnd '"reason":"prompt_input_exit"')"
[ "$(json_at 'sessions.#' <"$HOME/.claude/sessions.json")" = 0 ] || fail 'still registered'

RUN=$two
start_run
expect_contains '## Requirements: 0/4 satisfied'
expect_exit 0 holdfast req status --session "$two"
expect_contains '⬜ commit_plan NOT satisfied'
expect_denied "$(payload_write a.txt)"
expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"/arch-review please"')"
expect_allowed "$(payload_write a.txt)"
expect_state 'requirements.commit_plan.sessions.#' 2
expect_state requirements.commit_plan.sessions.bbbbbbbb.satisfied true
expect_state requirements.commit_plan.sessions.0b9a1d52.satisfied true
[ -z "$(git status --porcelain)" ] || fail "$(git status --porcelain)"
