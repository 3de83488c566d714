# BX-7: a repository that names commands, in its configuration or in git's, runs none of them: not by
# a hook, not by a command of a person.
. "$SUPPORT/scenario.sh"

project
cat >.holdfast/config.yaml <<'END'
gate:
  initial_mode: coding
protocol:
  enabled: true
  lint_command: ["touch", "lint-ran"]
END
git config core.fsmonitor 'touch fsmonitor-ran'
git config core.pager 'touch pager-ran'
git config diff.external 'touch diff-ran'
for hook in pre-commit post-checkout; do
  printf '#!/bin/sh\ntouch hook-ran\n' >".git/hooks/$hook"
  chmod +x ".git/hooks/$hook"
done

start_run
for event in UserPromptSubmit PostToolUse Stop SubagentStop PreCompact SessionEnd; do
  expect_exit 0 hook "$event" "$(payload "$event")"
done
hook PreToolUse "$(payload_write a.txt)" >/dev/null
for words in 'status' 'doctor' 'session list' 'why' 'events' 'history'; do
  # shellcheck disable=SC2086  # The words of a command.
  holdfast $words >/dev/null 2>&1 || true
done
printf '{"session_id":"%s","cwd":"%s"}' "$RUN" "$PWD" | holdfast statusline >/dev/null
[ -z "$(find . -name '*-ran')" ] || fail "something ran: $(find . -name '*-ran')"
