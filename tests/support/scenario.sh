# shellcheck shell=bash
# What scenarios share. Each starts with:  . "$SUPPORT/scenario.sh"
# tests/run_scenarios.sh gives HOLDFAST (the program), SUPPORT (this folder), an empty current
# folder, and a home that nobody else uses.
set -euo pipefail

# The run that payloads speak of; a scenario with two runs sets it anew before each payload.
RUN=${RUN:-0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234}
# What the last `expect_exit` saw.
OUT='' ERR=''

fail() {
  printf 'line %s: %s\n' "$(caller_line)" "$*" >&2
  printf -- '--- standard output\n%s\n--- standard error\n%s\n' "$OUT" "$ERR" >&2
  exit 1
}

# The scenario's own line, however deep in here the failure is noticed.
caller_line() {
  local frame
  for ((frame = 1; frame < ${#BASH_SOURCE[@]}; ++frame)); do
    if [ "${BASH_SOURCE[$frame]}" != "${BASH_SOURCE[0]}" ]; then
      echo "${BASH_LINENO[$frame - 1]}"
      return
    fi
  done
}

holdfast() { "$HOLDFAST" "$@"; }

# A scenario's commands are a person's, who has the operator token; `as_agent COMMAND...` has none.
export HOLDFAST_OPERATOR_TOKEN=the-token-of-this-scenario
mkdir -p "$XDG_CONFIG_HOME/holdfast" && chmod 700 "$XDG_CONFIG_HOME/holdfast"
(umask 077 && printf %s "$HOLDFAST_OPERATOR_TOKEN" | sha256sum | cut -d ' ' -f 1 \
  >"$XDG_CONFIG_HOME/holdfast/operator")
as_agent() { env -u HOLDFAST_OPERATOR_TOKEN "$@"; }

# A fresh git repository in the current folder, opted in, and entered: project [NAME [INIT-OPTION...]]
project() {
  repository "${1:-project}"
  expect_exit 0 holdfast init --yes "${@:2}"
}

# The same without opting in.
repository() {
  mkdir -p "$1"
  cd "$1" || fail "no folder $1"
  git init -q -b main
}

# The folder where the program keeps this repository's state.
local_folder() { echo "$(git rev-parse --path-format=absolute --git-common-dir)/holdfast"; }

# What the host does: hook EVENT JSON
hook() { printf '%s' "$2" | "$HOLDFAST" hook "$1"; }

# payload EVENT ['"more":"fields"']: paths and ids must need no JSON escapes.
payload() {
  printf '{"session_id":"%s","transcript_path":"%s","cwd":"%s","hook_event_name":"%s"%s}' \
    "$RUN" "$HOME/transcript.jsonl" "$PWD" "$1" "${2:+,$2}"
}

# payload_tool TOOL TOOL-INPUT-JSON
payload_tool() {
  payload PreToolUse "\"tool_name\":\"$1\",\"tool_input\":$2,\"tool_use_id\":\"toolu_1\""
}

payload_write() { payload_tool "${2:-Write}" "{\"file_path\":\"$PWD/$1\",\"content\":\"text\"}"; }

start_run() { expect_exit 0 hook SessionStart "$(payload SessionStart '"source":"startup"')"; }

# expect_exit CODE COMMAND...: runs it here, keeps what it said in OUT and ERR.
expect_exit() {
  local wanted=$1 code=0 errors
  shift
  errors=$(mktemp)
  OUT=$("$@" 2>"$errors") || code=$?
  ERR=$(cat "$errors")
  rm -f "$errors"
  [ "$code" -eq "$wanted" ] || fail "exit $code instead of $wanted: $*"
}

expect_contains() {
  case "$OUT$ERR" in *"$1"*) ;; *) fail "not said: $1" ;; esac
}

expect_lacks() {
  case "$OUT$ERR" in *"$1"*) fail "said: $1" ;; esac
}

expect_silent() { [ -z "$OUT$ERR" ] || fail 'something was said'; }

# json_at PATH < JSON: the value at a.b.0.c; a.# counts. Strings come bare, others as JSON.
json_at() {
  python3 -c '
import json, sys
value = json.load(sys.stdin)
for key in filter(None, sys.argv[1].split(".")):
    if key == "#":
        value = len(value)
    else:
        value = value[int(key)] if isinstance(value, list) else value.get(key)
print(value if isinstance(value, str) else json.dumps(value))' "$1"
}

# expect_json PATH VALUE: on the last command's standard output.
expect_json() {
  local found
  found=$(json_at "$1" <<<"$OUT" 2>/dev/null) || fail "no JSON with $1"
  [ "$found" = "$2" ] || fail "$1 is $found instead of $2"
}

# The answer of a PreToolUse hook.
expect_allowed() {
  expect_exit 0 hook PreToolUse "$1"
  expect_lacks '"permissionDecision":"deny"'
}

expect_denied() {
  expect_exit 0 hook PreToolUse "$1"
  expect_json hookSpecificOutput.permissionDecision deny
}
