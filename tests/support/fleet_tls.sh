# shellcheck shell=bash
# A team's server that is reached over TCP with TLS and a password (SCRAM) alone, for scenarios:
# . "$SUPPORT/fleet_tls.sh" after scenario.sh. It ends with the scenario.

# certificate NAME SUBJECT-ALT-NAME [AUTHORITY]: NAME.key and NAME.crt, signed by itself or by AUTHORITY.
certificate() {
  local signed_by=()
  [ -z "${3:-}" ] || signed_by=(-CA "$3.crt" -CAkey "$3.key")
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
    -subj "/CN=$1" -addext "subjectAltName=$2" -keyout "$1.key" -out "$1.crt" \
    "${signed_by[@]}" 2>/dev/null || fail "no certificate for $1"
}

# start_tls_server: TLS_PORT, SOCKET (for the owner, who needs no password) and authority.crt here.
start_tls_server() {
  local keys
  certificate authority DNS:authority
  certificate server DNS:localhost authority
  keys=$(mktemp -d /tmp/holdfast-tls.XXXXXX)
  # shellcheck disable=SC2064  # The folder of now.
  trap "rm -rf '$keys'" EXIT
  mv server.key server.crt "$keys"
  printf 'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n' >"$keys/hba.conf"
  chmod 600 "$keys/server.key"
  chmod 755 "$keys"
  [ "$(id -u)" -ne 0 ] || chown -R postgres:postgres "$keys"
  TLS_PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  "$SUPPORT/postgres_server.sh" start "$TMPDIR/url" $$ listen_addresses=127.0.0.1 port="$TLS_PORT" \
    ssl=on ssl_cert_file="$keys/server.crt" ssl_key_file="$keys/server.key" \
    hba_file="$keys/hba.conf" log_connections=on fsync=off || fail 'the server does not start'
  SOCKET=$(sed -n 's/.*host=\([^&]*\).*/\1/p' "$TMPDIR/url")
}

# As the owner of the server.
owner_sql() { psql -XAtq "host=$SOCKET port=$TLS_PORT user=postgres dbname=${2:-postgres}" -c "$1"; }

server_log() { cat "$SOCKET/data/server.log"; }
