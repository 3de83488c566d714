# A rollout that Codex itself wrote: tokens always, money only for a model that has a price; and its
# last event said twice counts once.
. "$SUPPORT/scenario.sh"

export TZ=UTC
folder=$HOME/.codex/sessions/2026/11/15
mkdir -p "$folder" "$HOME/.config/holdfast"
id=01a1e08a-f59c-7553-9c96-bffbc76b48e2
sample=$(dirname "$SUPPORT")/data/codex/codex-rollout-0.166.0.jsonl
cp "$sample" "$folder/rollout-2026-11-15T18-49-25-$id.jsonl"
expect_exit 0 holdfast cost --json --by session
expect_json rows.0.session $id
expect_json total.input_tokens 360
expect_json total.cache_read_tokens 40
expect_json total.output_tokens 80
expect_json total.requests 4
expect_json total.cost_usd 0.0
expect_json unpriced.0.model mock-model
grep token_count "$sample" | tail -n 1 >>"$folder/rollout-2026-11-15T18-49-25-$id.jsonl"
expect_exit 0 holdfast cost --by model
expect_contains 'Without a price, so not in the cost: mock-model'

echo '{"models":{"mock-model":{"input":10,"output":100,"cache_read":1}}}' >"$HOME/prices.json"
printf 'cost:\n  prices: ~/prices.json\n' >"$HOME/.config/holdfast/config.yaml"
expect_exit 0 holdfast cost --json
expect_json total.cost_usd 0.01164
expect_json unpriced '[]'
echo '{"models":{"mock-model":{"input":"much"}}}' >"$HOME/prices.json"
expect_exit 0 holdfast cost
expect_contains 'models.mock-model'
