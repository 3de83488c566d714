# Issue 7: private text is never stored; what an older version stored in clear is scrubbed once.
. "$SUPPORT/scenario.sh"

project
start_run
local=$(local_folder)
data=${XDG_DATA_HOME:-$HOME/.local/share}/holdfast

# Whatever way a text comes in, neither the secret nor the private block is on the disk.
expect_exit 0 hook UserPromptSubmit \
  "$(payload UserPromptSubmit '"prompt":"use password=q8fj2ld0zz <private>dear diary</private> now"')"
expect_exit 0 holdfast session set-state --session "$RUN" \
  'activeTask=token: q8fj2ld0zz <private>dear diary'
expect_exit 0 holdfast session mode coding --session "$RUN" --reason 'password=q8fj2ld0zz'
if grep -rqE 'q8fj2ld0zz|dear diary' "$local" "$HOME"; then fail 'a secret was stored'; fi
grep -q 'password=\[REDACTED\] \[PRIVATE\] now' "$local/journal/$RUN.jsonl" || fail 'no marker'
expect_exit 0 holdfast maintenance --scrub
expect_contains 'nothing to scrub'

# What an older version left.
mkdir -p "$data/sessions/archive" "$local/protocol" "$local/work"
printf '{\n  "pins": [{"content": "password=q8fj2ld0zz", "id": "p1"}]\n}\n' >"$data/working_memory.json"
printf '{"working_memory": "[{\\"content\\":\\"token=q8fj2ld0zz\\"}]"}\n' \
  >"$data/sessions/0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234.json"
printf '{"a":1}\n{"note":"token=q8fj2ld0zz"}\n' >"$data/sessions/archive/2026-01.jsonl"
printf '{"objective":"token=q8fj2ld0zz"}\n' >"$local/protocol/history.jsonl"
printf '{"payload":{"token":"q8fj2ld0zz"}}\n' >"$local/work/audit.jsonl"
printf '{"prompt":"token=q8fj2ld0zz"}\n' >"$local/notes/session-$RUN-agent-qa.json"

expect_exit 64 holdfast maintenance --dry-run
expect_exit 0 holdfast maintenance --scrub --dry-run --json
expect_json changed.# 5
grep -q q8fj2ld0zz "$data/working_memory.json" || fail 'a dry run wrote something'
expect_exit 0 holdfast maintenance --scrub
expect_contains 'Scrubbed:'
expect_contains 'agent-qa.json'
if grep -rl q8fj2ld0zz "$local" "$data" | grep -v agent-qa.json; then fail 'not scrubbed'; fi
diff - "$data/working_memory.json" <<'END' || fail 'more than the secret changed'
{
  "pins": [{"content": "password=[REDACTED]", "id": "p1"}]
}
END
expect_exit 0 holdfast maintenance --scrub --json
expect_json changed.# 0
expect_json left.# 1
expect_exit 0 holdfast events --verify --session "$RUN"
