# G8: the program, its links and what would hide it are not the agent's to change; what is allowed is
# really carried out, and then the hook as it is installed answers as before.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/bash_call.sh"

home=$HOME bin=$HOME/.local/bin
mkdir -p "$bin" "$home/links" "$home/early" evil
cp "$HOLDFAST" "$bin/holdfast"
for name in holdfast brain req; do ln -s "$bin/holdfast" "$home/links/$name"; done
printf '#!/bin/sh\nexit 0\n' >evil/holdfast && chmod +x evil/holdfast
tar cf evil.tar -C evil holdfast
EVIL=$PWD/evil
HOLDFAST=$bin/holdfast
export PATH="$home/early:$home/links:$bin:$PATH"
project
start_run
installed=$(json_at hooks.PreToolUse.0.hooks.0.command <.claude/settings.local.json)
expect_exit 0 holdfast session mode planning --session "$RUN"
# The gate is there as long as the installed hook denies a write.
still_there() {
  expect_exit 0 sh -c "$installed" <<<"$(payload_write a.txt)"
  expect_json hookSpecificOutput.permissionDecision deny
}
still_there
expect_exit 0 holdfast session mode coding --session "$RUN"
for command in "cp /bin/true $bin/holdfast" "ln -sf /bin/true $bin/holdfast" "rm $bin/holdfast" "mv $bin/holdfast x" \
  "chmod -x $bin/holdfast" "install -m755 /bin/true $bin/holdfast" "tar -C $bin -xf $EVIL.tar" "rsync $EVIL/holdfast $bin/" "cp $EVIL/* $bin" \
  "rm -rf $bin" 'rm -rf ~/.local/bin/hold*' "ln -sf /bin/true $home/links/req" "rm $home/links/brain" "mv $home/links $home/x" \
  "echo x >$bin/holdfast-fleet" "echo x >$bin/holdfast" "cp $EVIL/holdfast $home/early" "cp -rf $EVIL/. $home/early" \
  "ln $bin/holdfast twin && echo x >twin" 'sh -c "rm -f ~/.local/bin/holdfast"'; do
  expect_denied "$(bash_call "$command")"
  expect_contains 'the program that decides'
done
expect_denied "$(payload_tool Write "{\"file_path\":\"$bin/holdfast\",\"content\":\"x\"}")"
expect_denied "$(payload_tool Write "{\"file_path\":\"$home/early/holdfast\",\"content\":\"x\"}")"

expect_exit 0 holdfast session mode planning --session "$RUN"
still_there
# PATH shadowing: the hook names its program by the path.
PATH=$EVIL:$PATH still_there
expect_exit 0 holdfast session mode coding --session "$RUN"
for command in "cp $EVIL/holdfast $bin/mine" "rm $bin/mine" "cp $bin/holdfast copy" "ln -s $bin/holdfast link" \
  "cp -r $EVIL $home/evil" "chmod +x $bin/*" "rm -rf $home/evil" "tar -C $PWD -xf $EVIL.tar" 'rm holdfast'; do
  expect_allowed "$(bash_call "$command")"
  bash -c "$command" || fail "it failed: $command"
  expect_exit 0 holdfast session mode planning --session "$RUN"
  still_there
  expect_exit 0 holdfast session mode coding --session "$RUN"
done
