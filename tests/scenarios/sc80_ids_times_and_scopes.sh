# SC-80, B4-2, B4-9, B4-13, B4-19, B4-21, S4-6, S4-7, S4-17, S4-18, S4-20, S4-21, S4-33, S4-46, S4-47,
# S4-60, S4-61, S4-62, S4-63, S4-76, S4-81, S4-98: old keys, like ids, time limits and ended sessions.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

new_requirements_project <<'END_YAML'
requirements:
  commit_plan: {enabled: true, scope: session}
  ticket: {enabled: true, scope: branch, trigger_tools: [NotebookEdit]}
hooks: {session_end: {clear_session_state: true}}
END_YAML
file=$(branch_file)
mkdir -p "$(dirname "$file")"
cat >"$file" <<'JSON'
{
  "version": "1.0",
  "branch": "feature/test",
  "project": "/p",
  "created_at": 1700000000,
  "updated_at": 1700000000,
  "requirements": {
    "commit_plan": {
      "scope": "session",
      "sessions": {
        "cad0ac4d-3933-45ad-9a1c-14aec05bb940": {"satisfied": true, "satisfied_at": 1700000200, "satisfied_by": "skill"},
        "cad0ac4d": {"satisfied": true, "satisfied_at": 1700000100, "satisfied_by": "cli", "triggered": true, "triggered_at": 1700000050},
        "01890a5d-ac96-774b-bcce-b302099a8057": {"satisfied": true, "satisfied_at": 1700000300, "satisfied_by": "cli"},
        "01890a5d-ac97-774b-bcce-b302099a8058": {"triggered": true, "triggered_at": 1700000301},
        "2025-12-21-session-01": {"satisfied": true, "satisfied_at": 1700000000},
        "2025-12-21-session-02": {"satisfied": false}
      }
    }
  }
}
JSON
sessions=requirements.commit_plan.sessions
RUN=cad0ac4d-3933-45ad-9a1c-14aec05bb940
start_run
expect_state $sessions.cad0ac4d.satisfied_at 1700000200
expect_state $sessions.cad0ac4d.satisfied_by skill
expect_state $sessions.cad0ac4d.triggered true
expect_state "$sessions.#" 5
expect_state $sessions.01890a5d.satisfied true
expect_state $sessions.2025-12-21-session-01.satisfied true
expect_state $sessions.2025-12-21-session-02.satisfied false
once=$(cat "$file")
start_run
[ "$(cat "$file")" = "$once" ] || fail 'migrated twice'
expect_allowed "$(payload_write a.txt)"

# Two ids of one minute.
RUN=01890a5d-ac97-774b-bcce-b302099a8058
expect_denied "$(payload_write a.txt)"
RUN=01890a5d-ac96-774b-bcce-b302099a8057
expect_allowed "$(payload_write a.txt)"

# An approval of no time is over at once; one of an hour counts.
RUN=dddddddd-7c3e-4f60-8a2b-5d6e7f801234
start_run
expect_exit 64 holdfast req approve commit_plan --ttl=-1 --session "$RUN"
expect_exit 2 holdfast req approve commit_plan --ttl 0 --session "$RUN"
expect_denied "$(payload_write a.txt)"
expect_exit 0 holdfast req approve commit_plan --session "$RUN"
at=$(state_at $sessions.dddddddd.satisfied_at)
expect_state $sessions.dddddddd.expires_at $((at + 3600))
expect_allowed "$(payload_write a.txt)"

# The branch's survives sessions; an ended session takes its own entry with it, and no other.
expect_exit 0 holdfast req satisfy ticket --session "$RUN"
expect_exit 0 hook SessionEnd "$(payload SessionEnd '"reason":"other"')"
expect_state $sessions.dddddddd null
expect_state $sessions.cad0ac4d.satisfied true
expect_state requirements.ticket.satisfied true

# The same conversation, resumed.
RUN=cad0ac4d-3933-45ad-9a1c-14aec05bb940
expect_exit 0 hook SessionStart "$(payload SessionStart '"source":"resume"')"
expect_allowed "$(payload_write a.txt)"
