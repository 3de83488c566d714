# B1-27, S1-54: the protocol on the command line, with exit codes that a script can ask; what a session
# hides from git goes with Holdfast.
. "$SUPPORT/scenario.sh"

project
expect_exit 1 holdfast session validate
expect_contains 'session start --objective'
expect_exit 0 holdfast session start --objective 'Add a login form'
id=$(date -u +%Y-%m-%d)-session-01
expect_contains "$id"
expect_exit 1 holdfast session start --objective 'Another'
expect_contains 'Session already active.'
expect_contains '--resume'
expect_exit 2 holdfast session blocked
expect_contains SESSION_LOG
expect_exit 0 holdfast session validate --gate ALL --session "$id" --json
expect_json session_id "$id"
expect_exit 2 holdfast session advance NOWHERE
expect_contains 'SERENA_READY'
expect_exit 0 holdfast session advance WORKING
expect_exit 0 holdfast session blocked
echo 'int a;' >a.cpp
expect_exit 2 holdfast session validate --gate QA_VALIDATION
expect_exit 64 holdfast session validate --gate NOPE
expect_exit 2 holdfast session evidence SESSION_LOG --type file_path --evidence ../../etc/passwd
expect_exit 0 holdfast session evidence SERENA_INIT --type manual --evidence - --step 'relevant memories' <<<'three read'
expect_exit 2 holdfast session end --summary 'Not yet'
expect_contains INCOMPLETE
expect_exit 0 holdfast violations
expect_contains QA_VALIDATION
expect_exit 0 holdfast uninstall
! grep -q -e serena -e session-state .git/info/exclude || fail 'lines are left in the exclude list'
