# SC-50, S2-32, S2-52, S2-92, S2-107, B2-11, B2-27: a commit by its short and its whole name is one.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/work.sh"

agent_project
new_work dark
sha=$(git rev-parse HEAD)
work_call session_add_commit "\"sha\":\"${sha:0:8}\",\"message\":\"first\",\"checkpoint\":null"
expect_json duplicate false
expect_json commit.checkpoint null
expect_lacks warnings
before=$(hash_of "$STATE")
work_call session_add_commit "\"sha\":\"$sha\",\"message\":\"again\""
expect_json duplicate true
expect_json total 1
expect_json commit.message first
[ "$(hash_of "$STATE")" = "$before" ] || fail 'the same commit changed the file'
for bad in xyz abcdef HEAD ABCDEF12 --all; do
  work_call_error INVALID_VALUE session_add_commit "\"sha\":\"$bad\",\"message\":\"x\""
done
expect_call_error NOT_FOUND session_add_commit '{"session_id":"no-such","sha":"abcdef1","message":"x"}'
expect_exit 64 holdfast work commit dark xyz --message x
# One that the repository does not have may still come.
work_call session_add_commit '"sha":"0123456789","message":"from elsewhere"'
expect_contains 'this repository has no commit 0123456789'
# The command knows what a commit says.
git commit -q --allow-empty -m 'Said by git'
expect_exit 0 holdfast work commit dark "$(git rev-parse HEAD)"
expect_state commits.2.message 'Said by git'
expect_state commits.0.sha "${sha:0:8}"
expect_state 'commits.#' 3
