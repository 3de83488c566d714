# S4-82, S4-91, S4-93, S4-109, B4-24, S4-25, BX-1: four files, deep merge, `inherit: false`, bad entries
# named by file and line, and an agent that may not change any of it.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

mkdir -p "$HOME/.claude"
cat >"$HOME/.claude/requirements.yaml" <<'END_YAML'
requirements:
  of_user: {enabled: yes, message: from the user}
  changed: {enabled: true, message: weak, scope: session}
END_YAML
new_requirements_project <<'END_YAML'
x-common: &common
  enabled: On
  scope: branch
requirements:
  changed: {message: strong}
  by_anchor:
    <<: *common
    message: |
      In several
      lines.
  bad_scope: {enabled: true, scope: forever}
  bad_pattern:
    enabled: true
    trigger_tools: [{tool: Bash, command_pattern: '('}]
workflow: {default_phase: design}
END_YAML
start_run

expect_denied "$(payload_write a.txt)"
for word in of_user changed strong by_anchor 'In several'; do expect_contains "$word"; done
expect_lacks weak
expect_lacks bad_scope
expect_exit 0 holdfast doctor
expect_contains 'requirements.yaml:11'
expect_contains forever
expect_contains workflow
expect_contains bad_pattern

# This clone's own file is stronger; a person's change counts at once.
set_requirements requirements.local.yaml <<<'requirements: {of_user: {enabled: no}, changed: {enabled: false}, by_anchor: {enabled: false}}'
expect_allowed "$(payload_write a.txt)"
expect_denied "$(payload_write .claude/requirements.yaml)"
expect_contains 'rules of the requirements'
expect_denied "$(payload_write .claude/requirements.local.yaml Edit)"
expect_denied "$(payload_bash 'rm -rf .git/requirements')"
expect_denied "$(payload_bash 'sed -i s/true/false/ .claude/requirements.yaml')"

# And the block of config.yaml is the strongest.
printf 'requirements:\n  inherit: false\n  requirements:\n    only_this: {enabled: true}\n' >>.holdfast/config.yaml
expect_denied "$(payload_write a.txt)"
expect_contains only_this
expect_lacks by_anchor
