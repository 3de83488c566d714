# SC-10, B0-22, S0-71, S0-75: after a change of secret old notes verify and are signed anew at the next
# write; where the old one is not at hand, the gate is closed.
. "$SUPPORT/scenario.sh"

export BRAIN_SESSION_SECRET=the-first-secret-has-more-than-32-characters
project
[ ! -e "$XDG_CONFIG_HOME/holdfast/secret" ] || fail 'a key file was made though there is a secret'
start_run
expect_exit 0 holdfast session get-state --session "$RUN"
old_key=$(json_at keyId <<<"$OUT")

export BRAIN_SESSION_SECRET=the-second-secret-has-more-than-32-characters
expect_denied "$(payload_write a.txt)"
expect_exit 65 holdfast session get-state --session "$RUN"

export BRAIN_SESSION_SECRET_PREVIOUS=the-first-secret-has-more-than-32-characters
expect_allowed "$(payload_write a.txt)"
expect_exit 0 holdfast session set-state --session "$RUN" activeTask=x
unset BRAIN_SESSION_SECRET_PREVIOUS
expect_exit 0 holdfast session get-state --session "$RUN"
[ "$(json_at keyId <<<"$OUT")" != "$old_key" ] || fail 'not signed anew'

# A weak secret is refused, naming 32; none at all closes the gate.
BRAIN_SESSION_SECRET=only-thirty-one-characters-long expect_exit 77 holdfast session get-state --session "$RUN"
expect_contains 32
unset BRAIN_SESSION_SECRET
expect_denied "$(payload_write a.txt)"
expect_exit 77 holdfast session set-state --session "$RUN" activeTask=y
expect_contains 'BRAIN_SESSION_SECRET environment variable required'
expect_allowed "$(payload_tool Read '{"file_path":"a.txt"}')"
