# Every verb of `req` as a person types it, in text and JSON (S4-96).
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"
req() { "$HOLDFAST" req "$@"; }

new_requirements_project </dev/null
mkdir -p ~/.claude
expect_exit 0 req status # S4-112
expect_contains 'unknown without a session'
start_run
expect_exit 0 req status
expect_contains "⬜ commit_plan NOT satisfied - Run \`/arch-review\`" # S4-12
expect_exit 0 req list --json
expect_json 'requirements.3.triggers.0.command_pattern' 'git\s+commit'
expect_exit 0 req satisfy commit_plan adr_reviewed -m '{"plan":"docs/plan.md"}'
expect_contains "✓ commit_plan satisfied for session ${RUN:0:8} on $BRANCH"
expect_exit 0 req satisfy github_ticket --json
expect_json branch "$BRANCH"
[ "$(json_at requirements.commit_plan.sessions."${RUN:0:8}".metadata.plan <"$(branch_file)")" = docs/plan.md ]
expect_exit 0 req approve pre_commit_review --ttl 30m
expect_contains ', until 2'
expect_exit 0 req status --summary
[ "$OUT" = '4/4 satisfied' ] || fail 'the summary'
expect_exit 0 req status -b main -s "$RUN" --json
expect_json requirements.0.standing unmet
expect_exit 0 req clear commit_plan
expect_exit 0 req clear --all -b --json
expect_json branch "$BRANCH"
expect_exit 0 req status --summary
[ "$OUT" = '0/4 satisfied' ] || fail 'not cleared'
expect_exit 0 req sessions --project --json
expect_json sessions.0.session "${RUN:0:8}"
expect_exit 0 req pause -r lunch --for 5m
expect_allowed "$(payload_write a.txt)"
expect_exit 0 req resume
expect_denied "$(payload_write a.txt)"
expect_exit 0 req prune --days 30 --json
expect_json entries 0
expect_exit 0 req satisfy github_ticket
expect_exit 0 req rename "$BRANCH" feature/new
[ -f "$(branch_file feature/new)" ] || fail 'not renamed'
expect_exit 0 req doctor --ci -v
