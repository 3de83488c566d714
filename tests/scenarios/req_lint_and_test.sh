# The rules themselves: `req lint` finds those that cannot work, `req test` tries them on made-up
# events. Neither writes anything.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

new_requirements_project
before=$(find . -path ./.git/holdfast -prune -o -type f -print | sort)
expect_exit 0 holdfast req lint --strict
expect_contains '4 enabled requirements: 0 errors, 0 warnings.'

cat >.claude/requirements.tests.yaml <<'END'
- name: edits need a plan and a ticket
  event: {tool: Write, file: src/a.cpp}
  expect: deny
  requirements: [commit_plan, adr_reviewed, github_ticket]
  why: No commit plan.
- name: the plan itself is free
  event: {tool: Write, file: .claude/plans/a.md}
  expect: allow
- name: a commit in another spelling
  given: {satisfied: {pre_commit_review: {by: skill, age_s: 60}}}
  event: {tool: Bash, command: git -c core.pager=cat commit -m x}
  expect: allow
- {name: only what was triggered holds a turn up, given: {triggered: [commit_plan]}, event: stop, expect: deny, requirements: [commit_plan]}
END
expect_exit 0 holdfast req test
expect_contains '4 cases, all hold.'
[ "$(find . -path ./.git/holdfast -prune -o -type f -print | grep -v tests.yaml | sort)" = "$before" ] || fail 'written'
sed -i 's/age_s: 60/age_s: 60, ttl_s: 60/; s/expect: deny/expect: allow/' .claude/requirements.tests.yaml
expect_exit 1 holdfast req test --json
expect_json cases.0.came deny
expect_json cases.2.ok false
echo '- {event: {tool: Bsah}, expects: deny}' >bad.yaml
expect_exit 65 holdfast req test bad.yaml
expect_contains 'bad.yaml:1: unknown key'

set_requirements <<'END'
requirements:
  all_of_bash: {enabled: true, trigger_tools: [Bash]}
  proof: {enabled: true, auto_resolve_skill: /review, evidence: {dirs: [docs/reviews]}}
  pattern: {enabled: true, trigger_tools: [{tool: Bash, command_pattern: 'push$ --force'}]}
  nothing: {enabled: true, trigger_tools: []}
END
expect_exit 1 holdfast req lint --json
expect_json findings.# 4
expect_json findings.0.kind deadlock
expect_json findings.2.kind never_matches
expect_json findings.3.kind unreachable
expect_json findings.3.line 5
