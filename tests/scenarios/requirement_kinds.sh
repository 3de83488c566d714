# S4-77, S4-92, S4-76, B4-14, BX-7: guards, measures, evidence, and programs that a project's file names.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

new_requirements_project project --operator <<'END_YAML'
requirements:
  own_branch: {enabled: true, type: guard, guard_type: protected_branch, trigger_tools: [Write]}
  alone: {enabled: true, type: guard, guard_type: single_session, trigger_tools: [MultiEdit]}
  size: {enabled: true, type: dynamic, calculator: branch_size_calculator, cache_ttl: 0,
         thresholds: {warn: 3, block: 6}, trigger_tools: [Edit], blocking_message: "{total} of {block_threshold}"}
  counted: {enabled: true, type: dynamic, calculator: {argv: [./count.sh]}, cache_ttl: 0,
            thresholds: {block: 6}, trigger_tools: [NotebookEdit]}
  planned:
    enabled: true
    trigger_tools: [mcp__x__y]
    evidence: {dirs: [notes], require_markers: ["## Commit Plan"], require_verdict: APPROVED, max_age_seconds: 3600}
END_YAML
token=$(grep -oE '[0-9a-f]{64}' <<<"$OUT")
export HOLDFAST_OPERATOR_TOKEN=$token
mkdir -p "$HOME/.claude"
start_run

# A protected branch.
expect_allowed "$(payload_write a.txt)"
git checkout -q main
expect_denied "$(payload_write a.txt)"
expect_contains 'protected branch'
expect_exit 0 holdfast req approve own_branch --ttl 60 --session "$RUN"
expect_allowed "$(payload_write a.txt)"
git checkout -q "$BRANCH"

# Another live session: this shell's parent stands for its host.
multi="$(payload_tool MultiEdit "{\"file_path\":\"$PWD/a.txt\"}")"
expect_allowed "$multi"
other=bbbbbbbb-7c3e-4f60-8a2b-5d6e7f801234
CLAUDE_PID=$$ RUN=$other start_run
expect_denied "$multi"
expect_contains bbbbbbbb
expect_exit 0 hook SessionEnd "$(RUN=$other payload SessionEnd '"reason":"other"')"
expect_allowed "$multi"

# The size of the branch, committed or not.
edit="$(payload_tool Edit "{\"file_path\":\"$PWD/a.txt\",\"old_string\":\"a\",\"new_string\":\"b\"}")"
expect_allowed "$edit"
printf '1\n2\n3\n4\n' >new.txt
expect_allowed "$edit"
expect_contains 'close to its limit'
commit_all 'four lines'
printf '5\n6\n7\n' >>new.txt
expect_denied "$edit"
expect_contains '7 of 6'
git checkout -q .

# A program of the project runs only when a person trusts the project.
notebook="$(payload_tool NotebookEdit "{\"notebook_path\":\"$PWD/n.ipynb\"}")"
printf '#!/bin/sh\ntouch ran\necho "{\\"value\\": 9, \\"summary\\": \\"nine\\"}"\n' >count.sh
chmod +x count.sh
expect_allowed "$notebook"
[ ! -e ran ] || fail 'ran without trust'
expect_exit 0 holdfast doctor
expect_contains 'not trusted'

HOLDFAST_OPERATOR_TOKEN=$token expect_exit 0 holdfast trust
expect_denied "$notebook"
[ -e ran ] || fail 'did not run'
printf '#!/bin/sh\nsleep 30\n' >count.sh
expect_allowed "$notebook" # It fails open.


# The mark alone is no evidence.
tool="$(payload_tool mcp__x__y '{}')"
expect_exit 2 holdfast req satisfy planned --session "$RUN"
expect_contains notes
expect_denied "$tool"
mkdir notes
printf '## Commit Plan\n- one\n\n## Verdict\nBLOCKED\n' >notes/plan.md
expect_denied "$tool"
printf '## Commit Plan\n- one\n\n## Verdict\nApproved.\n' >notes/plan.md
expect_allowed "$tool"
touch -d '2 hours ago' notes/plan.md
expect_denied "$tool"
