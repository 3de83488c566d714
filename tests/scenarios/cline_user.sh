# Cline's hooks for the user: one script an event, in the one folder that its command line and its
# extension both read, so that no event is told twice. uninstall and doctor know that folder.
. "$SUPPORT/scenario.sh"
hooks=$HOME/Documents/Cline/Hooks
expect_exit 0 holdfast init --yes --host cline --scope user
[ "$(find "$HOME" . -name PreToolUse)" = "$hooks/PreToolUse" ] || fail 'more than one PreToolUse'
[ -x "$hooks/PreToolUse" ] || fail 'a hook that cannot be started'
expect_exit 0 holdfast doctor --host cline
expect_contains "hooks are installed in $hooks/PreToolUse"
chmod 644 "$hooks/PreToolUse"
expect_exit 1 holdfast doctor --host cline
expect_contains "$hooks/PreToolUse has lost its run bit"
expect_exit 0 holdfast doctor --fix --host cline
[ -x "$hooks/PreToolUse" ] || fail 'a hook that still cannot be started'

# Another one in the project would tell each event twice: none is written, and of two the project's
# goes.
expect_exit 0 holdfast init --yes --host cline
[ ! -e .clinerules ] || fail 'a second set'
expect_exit 0 holdfast uninstall --host cline --scope user
expect_exit 0 holdfast init --yes --host cline
expect_exit 0 holdfast init --yes --host cline --scope user
expect_exit 1 holdfast doctor --host cline
expect_contains 'hooks are installed more than once'
expect_exit 0 holdfast doctor --fix --host cline
[ ! -e .clinerules/hooks/PreToolUse ] || fail 'two hooks are left'
[ -e "$hooks/PreToolUse" ] || fail 'no hook is left'

expect_exit 0 holdfast uninstall --host cline --scope user
for folder in "$HOME/Documents/Cline" "$HOME/.cline"; do
  [ ! -e "$folder" ] || fail "$folder is still there"
done
