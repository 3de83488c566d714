# Whatever lies among the transcripts, the rest is counted: junk, endless lines, numbers that cannot
# be, text that looks like usage, links that go in circles, files that cannot be read.
. "$SUPPORT/scenario.sh"

export TZ=UTC
folder=$HOME/.claude/projects/p
mkdir -p "$folder"
use() { # use ID INPUT-TOKENS [TEXT]
  printf '{"message":{"id":"%s","model":"claude-sonnet-4-5","content":[{"type":"text","text":"%s"}],' \
    "$1" "${3:-}"
  printf '"usage":{"input_tokens":%s,"output_tokens":1}},"timestamp":"2026-11-10T10:00:00Z"}\n' "$2"
}
use good 1000 >"$folder/good.jsonl"
head -c 3000000 /dev/urandom >"$folder/junk.jsonl"
{
  head -c 100000000 /dev/zero | tr '\0' x
  echo
  use after 1000
} >"$folder/long.jsonl"
{
  use a -5; use b 99999999999999999999999; use c 1e5; use d '"7"'; use e 1.5; use f '{}'
  use g 7 '\"usage\":{\"input_tokens\":9}},\"message\":{\"usage\":{\"input_tokens\":9}}'
  printf '{"timestamp":"2026-11-10T10:00:00Z","text":"\\"usage\\":{\\"input_tokens\\":9}","usage":{}}\n'
  printf '{"message":{"usage":{"input_tokens":9}' # Torn: the next line is glued to it.
  use h 9
  printf '{"a":%s' "$(head -c 200000 /dev/zero | tr '\0' '[')"
  echo '"usage":{"input_tokens":9}}'
  use i 5 | tr -d '\n' # Not finished yet.
} >"$folder/odd.jsonl"
ln -s . "$folder/loop"
ln -s ../p "$folder/again"
ln -s /dev/zero "$folder/zero.jsonl"
mkfifo "$folder/pipe.jsonl"
mkdir "$folder/folder.jsonl"
if [ "$(id -u)" -ne 0 ]; then
  use secret 1 >"$folder/secret.jsonl"
  chmod 000 "$folder/secret.jsonl"
fi
for _ in first again; do
  expect_exit 0 timeout 30 "$HOLDFAST" cost --json
  expect_json total.input_tokens 2007
  expect_json total.requests 3
done
if [ "$(id -u)" -ne 0 ]; then expect_contains 'secret.jsonl'; fi
