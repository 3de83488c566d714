# SC-73, B3-5, B3-27: a turn's capture keeps all other members, and a stranger's pins stay as they are.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/continuity.sh"

project
begin a
pin 'mine' --label mine
stop
python3 - "$(mirror a)" "$(pins_file)" <<'END'
import json, sys
state = json.load(open(sys.argv[1]))
state["continued_by"] = "11111111-7c3e-4f60-8a2b-5d6e7f801234"
state["of_another_tool"] = {"kept": [1, 2.50]}
json.dump(state, open(sys.argv[1], "w"), indent=2)
pins = json.load(open(sys.argv[2]))
pins["theirs"] = True
pins["items"].append({"content": "theirs", "pinnedAt": "2026-01-01T00:00:00Z", "colour": "red"})
json.dump(pins, open(sys.argv[2], "w"))
END
say 'go on with the parser'
pin 'second' --label second
stop
expect_mirror a continued_by 11111111-7c3e-4f60-8a2b-5d6e7f801234
expect_mirror a of_another_tool.kept.1 2.5
expect_mirror a working_memory.# 2
OUT=$(cat "$(pins_file)")
expect_json theirs true
expect_json items.# 3
expect_contains '"colour"'
finish
OUT=$(cat "$(pins_file)")
expect_json items.# 1
expect_json items.0.colour red
expect_mirror a working_memory.# 2
