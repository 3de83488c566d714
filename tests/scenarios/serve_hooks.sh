# Hooks that a host posts to the server are answered as its processes are.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/serve.sh"

project
# The server is somebody's: what their host set for their hooks is not the callers'.
export CLAUDE_CODE_SESSION_ID=99999999-9999-4999-8999-999999999999 CLAUDE_PROJECT_DIR=/
cd .. && serve_with && cd project
unset CLAUDE_CODE_SESSION_ID CLAUDE_PROJECT_DIR

# The first event makes the run; nobody holds it, and it lives.
post_hook UserPromptSubmit "$(payload UserPromptSubmit '"prompt":"hello"')"
post_hook PreToolUse "$(payload_write a.txt)"
[ -z "$BODY" ] || fail 'an allowed call has an answer'
journal_of | grep -q '"tool":"Write"' || fail 'the call is not in the journal'
expect_exit 0 holdfast session show --json --session "$RUN"
expect_lacks '"pid"'
expect_exit 0 holdfast session list --json
expect_json sessions.0.health live
expect_json sessions.# 1

# Denied as a process denies it, word by word but for the number of the decision.
expect_exit 0 holdfast session mode analysis --session "$RUN"
post_hook PreToolUse "$(payload_write a.txt)"
expect_body hookSpecificOutput.permissionDecision deny
posted=$BODY
expect_denied "$(payload_write a.txt)"
without_number() { sed -E 's/[0-9a-f]{8}[-#:.][0-9]+//g'; }
diff <(without_number <<<"$posted") <(without_number <<<"$OUT") || fail 'another answer'
expect_exit 0 holdfast why --session "$RUN"
expect_contains Write

# A host that puts nothing behind the address says the event in its payload.
expect_status 200 POST /hook/claude-code "$AGENT" --body "$(payload_write a.txt)"
expect_body hookSpecificOutput.permissionDecision deny
# The owner's token is as good.
expect_status 200 POST /hook/claude-code "$OWNER" --body "$(payload_write a.txt)"
expect_body hookSpecificOutput.permissionDecision deny

# What cannot be read closes the gate, with the same sentence.
bad=$(payload_write a.txt)
bad=${bad%\}}
post_hook PreToolUse "$bad"
expect_body hookSpecificOutput.permissionDecision deny
posted=$BODY
expect_denied "$bad"
diff <(without_number <<<"$posted") <(without_number <<<"$OUT") || fail 'another answer to bad input'
# Where not even the project can be told, the host hears of a failure.
for body in '' rubbish '{}x' '[1' '{"session_id":"'; do
  expect_status 400 POST '/hook/claude-code?event=PreToolUse' "$AGENT" --body "$body"
  expect_contains 'could not be read'
done
# More than a hook reads: as it came, but for the end.
python3 - "$bad" >big.json <<'PYTHON'
import sys
print(sys.argv[1][:-1] + "," + '"x":"' + "y" * (17 << 20) + '"}}', end="")
PYTHON
code=$(curl -s -o answer.json -w '%{http_code}' -H "$AGENT" -H 'Expect:' --data-binary @big.json \
  "http://127.0.0.1:$PORT/hook/claude-code?event=PreToolUse")
[ "$code" = 200 ] || fail "status $code for a large body"
grep -q '"permissionDecision":"deny"' answer.json || fail 'a large body opened the gate'

# The agent went to another folder; the conversation is the project's all the same.
mkdir -p ../elsewhere
here=$PWD
elsewhere=$(cd ../elsewhere && payload_tool Write "{\"file_path\":\"$here/a.txt\",\"content\":\"x\"}")
post_hook PreToolUse "$elsewhere"
expect_body hookSpecificOutput.permissionDecision deny
# One that was never heard before names it in the address, or is nobody's.
RUN=7d1054b6-2839-4e27-bcef-43e6e47ca4b4
elsewhere=$(cd ../elsewhere && payload_tool Write "{\"file_path\":\"$here/.holdfast/config.yaml\",\"content\":\"x\"}")
post_hook PreToolUse "$elsewhere"
[ -z "$BODY" ] || fail 'a project that does not use Holdfast has an answer'
expect_status 200 POST "/hook/claude-code?event=PreToolUse&project=$here" "$AGENT" --body "$elsewhere"
expect_body hookSpecificOutput.permissionDecision deny
RUN=0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234

# Many at once: each is answered, and the journal has each once and is whole.
before=$(journal_of | wc -l)
posts=()
for i in 1 2 3 4 5 6 7 8; do
  python3 -B "$SUPPORT/request.py" "$PORT" POST /hook/claude-code "$AGENT" \
    --body "$(payload_tool Read "{\"file_path\":\"$i\"}")" >"answer.$i" &
  posts+=($!)
done
wait "${posts[@]}"
for i in 1 2 3 4 5 6 7 8; do head -n 1 "answer.$i" | grep -q 200 || fail "hook $i"; done
[ "$(journal_of | wc -l)" -eq $((before + 8)) ] || fail 'the journal has not each once'
expect_exit 0 holdfast events --verify --session "$RUN"

# The end, and what was counted.
post_hook SessionEnd "$(payload SessionEnd '"reason":"other"')"
expect_exit 0 holdfast session list --json
expect_contains ended
expect_status 200 GET /metrics "$OWNER"
expect_contains 'holdfast_hook_answers_total{event="gate",answer="deny"}'
expect_contains 'holdfast_http_requests_total{route="hook",method="POST",status="200"}'
end_server

# Switched off for all callers, as a hook's environment switches it off for one.
cd .. && HOLDFAST_GATE=off serve_with && cd project
post_hook PreToolUse "$(payload_write a.txt)"
[ -z "$BODY" ] || fail 'the gate is not off'
end_server

# A project that does not use Holdfast is left alone.
(cd .. && repository plain && cd .. && serve_with && cd plain &&
  post_hook PreToolUse "$(payload_write a.txt)" && [ -z "$BODY" ] && ! [ -e .git/holdfast ] &&
  end_server) || fail 'a project that never asked'
