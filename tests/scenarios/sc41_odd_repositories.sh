# SC-41, SC-42, S1-21, S1-22, S1-28, S1-95, B1-15, B1-23: repositories without a commit or a branch, and
# all gates at once.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"

agent_project
unset CLAUDE_CODE_SESSION_ID

for kind in empty detached; do
  mkdir "../$kind"
  cd "../$kind"
  git init -q -b main
  if [ "$kind" = detached ]; then
    git -c user.email=a@b -c user.name=A commit -q --allow-empty -m one
    git checkout -q --detach
  fi
  expect_exit 0 holdfast init --yes
  expect_call session_start '{"objective":"Odd"}'
  resource session://state
  case $kind in
    empty) expect_json branch main && expect_json starting_commit '(no commits)' ;;
    detached)
      expect_json branch "HEAD detached at $(git rev-parse --short=7 HEAD)"
      expect_json starting_commit "$(git rev-parse HEAD)"
      ;;
  esac
  expect_call advance_phase '{"target_phase":"WORKING"}'
  expect_json success true
  expect_call session_end '{"summary":"done"}'
  expect_json status COMPLETE
done

# SC-42
expect_call session_start '{"objective":"Gates"}'
expect_call validate_gate '{"phase":"ALL"}'
expect_json gates.# 9
expect_json status PASS
expect_json branch "HEAD detached at $(git rev-parse --short=7 HEAD)"
expect_call_error INVALID_GATE validate_gate '{"phase":"NO_SUCH_GATE"}'
expect_contains QA_VALIDATION
expect_call session_end '{"summary":"done"}'
