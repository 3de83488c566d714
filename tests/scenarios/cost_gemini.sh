# A session that Gemini CLI itself wrote, with a subagent's: messages that are written twice count
# once, thoughts are output, the cached part is apart.
. "$SUPPORT/scenario.sh"

export TZ=UTC
project=$HOME/.gemini/tmp/project
samples=$(dirname "$SUPPORT")/data/hosts
id=00000000-0000-7000-8000-000000000001
mkdir -p "$project/chats/$id"
printf /work/project >"$project/.project_root"
file=$project/chats/session-2026-11-18T02-19-00000000.jsonl
head -n 40 "$samples/gemini-session.jsonl" >"$file"
expect_exit 0 holdfast cost --json
tail -n +41 "$samples/gemini-session.jsonl" >>"$file"
expect_exit 0 holdfast cost --json --by session
expect_json rows.0.session $id
expect_json total.requests 14
expect_json total.input_tokens 2792
expect_json total.cache_read_tokens 28
expect_json total.output_tokens 112
expect_json total.cost_usd 0.0046135

cp "$samples/gemini-subagent.jsonl" "$project/chats/$id/00000000-0000-7000-8000-000000000028.jsonl"
expect_exit 0 holdfast cost --json --by agent
expect_json rows.1.agent subagent
expect_json rows.1.requests 2
expect_exit 0 holdfast cost --json --by session
expect_json rows.0.requests 16
expect_exit 0 holdfast cost --by project
expect_contains /work/project
