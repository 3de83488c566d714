# What goes wrong around the server: it says so, and it goes on.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/serve.sh"

project
start_run
serve_with

# The address is taken: one sentence, exit 69.
expect_exit 69 holdfast serve --listen "127.0.0.1:$PORT"
expect_contains 'cannot listen on 127.0.0.1'
[ "$(grep -c . <<<"$ERR")" -le 2 ] || fail 'more than a sentence and a hint'
for address in nonsense 127.0.0.1 127.0.0.1:99999 example.org:80; do
  expect_exit 64 holdfast serve --listen "$address"
done
# Who can be reached from elsewhere has to be given a token.
expect_exit 64 holdfast serve --listen 0.0.0.0:0
expect_contains HOLDFAST_SERVE_TOKEN

# Killed and started again: the same token, and what was written before is whole.
post_hook PreToolUse "$(payload_write a.txt)"
before=$OWNER
end_server -KILL
serve_with
[ "$OWNER" = "$before" ] || fail 'another token'
post_hook PreToolUse "$(payload_write a.txt)"
expect_exit 0 holdfast events --verify --session "$RUN"

# A note that was changed while the server runs is noticed by the next hook.
note=$(local_folder)/notes/sessions/session-$RUN.json
cp "$note" note.kept
sed -i 's/"coding"/"disabled"/' "$note"
post_hook PreToolUse "$(payload_write a.txt)"
expect_body hookSpecificOutput.permissionDecision deny
cp note.kept "$note"
post_hook PreToolUse "$(payload_write a.txt)"
[ -z "$BODY" ] || fail 'the good note is not believed again'
# So is a mode, a configuration and a secret that changed.
expect_exit 0 holdfast session mode analysis --session "$RUN"
post_hook PreToolUse "$(payload_write a.txt)"
expect_body hookSpecificOutput.permissionDecision deny
printf 'gate:\n  enabled: false\n' >.holdfast/config.yaml
post_hook PreToolUse "$(payload_write a.txt)"
[ -z "$BODY" ] || fail 'the configuration is not read again'
printf 'gate:\n  initial_mode: coding\n' >.holdfast/config.yaml
post_hook PreToolUse "$(payload_write a.txt)"
expect_body hookSpecificOutput.permissionDecision deny
mv "$XDG_CONFIG_HOME/holdfast/secret" secret.kept
post_hook PreToolUse "$(payload_write a.txt)"
expect_body hookSpecificOutput.permissionDecision deny
expect_contains BRAIN_SESSION_SECRET
mv secret.kept "$XDG_CONFIG_HOME/holdfast/secret"

# A lock that is held for ever: the hook answers all the same, and other addresses do too.
RUN=7d1054b6-2839-4e27-bcef-43e6e47ca4b4
start_run
flock "$(local_folder)/journal/$RUN.jsonl" sleep 30 &
held=$!
post_hook PreToolUse "$(payload_write a.txt)"
expect_status 200 GET /
kill "$held"
wait "$held" 2>/dev/null || true

# A journal that cannot be written stops no work and is said in the log.
chmod 400 "$(local_folder)/journal/$RUN.jsonl"
post_hook PreToolUse "$(payload_write a.txt)"
if [ "$(id -u)" != 0 ]; then grep -q 'journal' serve.log || fail 'nothing is said'; fi
chmod 600 "$(local_folder)/journal/$RUN.jsonl"

# A damaged index: the page is there, and hooks are answered.
end_server
for index in "$XDG_STATE_HOME"/holdfast/index*.db "$XDG_STATE_HOME"/holdfast/*.sqlite* \
  "$XDG_DATA_HOME"/holdfast/*.db; do
  [ -f "$index" ] || continue
  head -c 8192 /dev/urandom >"$index"
done
serve_with
expect_status 200 GET /
post_hook PreToolUse "$(payload_write a.txt)"
expect_status 200 GET /metrics "$OWNER"
end_server

# A slow client holds up nobody.
serve_with
exec 3<>"/dev/tcp/127.0.0.1/$PORT"
printf 'POST /hook/claude-code HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Length: 100\r\n\r\n{' "$PORT" >&3
post_hook PreToolUse "$(payload_write a.txt)"
exec 3>&-

# A token that others can read, that is none, or that cannot be made: why, and no server.
end_server
token=$XDG_CONFIG_HOME/holdfast/serve-token
chmod 644 "$token"
expect_exit 2 holdfast serve --listen 127.0.0.1:0
expect_contains 'can be read by others'
chmod 600 "$token"
: >"$token"
expect_exit 64 holdfast serve --listen 127.0.0.1:0
expect_contains serve-token
rm "$token"
mkdir -m 700 "$token"
expect_exit 1 holdfast serve --listen 127.0.0.1:0
expect_contains serve-token
