# shellcheck shell=bash
# bash_call COMMAND: the payload of a Bash call.
bash_call() {
  local input
  input=$(python3 -c 'import json, sys; print(json.dumps({"command": sys.argv[1]}))' "$1")
  payload_tool Bash "$input"
}
# bash_done COMMAND: the payload of its outcome.
bash_done() {
  local input
  input=$(python3 -c 'import json, sys; print(json.dumps({"command": sys.argv[1]}))' "$1")
  payload PostToolUse "\"tool_name\":\"Bash\",\"tool_input\":$input,\"tool_response\":{},\"tool_use_id\":\"toolu_1\""
}
# carry_out COMMAND: the gate allows it, it runs, and its outcome comes; OUT is what is said then.
carry_out() {
  expect_allowed "$(bash_call "$1")"
  bash -c "$1" >/dev/null 2>&1 || fail "it fails: $1"
  expect_exit 0 hook PostToolUse "$(bash_done "$1")"
}
