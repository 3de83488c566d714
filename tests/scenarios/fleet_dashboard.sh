# The dashboard of one machine shows what another one sent: run, denial, work, cost and search; so
# do the commands that take --team.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/machines.sh"
. "$SUPPORT/fleet.sh"
. "$SUPPORT/serve.sh"

ask() { expect_status "$1" GET "/api/v1/$2" "$OWNER"; }
start_server
machines one two
on one
RUN=7d1054b6-2839-4e27-bcef-43e6e47ca4b4
mkdir -p "$HOME/.claude/projects/-shop"
cp "$(dirname "$SUPPORT")/data/claude_code/claude-transcript-2.1.325.jsonl" \
  "$HOME/.claude/projects/-shop/$RUN.jsonl"
expect_exit 0 holdfast cost
start_run
expect_exit 0 holdfast session mode planning --session "$RUN"
expect_denied "$(payload_write src/a.cpp)"
expect_exit 0 holdfast work create --topic 'Tame the wombat <script>alert(1)</script>'
expect_exit 0 holdfast fleet join "$FLEET_URL" --share full
expect_exit 0 holdfast fleet push

on two
serve_with
expect_exit 0 holdfast fleet join "$FLEET_URL"
serve_with
ask 400 'runs?scope=all'
ask 200 'runs?scope=team'
expect_body items.0.id $RUN
MACHINE=$(json_at items.0.machine <<<"$BODY")
ask 200 'denials?scope=team'
expect_body items.0.machine "$MACHINE"
ask 200 'work?scope=team'
expect_body items.0.title 'Tame the wombat <script>alert(1)</script>'
ask 200 'costs?scope=team&by=machine'
expect_body rows.0.usd 0.02235
ask 200 'search?scope=team&q=wombat'
expect_body items.0.machine "$MACHINE"
ask 200 "runs/$RUN?machine=$MACHINE"
expect_body run.machine "$MACHINE"
ask 404 "runs/$RUN"
expect_exit 0 holdfast search --team wombat
expect_contains 'on '
expect_exit 0 holdfast work list --team --json
expect_json sessions.# 1
expect_exit 0 holdfast cost --team --by machine --json
expect_json total.cost_usd 0.02235
