# SC-67, S3-83, S3-138: the first session of a project is told nothing and inherits nothing.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/continuity.sh"

project
begin a
expect_lacks session-continuity
say 'invoices are rounded wrongly by the billing parser'
expect_lacks session-continuity
expect_pins 0
expect_mirror a previous_session_id null
expect_exit 0 holdfast continuity preview --json
expect_json preamble null
expect_json sessionIds.# 0
expect_exit 0 holdfast continuity preview
expect_contains 'no session qualifies'
expect_exit 0 holdfast continuity score
expect_contains 'No session'
# A session that is too old to matter says nothing either.
stop
finish
hours_ago a 167
begin b
expect_lacks session-continuity
expect_exit 0 holdfast continuity score --json
expect_json sessions.0.chosen false

# Another project does not hear of it, and one that switched it off keeps nothing.
cd ..
project other
begin c
expect_lacks session-continuity
printf 'session_persistence:\n  enabled: false\n' >>.holdfast/config.yaml
begin d
stop
[ ! -e "$(mirror d)" ] || fail 'it was captured all the same'
