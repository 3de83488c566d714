# shellcheck shell=bash
# What scenarios about the index share: . "$SUPPORT/index.sh" after scenario.sh.

INDEX="$HOME/.local/share/holdfast/holdfast.db"

# manifest SLUG TOPIC: a work session's folder with its state.json, in the current project.
manifest() {
  mkdir -p "agents/sessions/$1"
  cat >"agents/sessions/$1/state.json" <<END
{
  "\$schema": "Session state manifest v2 - programmatic updates only",
  "session_id": "$1",
  "topic": "$2",
  "description": "",
  "session_type": "full",
  "created_at": "2026-02-14T10:00:00Z",
  "updated_at": "2026-02-14T12:00:00Z",
  "current_phase": "plan",
  "status": "active",
  "phase_history": {"spec_started_at": "2026-02-14T10:00:00Z"},
  "build_progress": {"checkpoints_total": 0, "checkpoints_completed": [], "current_checkpoint": null},
  "git": {"branch": "main", "worktree": null, "base_branch": "main"},
  "commits": [],
  "artifacts": {"spec": "spec.md", "plan": "plan.json", "plan_readable": "plan.md"}
}
END
}

# rows TABLE [COLUMNS]: every row of a table, sorted.
rows() {
  python3 -c '
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as index:
    for row in sorted(map(str, index.execute(f"SELECT {sys.argv[3]} FROM {sys.argv[2]}"))):
        print(row)' "$INDEX" "$1" "${2:-*}"
}

# expect_rows COUNT TABLE [COLUMNS]
expect_rows() {
  OUT=$(rows "$2" "${3:-*}")
  local found
  found=$(grep -c . <<<"$OUT" || true)
  [ "$found" = "$1" ] || fail "$2 has $found rows instead of $1"
}
