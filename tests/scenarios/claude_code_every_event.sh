# S0-85, BX-6: all 33 events of Claude Code, every payload that its clients were seen to send
# (2.1.325, 2.1.50, 1.0.128), and events and fields that nobody knows are taken, recorded and passed.
. "$SUPPORT/scenario.sh"

DATA=$(cd "$SUPPORT/../data/claude_code" && pwd)
project

# Every sample as the host sent it, but for the folder, which must be this project. Answers are one
# line each: event, exit code, standard output.
python3 - "$HOLDFAST" "$DATA" <<'PYTHON' >../answers
import glob, json, os, subprocess, sys
program, data = sys.argv[1:]

def send(event, payload):
    done = subprocess.run([program, "hook", event], input=json.dumps(payload), text=True,
                          capture_output=True, timeout=30)
    print(json.dumps([event, done.returncode, done.stdout]))

count = 0
for path in sorted(glob.glob(f"{data}/claude-hook-*.jsonl")):
    for line in open(path):
        payload = json.loads(line)
        payload["cwd"] = os.getcwd()
        send(payload["hook_event_name"], payload)
        count += 1
assert count > 60, count
session = "0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234"
for event in [*open(f"{data}/events.txt").read().split(), "NobodyKnowsThis"]:
    send(event, {"session_id": session, "cwd": os.getcwd(), "hook_event_name": event,
                 "tool_name": "Read", "tool_input": {}, "a_new_field": [{"x": None}, 1e300]})
PYTHON

# Standard output is the host's JSON with the event's own name, or nothing; no word of permission.
python3 - ../answers <<'PYTHON' || fail 'an answer is not what the host honours'
import json, sys
seen = set()
for line in open(sys.argv[1]):
    event, code, output = json.loads(line)
    seen.add(event)
    assert code == 0, (event, code)
    if not output:
        continue
    answer = json.loads(output)
    specific = answer["hookSpecificOutput"]
    assert specific["hookEventName"] == event, line
    assert specific.get("permissionDecision") in (None, "deny"), line
    assert len(specific.get("additionalContext", "")) < 10000, line
assert len(seen) == 34, sorted(seen)
PYTHON

# Each of the 33 and the unknown one is in the journal of its run.
expect_exit 0 holdfast events --session "$RUN" --json --limit 0
expect_contains '"event":"NobodyKnowsThis"'
expect_contains '"event":"WorktreeCreate"'
# SessionEnd came in the middle: what came after it reopened the run.
expect_exit 0 holdfast session get-state --session "$RUN"
expect_lacks '"endedAt"'
expect_exit 0 holdfast events --session "$RUN" --verify

# The status line, from what the host gave it.
while read -r line; do
  OUT=$(cd / && printf '%s' "$line" | holdfast statusline) || fail 'statusline failed'
  [ -z "$OUT" ] || fail 'a line for a project that is not here'
  OUT=$(printf '%s' "${line//\/home\/dev\/proj\"/$PWD\"}" | holdfast statusline)
  expect_contains 'coding'
  expect_contains '$'
done <"$DATA/claude-statusline-inputs-2.1.325.jsonl"
