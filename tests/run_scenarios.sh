#!/usr/bin/env bash
# Runs scenarios against a program, each in a fresh folder with a home and an environment of its
# own: tests/run_scenarios.sh PATH-OF-HOLDFAST [SCENARIO.sh...]     (none named: all of them)
set -euo pipefail

if [ $# -lt 1 ] || [ ! -x "$1" ]; then
  echo "usage: tests/run_scenarios.sh PATH-OF-HOLDFAST [SCENARIO.sh...]" >&2
  exit 64
fi
program=$(realpath "$1")
shift
tests=$(dirname "$(realpath "$0")")
[ $# -gt 0 ] || set -- "$tests"/scenarios/*.sh
seconds_max=60

run_one() {
  local scenario folder code=0 reports
  scenario=$(realpath "$1")
  # Through realpath, so that a scenario may compare paths with what the program prints.
  folder=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/holdfast-scenario.XXXXXX")")
  mkdir -p "$folder/home" "$folder/work" "$folder/tmp"
  # A sanitizer's finding must not pass for the program's own exit code, nor be lost in a pipe.
  local sanitizer="exitcode=99:log_path=$folder/sanitizer"
  (
    cd "$folder/work"
    echo "$BASHPID" >"$folder/group"
    exec env -i PATH=/usr/local/bin:/usr/bin:/bin HOME="$folder/home" TMPDIR="$folder/tmp" \
      XDG_CONFIG_HOME="$folder/home/.config" XDG_STATE_HOME="$folder/home/.local/state" \
      XDG_DATA_HOME="$folder/home/.local/share" XDG_CACHE_HOME="$folder/home/.cache" \
      LANG=C.UTF-8 TZ=UTC GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES="$folder" \
      ASAN_OPTIONS="$sanitizer" UBSAN_OPTIONS="print_stacktrace=1:$sanitizer" \
      HOLDFAST="$program" SUPPORT="$tests/support" \
      timeout --kill-after=5 "$seconds_max" bash "$scenario" </dev/null
  ) || code=$?
  # `timeout` leads a process group: what a scenario left behind would keep ctest waiting.
  kill -KILL -- "-$(cat "$folder/group")" 2>/dev/null || true
  reports=$(find "$folder" -maxdepth 1 -name 'sanitizer.*')
  if [ -n "$reports" ]; then
    xargs cat <<<"$reports" >&2
    code=1
  fi
  [ "$code" -ne 124 ] || echo "$(basename "$scenario"): not done after $seconds_max s" >&2
  chmod -R u+rwX "$folder" 2>/dev/null || true
  rm -rf "$folder"
  return "$code"
}

failures=0
for scenario in "$@"; do
  if run_one "$scenario"; then
    echo "passed: $(basename "$scenario" .sh)"
  else
    echo "FAILED: $(basename "$scenario" .sh)"
    failures=$((failures + 1))
  fi
done
[ "$failures" -eq 0 ]
