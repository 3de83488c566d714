#!/usr/bin/env bash
# The end of ./run without a terminal: the demo names an address whose page answers, and leaves nothing
# behind, neither in the user's home nor in the temporary folder: tests/web/demo.sh PROGRAM
set -euo pipefail

program=$(realpath "$1")
root=$(dirname "$(dirname "$(dirname "$(realpath "$0")")")")
folder=$(mktemp -d "${TMPDIR:-/tmp}/holdfast-demo-test.XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/home" "$folder/tmp"

env -i PATH="$PATH" HOME="$folder/home" TMPDIR="$folder/tmp" LANG=C.UTF-8 \
  timeout 100 "$root/tools/demo.sh" "$program" </dev/null >"$folder/said"
grep -qE '^http://127\.0\.0\.1:[0-9]+/ answers with the page\.$' "$folder/said" || {
  cat "$folder/said"
  echo 'It does not end on the dashboard.' >&2
  exit 1
}
port=$(sed -nE 's|^http://127\.0\.0\.1:([0-9]+)/ .*|\1|p' "$folder/said")
left=$(find "$folder/home" "$folder/tmp" -mindepth 1)
[ -z "$left" ] || { echo "It left behind: $left" >&2 && exit 1; }
if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
  echo 'Its server still listens.' >&2
  exit 1
fi
