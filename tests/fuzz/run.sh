#!/usr/bin/env bash
# Runs every fuzz target for some seconds on its seeds: tests/fuzz/run.sh BUILD-FOLDER SECONDS
# What it learns stays in the build folder; an input that breaks a target is kept there and named.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: tests/fuzz/run.sh BUILD-FOLDER SECONDS" >&2
  exit 64
fi
build=$(realpath "$1")
seconds=$2
seeds=$(dirname "$(realpath "$0")")/corpus

for source in "$(dirname "$0")"/fuzz_*.cpp; do
  [ -e "$source" ] || continue
  target=$(basename "$source" .cpp)
  name=${target#fuzz_}
  if [ ! -x "$build/fuzz/$target" ]; then
    echo "$target is not built: cmake --preset asan && cmake --build --preset asan --target fuzz_targets" >&2
    exit 1
  fi
  learnt=$build/fuzz/corpus/$name
  found=$build/fuzz/found/$name
  mkdir -p "$learnt" "$found"
  folders=("$learnt")
  [ ! -d "$seeds/$name" ] || folders+=("$seeds/$name")
  # What a host really sent is kept one payload a line.
  sent=$(dirname "$0")/../data/hosts/${name#host_}.jsonl
  if [ "$name" != "${name#host_}" ] && [ -e "$sent" ]; then
    rm -rf "$build/fuzz/sent/$name"
    mkdir -p "$build/fuzz/sent/$name"
    split -l 1 -a 4 "$sent" "$build/fuzz/sent/$name/"
    folders+=("$build/fuzz/sent/$name")
  fi
  log=$build/fuzz/$name.log
  # 25 s for one input are no finding of ours but a hang; 2 GB are one of memory.
  if ! timeout $((seconds + 60)) "$build/fuzz/$target" -max_total_time="$seconds" -timeout=25 \
    -rss_limit_mb=2048 -max_len=65536 -artifact_prefix="$found/" -print_final_stats=1 \
    "${folders[@]}" >"$log" 2>&1; then
    tail -n 60 "$log"
    echo "$target: broken by an input, kept in $found" >&2
    exit 1
  fi
  echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
done
