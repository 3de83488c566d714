# S2-61: tokens and money of the sample that Claude Code itself wrote, with its own sum as the check;
# what is appended counts, copies do not, and no project needs to be opted in.
. "$SUPPORT/scenario.sh"

export TZ=UTC LANG=C.UTF-8
folder=$HOME/.claude/projects/-home-dev-proj
mkdir -p "$folder"
sample=$(dirname "$SUPPORT")/data/claude_code/claude-transcript-2.1.325.jsonl
id=7d1054b6-2839-4e27-bcef-43e6e47ca4b4
cp "$sample" "$folder/$id.jsonl"
expect_exit 0 holdfast cost --json
expect_json total.cost_usd 0.02235
expect_json total.input_tokens 5000
expect_json total.output_tokens 210
expect_json total.cache_read_tokens 1500
expect_json total.cache_write_tokens 1000
expect_json rows.0.day 2026-11-15
expect_json check '{"sessions": 1, "differing": 0}'

# A resumed session begins with a copy.
cp "$sample" "$folder/8d1054b6-2839-4e27-bcef-43e6e47ca4b4.jsonl"
sed 's/msg_/msg_new_/; s/"req_mock"/"req_other"/; s/"cost-state"/"x"/' "$sample" >>"$folder/$id.jsonl"
expect_exit 0 holdfast cost --json --by session
expect_json total.cost_usd 0.0447
expect_json rows.0.session $id
expect_json rows.0.host_cost_usd 0.02235
expect_json rows.# 1
expect_exit 0 holdfast cost --json --by project
expect_json rows.# 1
expect_json total.cost_usd 0.0447
expect_exit 0 holdfast cost --by model
# shellcheck disable=SC2016
expect_contains 'claude-sonnet-4-5  10,000     420       3,000        2,000  $0.0447'
expect_contains '████'
LANG=C expect_exit 0 holdfast cost --by model
expect_contains '####'

# What is kept is the user's alone, and may be thrown away.
state=$HOME/.local/state/holdfast/cost
[ "$(stat -c %a "$state/snapshot")" = 600 ] || fail 'others may read it'
echo rubbish >"$state/snapshot"
expect_exit 0 holdfast cost --json
expect_json total.cost_usd 0.0447
rm -r "$state"
expect_exit 0 holdfast cost --json --since 2026-11-16
expect_json total.cost_usd 0.0
expect_exit 64 holdfast cost --since soon
expect_exit 64 holdfast cost --by year
