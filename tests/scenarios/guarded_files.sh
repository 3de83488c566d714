# Row 2, C-20, B4-24, SC-53 (the half of the gate): the agent's file tools may not touch what belongs to
# the program, in any mode.
. "$SUPPORT/scenario.sh"

project
start_run
mkdir -p agents/sessions/x .serena/memories link
ln -s "$(local_folder)/notes" link/notes
guarded=(".holdfast/config.yaml" ".git/holdfast/notes/sessions/session-$RUN.json" "agents/sessions/x/state.json"
  ".serena/memories/session-current-state.md" ".git/requirements/main.json" ".claude/requirements.yaml"
  "src/../.holdfast/config.yaml" "link/notes/sessions/x.json")
for path in "${guarded[@]}"; do
  for tool in Write Edit MultiEdit NotebookEdit; do
    expect_denied "$(payload_write "$path" "$tool")"
  done
done
for path in "$XDG_CONFIG_HOME/holdfast/secret" "$HOME/.claude/sessions.json" \~/.claude/sessions.json; do
  expect_denied "$(payload_tool Write "{\"file_path\":\"$path\"}")"
done
expect_denied "$(payload_tool mcp__serena__write_memory '{"memory_name":"session-history"}')"
expect_allowed "$(payload_tool mcp__serena__write_memory '{"memory_name":"notes"}')"
for path in src/a.cpp .holdfastx agents/sessions/x/spec.md .serena/memories/other.md; do
  expect_allowed "$(payload_write "$path")"
done
# A pause lifts no guard, and reading is nobody's harm.
expect_exit 0 holdfast pause --session "$RUN"
expect_denied "$(payload_write .holdfast/config.yaml)"
expect_allowed "$(payload_write .holdfast/config.yaml Read)"
