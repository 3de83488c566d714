# U1-U4, U6, G6, G7, B0-8: what a person set only a person loosens, whatever way the agent takes.
. "$SUPPORT/scenario.sh"

project
start_run
expect_exit 0 holdfast session mode planning --session "$RUN"
shell() { payload_tool Bash "{\"command\":\"$1\"}"; }
expect_denied "$(payload_write a.txt)"
case "$(json_at hookSpecificOutput.permissionDecisionReason <<<"$OUT")" in
  *'holdfast session mode'*) fail 'the model is told the way round' ;;
  *'ask the person'*) ;;
  *) fail 'the model is not told to ask' ;;
esac
case "$(json_at systemMessage <<<"$OUT")" in *'holdfast session mode coding'*) ;; *) fail 'the person is not told how' ;; esac

# U1: the agent's shell runs none of these, in planning nor in coding.
for mode in planning coding; do
  expect_exit 0 holdfast session mode "$mode" --session "$RUN"
  for command in 'holdfast session mode disabled' 'holdfast pause' 'holdfast uninstall' \
    'holdfast secret rotate' 'holdfast session undo' 'req approve x' 'holdfast trust' \
    'setsid -f sh -c \"sleep 1; script -qec \\\"holdfast session mode disabled\\\" /dev/null\"' \
    "tmux new -d 'holdfast session mode disabled'" "tmux send-keys 'holdfast pause' Enter" \
    "$HOLDFAST pause" 'echo x | holdfast hook PostToolUse' 'env -i holdfast pause' 'brain pause'; do
    expect_denied "$(shell "$command")"
    expect_contains guarded_command
  done
  for command in 'holdfast status' 'holdfast why --last' 'req status' 'holdfast session mode analysis'; do
    expect_allowed "$(shell "$command")"
  done
done

# By itself each command looks who runs it.
expect_exit 0 holdfast session mode planning --session "$RUN"
for command in 'session mode coding' 'session set-state currentMode=coding' pause uninstall \
  'secret rotate' 'index reset --yes' 'req pause'; do
  # shellcheck disable=SC2086
  expect_exit 2 as_agent "$HOLDFAST" $command
  expect_contains 'needs a person'
done
expect_denied "$(payload_write a.txt)"
agents_terminal() {
  as_agent CLAUDECODE=1 script -qec "$HOLDFAST session mode disabled --session $RUN" /dev/null <<<disabled
}
expect_exit 2 agents_terminal

# It may tighten, and take back what it tightened itself.
expect_exit 0 as_agent "$HOLDFAST" session mode analysis --session "$RUN"
expect_exit 0 as_agent "$HOLDFAST" session mode planning --session "$RUN"
expect_exit 2 as_agent "$HOLDFAST" session mode coding --session "$RUN"
sed -i 's/^gate:/gate:\n  agent_mode_change: any/' .holdfast/config.yaml
grep -q agent_mode_change .holdfast/config.yaml || printf 'gate:\n  agent_mode_change: any\n' >>.holdfast/config.yaml
expect_exit 0 as_agent "$HOLDFAST" session mode coding --session "$RUN"
expect_exit 2 as_agent "$HOLDFAST" session mode disabled --session "$RUN"
