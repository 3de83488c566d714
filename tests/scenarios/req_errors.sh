# What `req` says where it cannot, and by which exit code; and that nothing is told as done that is
# not saved (B4-6).
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"
req() { "$HOLDFAST" req "$@"; }
new_requirements_project </dev/null
mkdir -p ~/.claude
start_run

for wrong in satisfy clear 'clear commit_plan --all' 'rename a' 'prune --days x' frobnicate \
  'satisfy commit_plan --ttl -1' 'satisfy pre_commit_review -b' 'pause --for never'; do
  read -ra words <<<"$wrong"
  expect_exit 64 req "${words[@]}"
  expect_contains 'hint: '
done
expect_exit 1 req satisfy no_such
expect_contains commit_plan
expect_exit 65 req satisfy commit_plan -m '[' --json
expect_contains '{"error":{"code":"PARSE_ERROR"'
expect_exit 2 as_agent "$HOLDFAST" req pause --for 2h
expect_exit 1 req status --session no-such-session
[ ! -e "$(branch_file)" ] || fail 'an error left something'

# Two sessions are live: which one is meant?
RUN=dddddddd-7c3e-4f60-8a2b-5d6e7f801234
start_run
expect_exit 64 req status # B4-25
expect_contains dddddddd
expect_exit 0 req status -s dddddddd
expect_contains 'other sessions are live here: ' # S4-83

# Somebody holds the lock; then the disk has another version's file.
mkdir -p "$(requirements_folder)"
lock=$(branch_file)
flock -o -x "${lock%.json}.lock" sleep 30 &
sleep 0.3
expect_exit 75 req satisfy commit_plan -s dddddddd
expect_contains 'not saved'
kill $!
echo '{"version":"9.0","branch":"feature/test"}' >"$(branch_file)"
expect_exit 69 req satisfy commit_plan -s dddddddd
expect_contains 'not saved'
expect_exit 0 req doctor
expect_exit 1 req doctor --ci

# Neither a project nor a repository.
mkdir ../plain && cd ../plain
expect_exit 69 req status
expect_contains 'has no requirements'
