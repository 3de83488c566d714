# The live feed: every tool call comes once, also after a break and to 200 browsers; a server that
# was killed makes its browsers ask for everything again.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/live.sh"

project
start_run
expect_allowed "$(payload_tool Read '{"file_path":"old"}')"
before=$(written)
serve
# What was there before is no news; a run that begins now is, from its start.
RUN=7d1054b6-2839-4e27-bcef-43e6e47ca4b4
listen first
start_run
for _ in 1 2 3 4 5; do expect_allowed "$(payload_tool Read '{"file_path":"a"}')"; done
rm "$(local_folder)/journal/0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234.jsonl"
await 'every call' has_heard_all first
expect_exit 1 grep -F "$before" <(heard first)
await 'a change of runs' grep -q '"what": \["runs"' first

# A browser that comes back gets what it missed, and nothing twice.
leave
for _ in 1 2 3; do expect_allowed "$(payload_tool Read '{"file_path":"b"}')"; done
listen second "$(last_id first)"
for _ in 1 2 3; do expect_allowed "$(payload_tool Read '{"file_path":"c"}')"; done
await 'what was missed' has_heard_all first second
expect_exit 1 grep -q resync second
leave

# A project that opts in now is heard too.
listen third
(cd .. && project other && start_run)
await 'the other project' grep -q '"project_name": "other"' third

# Two hundred browsers.
live crowd 200 crowd &
crowd=$!
await 'the crowd' grep -qs ready crowd
expect_allowed "$(payload_tool Read '{"file_path":"d"}')"
wait "$crowd" || fail 'not everybody heard it'
for method in HEAD POST DELETE; do
  expect_exit 0 live status "$method"
  expect_contains 405
done

# Another server does not know what this one said.
end_server -KILL
serve
listen fourth "$(last_id third)"
await 'resync' grep -q '"resync"' fourth
expect_allowed "$(payload_tool Read '{"file_path":"e"}')"
await 'a call after it' grep -q '"activity"' fourth
end_server
