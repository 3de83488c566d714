#!/usr/bin/env bash
# Counts the instructions of one allowed PreToolUse hook (4 KB note) and compares them with
# bench/instructions.baseline. Times vary by the machine's mood; this number hardly does.
#
#   bench/callgrind_guard.sh            fails where it grew by more than 10 %
#   bench/callgrind_guard.sh --update   writes the number down as the new baseline
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

program=$PWD/build/release/holdfast
bench=build/release/bench/hook_bench
baseline=bench/instructions.baseline
percent_max=10

update=
case "${1:-}" in
  '') ;;
  --update) update=yes ;;
  *) echo "usage: bench/callgrind_guard.sh [--update]" >&2 && exit 64 ;;
esac

folder=$(mktemp -d "${TMPDIR:-/tmp}/holdfast-count.XXXXXX")
trap 'rm -rf "$folder"' EXIT
"$bench" --program "$program" --prepare "$folder"

# The same variables as in the bench. The second run is counted: the first may fill a cache.
home=$folder/home
hook() {
  (
    cd "$folder/project"
    env -i PATH=/usr/local/bin:/usr/bin:/bin HOME="$home" XDG_CONFIG_HOME="$home/.config" \
      XDG_STATE_HOME="$home/.local/state" XDG_DATA_HOME="$home/.local/share" \
      "$@" "$program" hook PreToolUse <"$folder/allowed.json"
  )
}
hook env >/dev/null
hook valgrind --tool=callgrind --callgrind-out-file="$folder/callgrind.out" \
  >"$folder/answer" 2>"$folder/valgrind.log" || {
  cat "$folder/valgrind.log" >&2
  exit 1
}
if grep -q '"deny"' "$folder/answer"; then
  echo "The hook was denied, so there is nothing to count: $(cat "$folder/answer")" >&2
  exit 1
fi
count=$(sed -nE 's/^(totals|summary): *([0-9]+).*/\2/p' "$folder/callgrind.out" | tail -n 1)
if [ -z "$count" ]; then
  echo "valgrind gave no total" >&2
  exit 1
fi

if [ -n "$update" ]; then
  echo "$count" >"$baseline"
  echo "$count instructions, written to $baseline"
  exit 0
fi
if [ ! -s "$baseline" ]; then
  echo "$count instructions, and no $baseline to compare with: make one with --update" >&2
  exit 1
fi
before=$(cat "$baseline")
echo "$count instructions, baseline $before ($(((count - before) * 100 / before)) %)"
if [ $((count * 100)) -gt $((before * (100 + percent_max))) ]; then
  echo "The hook path grew by more than $percent_max %. Where: callgrind_annotate." >&2
  echo "If it is worth it: bench/callgrind_guard.sh --update, and say why in the commit." >&2
  exit 1
fi
