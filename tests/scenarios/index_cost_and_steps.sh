# S2-61, S2-112: what a linked conversation and its subagent cost stands at the work session, in the
# index as in `cost`; steps that a person makes and steps of a run are both in it.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/index.sh"

RUN=7d1054b6-2839-4e27-bcef-43e6e47ca4b4
project
start_run
expect_exit 0 holdfast work create --topic 'Dark mode' --slug dark-mode
expect_exit 0 holdfast work transition dark-mode plan
expect_exit 0 holdfast work link dark-mode --session "$RUN"
echo '{"checkpoints":[{"id":1,"title":"One"}]}' >agents/sessions/dark-mode/plan.json
expect_exit 0 holdfast work transition dark-mode build --session "$RUN"
expect_exit 0 hook SubagentStart "$(payload SubagentStart '"agent_id":"a1b2","agent_type":"Explore"')"

transcripts=$HOME/.claude/projects/-home-dev-proj
mkdir -p "$transcripts/$RUN/subagents"
sample=$(dirname "$SUPPORT")/data/claude_code/claude-transcript-2.1.325.jsonl
sed "s#/home/dev/proj#$PWD#g" "$sample" >"$transcripts/$RUN.jsonl"
sed "s#/home/dev/proj#$PWD#g; s/msg_/msg_sub_/; s/\"cost-state\"/\"x\"/" "$sample" \
  >"$transcripts/$RUN/subagents/agent-a1b2.jsonl"

expect_exit 0 holdfast cost --by work --json
expect_json rows.0.work dark-mode
expect_json rows.0.cost_usd 0.0447
expect_exit 0 holdfast index update
expect_exit 0 holdfast work list --json
expect_json sessions.0.cost_usd 0.0447
expect_json sessions.0.input_tokens 10000
expect_rows 2 agents 'input_tokens, sdk_session_id'
expect_contains "(5000, '$RUN')"
expect_exit 0 holdfast work list
expect_contains 0.04

# By a person, in the audit of the project; by the run, in its journal.
expect_rows 3 "phase_events WHERE entity='work'" 'entity_id, from_phase, to_phase'
expect_contains "('dark-mode', None, 'spec')"
expect_contains "('dark-mode', 'spec', 'plan')"
expect_contains "('dark-mode', 'plan', 'build')"
before=$(rows phase_events)
expect_exit 0 holdfast index update
expect_exit 0 holdfast index rebuild
[ "$(rows phase_events)" = "$before" ] || fail 'a rebuild numbers the steps otherwise'
expect_exit 0 holdfast work list --json
expect_json sessions.0.cost_usd 0.0447
