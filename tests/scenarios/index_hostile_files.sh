# B2-18, B2-19, S2-80: loops, links out of the tree, folders that cannot be read and a manifest of
# 100 MB are named or passed over, quickly, and the rest is there. A bad index is set aside; one that
# cannot be written stops nothing.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/index.sh"

project
manifest good 'Good'
ln -s .. agents/sessions/loop
ln -s /etc agents/sessions/etc
mkdir -p agents/sessions/{huge,pipe,dark}
truncate -s 100M agents/sessions/huge/state.json
mkfifo agents/sessions/pipe/state.json
printf '{\n<<<<<<< HEAD\n' >agents/sessions/dark/state.json
start_run
expect_exit 0 timeout 10 "$HOLDFAST" index update --json
expect_json work_sessions 1
expect_json problems.# 3
expect_rows 1 sessions session_slug

echo 'no database, but long enough to be taken for one that is damaged' >"$INDEX"
expect_exit 0 holdfast index update --json
expect_contains .corrupt-
expect_rows 1 sessions session_slug
[ -n "$(find "$HOME/.local/share/holdfast" -name 'holdfast.db.corrupt-*')" ] || fail 'not set aside'

expect_exit 0 holdfast search '") OR 1=1; DROP TABLE sessions; --' --json
expect_exit 64 holdfast search ' '
expect_exit 64 holdfast search x --limit 0
expect_exit 64 holdfast index reset
expect_exit 0 holdfast index reset --yes --json
expect_json removed true
[ ! -e "$INDEX" ] || fail 'the index is still there'
export HOLDFAST_INDEX_PATH=/proc/holdfast.db
expect_exit 1 holdfast index update
expect_exit 0 holdfast index status
start_run
expect_allowed "$(payload_write src/a.cpp)"
