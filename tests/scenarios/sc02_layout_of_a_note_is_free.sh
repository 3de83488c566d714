# SC-2: a note that was only re-indented, its keys in another order, is still good.
. "$SUPPORT/scenario.sh"

project
start_run
note=$(local_folder)/notes/sessions/session-$RUN.json
python3 - "$note" <<'EOF'
import json, sys
state = json.load(open(sys.argv[1]))
json.dump(dict(reversed(state.items())), open(sys.argv[1], "w"), indent=7)
EOF
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json sessionId "$RUN"
expect_allowed "$(payload_write a.txt)"
expect_silent
