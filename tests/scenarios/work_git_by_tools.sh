# S2-31, S2-54, S2-77, S2-95, S2-96, S2-109, B2-12, B2-22: branch and worktree, and folders that move.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
new_work dark
work_call_error INVALID_PARAMS session_update_git
expect_call_error NOT_FOUND session_update_git '{"session_id":"no-such","branch":"x"}'
work_call_error INVALID_VALUE session_update_git '"branch":"a\nb"'
git worktree add -q -b feature ../feature
work_call session_update_git "\"branch\":\"feature\",\"worktree\":\"$(realpath ../feature)\""
expect_json git.worktree ../feature
expect_state git.branch feature
# The other spelling of tool and session.
expect_call session_set_git "{\"session_dir\":\"$PWD/agents/sessions/dark\",\"base_branch\":\"main\"}"
expect_json git.base_branch main
# On a machine without that worktree there is none, and the file stays.
git worktree remove ../feature
work_call session_get
expect_json manifest.git.worktree null
expect_contains 'not on this machine'
expect_state git.worktree ../feature
work_call session_update_git '"worktree":null'
expect_state git.worktree null

# Twenty at once: each write is whole, and the last one stands.
for i in $(seq 20); do holdfast work git dark --branch "b$i" >/dev/null & done
wait
case $(json_at git.branch <"$STATE") in b[0-9]*) ;; *) fail 'no branch' ;; esac

# A folder that was renamed: its name counts.
mv agents/sessions/dark agents/sessions/darker
WORK=darker STATE=agents/sessions/darker/state.json
work_call session_set_status '"status":"paused"'
expect_json session_id darker
expect_contains 'holdfast work fix darker'
expect_exit 0 holdfast work fix darker
expect_state session_id darker
# And the whole repository elsewhere.
git add -A && git commit -qm all
cd .. && git clone -q project elsewhere && cd elsewhere
expect_exit 0 holdfast init --yes
expect_exit 0 holdfast work show darker --json
expect_json manifest.status paused
