# A team's server behind TLS and a password: libpq's ways to give one work, a server that cannot
# prove who it is gets nothing, and no password is said or kept where others can read it.
. "$SUPPORT/scenario.sh"
# shellcheck source=/dev/null  # It takes shellcheck minutes to follow.
. "$SUPPORT/fleet_tls.sh"

start_tls_server
SECRET=wombat-in-the-vault
owner_sql "CREATE ROLE laptop LOGIN PASSWORD '$SECRET'"
owner_sql 'CREATE DATABASE team OWNER laptop'
at="localhost:$TLS_PORT/team?sslmode=verify-full&sslrootcert=$PWD"
certificate stranger DNS:stranger
certificates=$PWD

project
start_run
expect_exit 69 holdfast fleet join "postgresql://laptop@$at/authority.crt"
expect_contains 'password'

# From a file of libpq's own, which it reads only where nobody else can.
echo "localhost:$TLS_PORT:team:laptop:$SECRET" >"$HOME/.pgpass"
chmod 644 "$HOME/.pgpass"
expect_exit 69 holdfast fleet join "postgresql://laptop@$at/authority.crt"
chmod 600 "$HOME/.pgpass"
expect_exit 69 holdfast fleet join "postgresql://laptop@$at/stranger.crt"
expect_contains 'certificate verify failed'
expect_exit 0 holdfast fleet join "postgresql://laptop@$at/authority.crt"
expect_exit 0 holdfast fleet push
[ "$(owner_sql 'SELECT count(*) > 0 FROM holdfast.events' team)" = t ] || fail 'nothing arrived'
server_log | grep -q 'identity="laptop" method=scram-sha-256' || fail 'not by SCRAM'
server_log | grep -q 'user=laptop database=team.*SSL enabled (protocol=TLSv1.3' || fail 'not by TLS'

# In the address: from standard input alone, into a file that only its owner can read.
rm "$HOME/.pgpass"
expect_exit 0 holdfast fleet join - <<<"postgresql://laptop:$SECRET@$at/authority.crt"
expect_lacks "$SECRET"
expect_exit 0 holdfast fleet push
settings=$HOME/.config/holdfast/config.yaml
[ "$(stat -c %a "$settings")" = 600 ] || fail 'others can read the settings'
chmod 644 "$settings"
expect_exit 65 holdfast fleet push
expect_contains 'others can read it'
expect_lacks "$SECRET"
chmod 600 "$settings"
sed -i "s/$SECRET/not-the-$SECRET/" "$settings"
expect_exit 69 holdfast fleet push
expect_lacks "$SECRET"
others=$(grep -rl "$SECRET" "$HOME" "$certificates" --include='*' | grep -vFx "$settings" || true)
[ -z "$others" ] || fail "the password is in $others"
