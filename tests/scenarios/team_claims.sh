# Who touches a file that somebody else's live run has touched is warned, once; a guard denies it on
# request. Where only metadata is shared, no path leaves. No hook asks the server.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/team.sh"

team one two
on one
as_run 1
start_run
expect_allowed "$(payload_write src/wombat.cpp)"
expect_allowed "$(payload_write ../outside.cpp)"
expect_allowed "$(payload_tool Bash '{"command":"echo x >src/shell.cpp"}')"
push
expect_sql 2 'SELECT count(*) FROM holdfast.claims'
expect_sql 0 "SELECT count(*) FROM holdfast.claims WHERE path IS NOT NULL OR file LIKE '%wombat%'"

on two
as_run 2
start_run
expect_exit 0 holdfast claims
expect_contains 'Nothing is known here of a team'
expect_allowed "$(payload_write src/wombat.cpp)"
expect_lacks 'claims of the team'
push
server_is_away
expect_allowed "$(payload_write src/wombat.cpp Edit)"
expect_contains "/postgres's run 1b9a1d52 touched src/wombat.cpp"
expect_contains 'claims of the team, as of'
expect_allowed "$(payload_write src/wombat.cpp)"
expect_lacks 'claims of the team'
mkdir -p src .claude && : >src/wombat.cpp
expect_exit 0 holdfast claims --json
expect_json fresh true
expect_contains '"src/wombat.cpp"'
expect_exit 69 holdfast claims --team
server_is_back

# On request it is a requirement, with the usual way out.
printf 'requirements:\n  alone: {enabled: true, type: guard, guard_type: unclaimed}\n' >.claude/requirements.yaml
expect_denied "$(payload_write src/wombat.cpp)"
expect_contains "run 1b9a1d52 touched src/wombat.cpp"
expect_contains 'req approve alone'
expect_allowed "$(payload_write src/other.cpp)"
sed -i "1s/\t[^\t]*\t/\t2020-01-01T00:00:00.000Z\t/" "$(local_folder)/cache/claims"
expect_allowed "$(payload_write src/wombat.cpp)"
on one
expect_exit 0 hook SessionEnd "$(as_run 1; payload SessionEnd '"reason":"other"')"
push
expect_sql 0 "SELECT count(*) FROM holdfast.claims WHERE run_uid LIKE '1%'"
