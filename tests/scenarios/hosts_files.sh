# G1, U3: the hosts' own files are judged by the text that a call would leave there. What takes our
# hooks or our server away, or switches hooks off, is denied in every host's own form; other edits
# pass, and the gate holds after them.
. "$SUPPORT/scenario.sh"

mkdir bin
ln -s "$HOLDFAST" bin/holdfast
export PATH="$PWD/bin:$PATH"
project
start_run
expect_exit 0 as_agent python3 "$SUPPORT/host_files.py" "$HOLDFAST"
expect_contains 'ways are denied'
expect_exit 0 holdfast events --verify

# `gate check` and `why --replay` ask the same.
whole=$(python3 -c 'import json; print(json.dumps({"file_path": ".claude/settings.local.json", "content": open(".claude/settings.local.json").read()}))')
expect_exit 0 holdfast gate check Write --input "$whole"
expect_exit 2 holdfast gate check Write --input '{"file_path":".claude/settings.local.json","content":"{}"}'
expect_contains 'would lose the hook for PreToolUse'
expect_denied "$(payload_tool Write '{"file_path":".claude/settings.local.json","content":"{}"}')"
id=$(holdfast why --session "$RUN" --json | json_at id)
expect_exit 1 holdfast why "$id" --replay
expect_contains 'does not keep the text'
