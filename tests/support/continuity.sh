# shellcheck shell=bash
# What scenarios about continuity share: sessions that begin, work and end as a host would have it,
# and a past made by hand. After scenario.sh:  . "$SUPPORT/continuity.sh"

# A, B, C …: session A has the id of eight a's.
id_of() { printf '%s\n' "${1}${1}${1}${1}${1}${1}${1}${1}-7c3e-4f60-8a2b-5d6e7f801234"; }
mirror() { echo "$XDG_DATA_HOME/holdfast/sessions/$(id_of "$1").json"; }
pins_file() { echo "$XDG_DATA_HOME/holdfast/working_memory.json"; }

# begin LETTER [SOURCE]: the session's start; OUT is what the host is answered.
begin() {
  RUN=$(id_of "$1")
  expect_exit 0 hook SessionStart "$(payload SessionStart "\"source\":\"${2:-startup}\"")"
}
# say TEXT: a prompt of the session that began last.
say() { expect_exit 0 hook UserPromptSubmit "$(payload UserPromptSubmit "\"prompt\":\"$1\"")"; }
stop() { expect_exit 0 hook Stop "$(payload Stop '"stop_hook_active":false')"; }
finish() { expect_exit 0 hook SessionEnd "$(payload SessionEnd '"reason":"other"')"; }
# pin TEXT [OPTION...]: in the session that began last.
pin() { expect_exit 0 holdfast pins pin "$1" --session "$RUN" "${@:2}"; }
# whole LETTER TEXT...: a whole session with one pin a text, labelled p1, p2 …
whole() {
  local number=0 text
  begin "$1"
  shift
  for text in "$@"; do
    number=$((number + 1))
    pin "$text" --label "p$number"
  done
  stop
  finish
}

# hours_ago LETTER HOURS: the session of that letter has ended so long ago.
hours_ago() {
  python3 - "$(mirror "$1")" "$(local_folder)/continuity/ended.jsonl" "$2" <<'END'
import datetime, json, sys
path, roster, hours = sys.argv[1], sys.argv[2], float(sys.argv[3])
at = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=hours)
text = at.strftime("%Y-%m-%dT%H:%M:%S.000Z")
state = json.load(open(path))
state.update(start_time=text, end_time=text, created_at=text, updated_at=text)
json.dump(state, open(path, "w"), indent=2)
lines = [json.loads(line) for line in open(roster)]
for line in lines:
    if line["id"] == state["session_id"]:
        line["at"] = text
        if "end" in line:
            line["end"] = text
lines.sort(key=lambda line: line["at"])
with open(roster, "w") as file:
    file.writelines(json.dumps(line) + "\n" for line in lines)
END
}

# expect_mirror LETTER PATH VALUE
expect_mirror() {
  local found
  found=$(json_at "$2" <"$(mirror "$1")") || fail "no JSON with $2"
  [ "$found" = "$3" ] || fail "$2 of $1 is $found instead of $3"
}

# expect_pins COUNT: so many has the session that began last; OUT is their list.
expect_pins() {
  expect_exit 0 holdfast pins view --session "$RUN" --json
  expect_json items.# "$1"
}

# What a SessionStart or a prompt tells the model; empty where nothing.
told() {
  [ -z "$OUT" ] || python3 -c '
import json, sys
print(json.load(sys.stdin).get("hookSpecificOutput", {}).get("additionalContext", ""), end="")' <<<"$OUT"
}

# metrics LETTER NAME: how many of them are in the session's journal.
metrics() {
  grep -c "\"kind\":\"metric\".*\"name\":\"$2\"" "$(local_folder)/journal/$(id_of "$1").jsonl" || true
}
