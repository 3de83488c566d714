# SC-74, S3-50, S3-52, B3-15: a chain with a cycle ends, each session once; the depth is limited.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/mcp.sh"
. "$SUPPORT/continuity.sh"

project
for letter in a b c; do
  whole "$letter" "a pin of $letter"
  hours_ago "$letter" 1
done
begin d
export CLAUDE_CODE_SESSION_ID=$RUN
python3 - "$(mirror a)" "$(id_of c)" <<'END'
import json, sys
state = json.load(open(sys.argv[1]))
state["previous_session_id"] = sys.argv[2]
json.dump(state, open(sys.argv[1], "w"), indent=2)
END
expect_call session_chain "{\"session_id\":\"$(id_of c)\",\"depth\":50}"
expect_json sessions.# 3
expect_json sessions.0.session_id "$(id_of c)"
expect_json sessions.2.session_id "$(id_of a)"
expect_call session_chain "{\"session_id\":\"$(id_of c)\",\"depth\":2}"
expect_json sessions.# 2
expect_exit 0 holdfast session chain --json
expect_json sessions.# 4
expect_exit 0 holdfast session chain "$(id_of b)"
expect_contains "$(id_of a)"
for depth in 0 51 -1; do
  expect_call_error INVALID_VALUE session_chain "{\"session_id\":\"$(id_of c)\",\"depth\":$depth}"
done
expect_exit 64 holdfast session chain --depth 51
expect_call_error NOT_FOUND session_chain '{"session_id":"12345678-7c3e-4f60-8a2b-5d6e7f801234"}'
