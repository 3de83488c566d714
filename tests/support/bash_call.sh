# shellcheck shell=bash
# bash_call COMMAND: the payload of a Bash call.
bash_call() {
  local input
  input=$(python3 -c 'import json, sys; print(json.dumps({"command": sys.argv[1]}))' "$1")
  payload_tool Bash "$input"
}
