#!/usr/bin/env bash
# Runs every fuzz target for some seconds on its seeds: tests/fuzz/run.sh BUILD-FOLDER SECONDS
# As many at once as there are processors. What it learns stays in the build folder; an input that
# breaks a target is kept there and named.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: tests/fuzz/run.sh BUILD-FOLDER SECONDS" >&2
  exit 64
fi
build=$(realpath "$1")
seconds=$2
here=$(dirname "$(realpath "$0")")

# What a host really sent is kept one payload a line; the name of the folder with a file for each.
sent_to() {
  local file=$here/../data/hosts/${1#host_}.jsonl folder=$build/fuzz/sent/$1
  [ "$1" != "${1#host_}" ] && [ -e "$file" ] || return 0
  rm -rf "$folder"
  mkdir -p "$folder"
  split -l 1 -a 4 "$file" "$folder/"
  echo "$folder"
}

fuzz() {
  local target=$1 name learnt found log folders sent
  name=${target#fuzz_}
  if [ ! -x "$build/fuzz/$target" ]; then
    echo "$target is not built: cmake --preset asan && cmake --build --preset asan --target fuzz_targets" >&2
    return 1
  fi
  learnt=$build/fuzz/corpus/$name
  found=$build/fuzz/found/$name
  log=$build/fuzz/$name.log
  mkdir -p "$learnt" "$found"
  folders=("$learnt")
  [ ! -d "$here/corpus/$name" ] || folders+=("$here/corpus/$name")
  sent=$(sent_to "$name")
  [ -z "$sent" ] || folders+=("$sent")
  # 25 s for one input are no finding of ours but a hang; 2 GB are one of memory.
  if ! timeout $((seconds + 60)) "$build/fuzz/$target" -max_total_time="$seconds" -timeout=25 \
    -rss_limit_mb=2048 -max_len=65536 -artifact_prefix="$found/" -print_final_stats=1 \
    "${folders[@]}" >"$log" 2>&1; then
    tail -n 60 "$log"
    echo "$target: broken by an input, kept in $found" >&2
    return 1
  fi
  echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
}

export -f fuzz sent_to
export build seconds here
for source in "$here"/fuzz_*.cpp; do
  [ ! -e "$source" ] || basename "$source" .cpp
done | xargs -P "$(nproc)" -I{} bash -euo pipefail -c 'fuzz {}'
