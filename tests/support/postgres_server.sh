#!/usr/bin/env bash
# A PostgreSQL server that is thrown away: in a folder of its own, on a Unix socket, for tests and
# measurements.
#
#   postgres_server.sh start PLACE OWNER [setting=value…]   writes the server's address into PLACE
#   postgres_server.sh restart PLACE [immediate]            the same data; `immediate` is a crash
#   postgres_server.sh stop PLACE [immediate]
#
# It ends with the process OWNER (or `parent`, who calls) at the latest, however that ends. Without
# settings nothing is kept safe from a power cut, since nothing is kept.
set -euo pipefail
self=$(realpath "$0")

fail() {
  echo "$1" >&2
  exit 1
}

find_programs() {
  local bin
  for bin in /usr/lib/postgresql/*/bin; do
    [ ! -x "$bin/initdb" ] || programs=$bin
  done
  [ -n "${programs:-}" ] ||
    fail "PostgreSQL's programs are missing: tools/install_packages.sh test installs them."
}

# PostgreSQL refuses to run as root.
as_owner() {
  if [ "$(id -u)" -eq 0 ]; then
    setpriv --reuid=postgres --regid=postgres --init-groups "$@"
  else
    "$@"
  fi
}

stop() {
  local folder=$1 mode=$2
  [ -d "$folder" ] || return 0
  find_programs
  (cd / && as_owner "$programs/pg_ctl" stop -D "$folder/data" -m "$mode" -t 20 >/dev/null 2>&1) || true
  rm -rf "$folder"
}

folder_of() {
  sed -n 's/.*[?&]host=\([^&]*\).*/\1/p' "$1" 2>/dev/null || true
}

case "${1:-}" in
  start)
    place=$(realpath -m "$2") owner=$3
    [ "$owner" != parent ] || owner=$PPID
    shift 3
    find_programs
    [ $# -gt 0 ] || set -- fsync=off synchronous_commit=off full_page_writes=off
    # What a run that was killed left behind.
    old=$(folder_of "$place")
    [ -z "$old" ] || stop "$old" immediate
    folder=$(mktemp -d /tmp/holdfast-postgres.XXXXXX)
    chmod 755 "$folder"
    [ "$(id -u)" -ne 0 ] || chown postgres:postgres "$folder"
    cd /
    as_owner "$programs/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 \
      --no-sync >"$folder.log" 2>&1 || fail "initdb failed: $(tail -n 3 "$folder.log")"
    mv "$folder.log" "$folder/initdb.log"
    options="-k $folder -c listen_addresses= -c max_connections=60 -c shared_buffers=64MB"
    for setting in "$@"; do options+=" -c $setting"; done
    as_owner "$programs/pg_ctl" start -w -t 30 -D "$folder/data" -l "$folder/data/server.log" \
      -o "$options" >/dev/null || fail "the server did not start: $(tail -n 3 "$folder/data/server.log")"
    echo "postgresql:///postgres?host=$folder&user=postgres" >"$place"
    # Without the streams of who called, who would wait for their end.
    setsid "$self" watch "$folder" "$owner" </dev/null >/dev/null 2>&1 &
    ;;
  watch)
    while [ -d "$2" ] && kill -0 "$3" 2>/dev/null; do sleep 0.5; done
    stop "$2" immediate
    ;;
  restart)
    folder=$(folder_of "$2")
    find_programs
    cd /
    as_owner "$programs/pg_ctl" restart -w -t 60 -D "$folder/data" -m "${3:-fast}" \
      -l "$folder/data/server.log" >/dev/null ||
      fail "the server did not start again: $(tail -n 3 "$folder/data/server.log")"
    ;;
  stop)
    stop "$(folder_of "$2")" "${3:-fast}"
    rm -f "$2"
    ;;
  *)
    echo "usage: postgres_server.sh start PLACE OWNER [setting=value…] | restart|stop PLACE [immediate]" >&2
    exit 64
    ;;
esac
