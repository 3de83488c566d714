#!/usr/bin/env bash
# Shows the program at work on throw-away projects: tools/demo.sh PATH-OF-HOLDFAST
# It ends on the dashboard: with a terminal it stays there until Ctrl-C, without one it checks that the
# page answers. Home and configuration folders lie in the same temporary folder, so nothing of the
# user's is used.
set -euo pipefail

if [ $# -ne 1 ] || [ ! -x "$1" ]; then
  echo "usage: tools/demo.sh PATH-OF-HOLDFAST" >&2
  exit 64
fi
program=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
folder=$(mktemp -d "${TMPDIR:-/tmp}/holdfast-demo.XXXXXX")
home=$folder/home
started=()
# A client's pid or the server's: what is still there ends with the demo.
clean_up() {
  [ ${#started[@]} -eq 0 ] || kill "${started[@]}" 2>/dev/null || true
  wait
  rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 0' INT TERM

bold='' dim='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$'\e[1;36m' dim=$'\e[2m' plain=$'\e[0m'
fi

run=6f1d2c3b-4a59-4687-9b0c-1d2e3f405162
project=$folder/greeter

# What is typed here is a person's, wherever this runs.
token=the-token-of-the-demo
be_a_person() {
  mkdir -p "$home/.config/holdfast" && chmod 700 "$home/.config/holdfast"
  (umask 077 && printf %s "$token" | sha256sum | cut -d ' ' -f 1 >"$home/.config/holdfast/operator")
}

isolated() { (become "$@"); }

# The shell itself turns into the command, so that its process id is the command's.
become() {
  exec env -i PATH=/usr/local/bin:/usr/bin:/bin HOME="$home" LANG=C.UTF-8 \
    XDG_CONFIG_HOME="$home/.config" XDG_STATE_HOME="$home/.local/state" \
    XDG_DATA_HOME="$home/.local/share" XDG_CACHE_HOME="$home/.cache" \
    HOLDFAST_OPERATOR_TOKEN="$token" "$@"
}

heading() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }

# Shows the command line as a person would type it, then runs it.
show() {
  printf '%s$ holdfast %s%s\n' "$dim" "$*" "$plain"
  isolated "$program" "$@" </dev/null
}

# What the agent's host does: the event as JSON on standard input. No answer means: allowed.
send() {
  local event=$1 json=$2 answer
  printf '%s$ holdfast hook %s < event.json%s\n' "$dim" "$event" "$plain"
  answer=$(isolated "$program" hook "$event" <<<"$json")
  printf '%s\n' "${answer:-(no objection)}"
}

common=$(printf '"session_id":"%s","transcript_path":"%s","cwd":"%s"' \
  "$run" "$folder/transcript.jsonl" "$project")
start="{$common,\"hook_event_name\":\"SessionStart\",\"source\":\"startup\"}"
write=$(printf '{%s,"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{%s},%s}' \
  "$common" "\"file_path\":\"$project/hello.txt\",\"content\":\"hello\"" '"tool_use_id":"toolu_1"')

bash_call() {
  printf '{%s,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"%s"},%s}' \
    "$common" "$1" '"tool_use_id":"toolu_2"'
}

mkdir -p "$home" "$project"
be_a_person
cd "$project"
isolated git init -q -b main

heading 'A project is opted in once.'
show init --yes

heading 'The agent starts, and wants to write a file. The gate has no objection.'
send SessionStart "$start"
send PreToolUse "$write"

heading 'A person says: plan first. The same call is denied now, with its reason.'
show session mode planning --session "$run"
send PreToolUse "$write"

heading 'A command is judged by what it would do: "git log --oneline | head" and "sed -i s/a/b/ *.c".'
send PreToolUse "$(bash_call 'git log --oneline | head')"
send PreToolUse "$(bash_call 'sed -i s/a/b/ *.c')"

heading 'Why? Every decision can be asked about.'
show why --last

heading 'The plan is done. The same call passes again.'
show session mode coding --session "$run"
send PreToolUse "$write"

heading 'What happened, from the journal.'
show events

heading 'The same for all projects, in a browser: three with a past, from recorded events.'
# What still runs in them belongs to this process.
sleep 86400 &
started+=($!)
python3 -B "$here/demo_data.py" "$program" "$folder/past" --owner "$!"
home=$folder/past/home
cd "$folder/past/projects/payments-api"
serve=(serve --listen 127.0.0.1:0 --allow-actions)
printf '%s$ holdfast %s%s\n' "$dim" "${serve[*]}" "$plain"
become "$program" "${serve[@]}" </dev/null >"$folder/link" 2>"$folder/errors" &
server=$!
started+=("$server")
if ! python3 -B "$here/demo_answers.py" "$folder/link"; then
  cat "$folder/errors" >&2
  exit 1
fi
if [ -t 1 ]; then
  printf '\n%s%s%s\n\nOpen this link in a browser. Ctrl-C ends it and leaves nothing behind.\n' \
    "$bold" "$(head -n 1 "$folder/link")" "$plain"
  wait "$server" || true
fi
