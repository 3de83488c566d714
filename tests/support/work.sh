# shellcheck shell=bash
# What scenarios about work sessions share. After scenario.sh and mcp.sh:  . "$SUPPORT/work.sh"

# new_work SLUG [TYPE]: makes a work session; WORK is its name, STATE its manifest.
new_work() {
  WORK=$1
  STATE=agents/sessions/$1/state.json
  expect_exit 0 holdfast work create --topic 'Dark mode' --slug "$1" --type "${2:-full}" --json
  expect_json session_id "$1"
}

# work_call TOOL ['"more":"arguments"']: the tool on $WORK, which must go well.
work_call() { expect_call "$1" "{\"session_id\":\"$WORK\"${2:+,$2}}"; }
# work_call_error CODE TOOL ['"more":"arguments"']: it must not, and not a byte may change.
work_call_error() {
  local before
  before=$(hash_of "$STATE")
  expect_call_error "$1" "$2" "{\"session_id\":\"$WORK\"${3:+,$3}}"
  [ "$(hash_of "$STATE")" = "$before" ] || fail "$STATE was changed"
}

phase() { work_call session_transition_phase "\"new_phase\":\"$1\""; }

# expect_state PATH VALUE: in the manifest.
expect_state() {
  local found
  found=$(json_at "$1" <"$STATE") || fail "no JSON with $1"
  [ "$found" = "$2" ] || fail "$1 is $found instead of $2"
}

# write_plan ID...: a plan.json with these checkpoints.
write_plan() {
  python3 -c '
import json, sys
print(json.dumps({"checkpoints": [{"id": int(i), "title": "Step " + i, "goal": "g"} for i in sys.argv[1:]]}))' \
    "$@" >"$(dirname "$STATE")/plan.json"
}

# written FILE [TOOL]: what the host sends once a file tool is done.
written() {
  expect_exit 0 hook PostToolUse "$(payload PostToolUse \
    "\"tool_name\":\"${2:-Write}\",\"tool_input\":{\"file_path\":\"$PWD/$1\"},\"tool_response\":{},\"tool_use_id\":\"w1\"")"
}

# agent_command COMMAND: an agent's Bash call with its hooks; the command really runs.
agent_command() {
  local input id=c$RANDOM
  input=$(python3 -c 'import json, sys; print(json.dumps({"command": sys.argv[1]}))' "$1")
  expect_allowed "$(payload PreToolUse "\"tool_name\":\"Bash\",\"tool_input\":$input,\"tool_use_id\":\"$id\"")"
  bash -c "$1" >/dev/null || fail "it failed: $1"
  expect_exit 0 hook PostToolUse "$(payload PostToolUse \
    "\"tool_name\":\"Bash\",\"tool_input\":$input,\"tool_response\":{},\"tool_use_id\":\"$id\"")"
}

# What the program recorded of work sessions, outside of a run.
audit() { cat "$(local_folder)/work/audit.jsonl"; }
