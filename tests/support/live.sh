# shellcheck shell=bash
# What scenarios about the live feed share: . "$SUPPORT/live.sh" after scenario.sh.

# serve: starts the dashboard's server; its link is in LINK, its process in SERVER.
serve() {
  rm -f link.txt
  "$HOLDFAST" serve --listen 127.0.0.1:0 >link.txt 2>serve.log &
  SERVER=$!
  await 'the server' test -s link.txt
  LINK=$(cat link.txt)
}

# await WHAT COMMAND...: until it succeeds, for 20 s.
await() {
  local what=$1 tries
  shift
  for ((tries = 0; tries < 400; ++tries)); do
    if "$@"; then return; fi
    sleep 0.05
  done
  fail "$what did not come"
}

live() { python3 -B "$SUPPORT/live.py" "$LINK" "$@"; }

# listen FILE [LAST-ID]: a browser's stream, in the background, until it has said hello.
listen() {
  python3 -B "$SUPPORT/live.py" "$LINK" listen "$@" &
  LISTENER=$!
  await 'hello' grep -qs '"hello"' "$1"
}

# leave: the browser is closed.
leave() {
  kill "$LISTENER"
  wait "$LISTENER" 2>/dev/null || true
}

end_server() {
  kill "$@" "$SERVER"
  wait "$SERVER" 2>/dev/null || true
}

# heard FILE: prints run and number of every event of an activity, in the order of the feed.
heard() {
  python3 -c '
import json, sys
for line in open(sys.argv[1]):
    event = json.loads(line)
    if event["event"] == "activity":
        print(event["data"]["run"], event["data"]["event"]["seq"])' "$1"
}

# written: the same of what stands in the journals of the current project.
written() {
  python3 -c '
import json, pathlib, sys
for journal in sorted(pathlib.Path(sys.argv[1]).glob("*.jsonl")):
    for line in open(journal):
        print(journal.stem, json.loads(line)["seq"])' "$(local_folder)/journal"
}

# Whether FILE... has heard all that is written, each once.
has_heard_all() { diff <(written | sort) <(for file in "$@"; do heard "$file"; done | sort) >heard.diff; }

last_id() { tail -n 1 "$1" | json_at id; }
