# BX-7: commands that a project's files name run only where a person trusts the project; the agent
# cannot do that, and anybody takes it back.
. "$SUPPORT/scenario.sh"

project
trusted() { find "$XDG_CONFIG_HOME/holdfast" -path '*/trusted/*' -type f; }
[ -z "$(trusted)" ] || fail 'trusted without being asked'
expect_exit 0 holdfast trust --revoke --json
expect_json trusted false
expect_json changed false

# The agent's shell, without a terminal and with one.
CLAUDE_PID=$$ start_run
expect_exit 2 as_agent "$HOLDFAST" trust --json
expect_contains MODE_FORBIDDEN
type_it() { as_agent script -qec "$HOLDFAST trust" /dev/null <<<y; }
expect_exit 2 type_it
HOLDFAST_OPERATOR_TOKEN=wrong expect_exit 2 holdfast trust
[ -z "$(trusted)" ] || fail 'the agent trusted its own project'
expect_exit 0 holdfast events --session "$RUN"
expect_contains refused
id=$(basename "$(find "$XDG_STATE_HOME/holdfast/heads" -mindepth 1 -maxdepth 1)")
expect_denied "$(payload_tool Write "{\"file_path\":\"$XDG_CONFIG_HOME/holdfast/trusted/$id\",\"content\":\"x\"}")"
expect_exit 0 hook SessionEnd "$(payload SessionEnd '"reason":"other"')"

# A person at a terminal of their own.
expect_exit 0 type_it
expect_contains 'is trusted'
[ "$(stat -c %a "$(trusted)")" = 600 ] || fail 'the trust is open to others'
grep -qxF "root $PWD" "$(trusted)" || fail 'the root is not named'
expect_exit 0 holdfast trust --revoke
[ -z "$(trusted)" ] || fail 'not revoked'

# The operator token stands for a person; one project's trust is not another's.
expect_exit 0 holdfast init --yes --operator
token=$(grep -oE '[0-9a-f]{64}' <<<"$OUT")
HOLDFAST_OPERATOR_TOKEN=$token expect_exit 0 holdfast trust --json
expect_json trusted true
expect_json changed true
cd .. && project other
expect_exit 0 holdfast trust --revoke --json
expect_json changed false
expect_exit 0 holdfast trust --revoke --project ../project --json
expect_json changed true
[ -z "$(trusted)" ] || fail 'not revoked'
