# B0-22: `secret rotate` replaces the key file; what the old key signed still verifies.
. "$SUPPORT/scenario.sh"

project
start_run
cp "$XDG_CONFIG_HOME/holdfast/secret" ../old
[ "$(stat -c %a "$XDG_CONFIG_HOME/holdfast/secret")" = 600 ] || fail 'the secret is open to others'
expect_exit 0 holdfast secret rotate
! cmp -s "$XDG_CONFIG_HOME/holdfast/secret" ../old || fail 'the key is the same'
expect_allowed "$(payload_write a.txt)"
expect_exit 0 holdfast session set-state --session "$RUN" activeTask=x
expect_exit 0 holdfast events --verify --session "$RUN"
expect_exit 0 holdfast session at 1 --session "$RUN"
expect_lacks "$(cat ../old)"
grep -rqF "$(cat ../old)" "$(local_folder)" && fail 'the secret lies in the project'
exit 0
