# What is wrong with the installed hooks is found, and --fix repairs it; twice, and all is good.
. "$SUPPORT/scenario.sh"

mkdir bin
cp "$HOLDFAST" bin/holdfast
HOLDFAST=$PWD/bin/holdfast
printf '#!/bin/sh\necho "2.1.325 (Claude Code)" # SubagentStart PostToolUseFailure PostCompact\n' >bin/claude
chmod +x bin/claude
export PATH="$PWD/bin:$PATH"
project
settings=.claude/settings.local.json
cp "$settings" ../good

found_and_mended() { # found_and_mended WORDS: then the file is as it was
  expect_exit 1 holdfast doctor
  expect_contains "$1"
  expect_exit 0 holdfast doctor --fix
  expect_contains 'repaired: '
  expect_exit 0 holdfast doctor --fix
  expect_lacks 'repaired: '
  cmp "$settings" ../good || fail "$1: not as before"
}

sed -i "s,$HOLDFAST,/nowhere/holdfast," "$settings"
found_and_mended 'is not there'
printf '#!/bin/sh\necho holdfast 0.0.1\n' >../old && mkdir ../older && mv ../old ../older/holdfast
chmod +x ../older/holdfast
sed -i "s,$HOLDFAST,$(realpath ../older/holdfast)," "$settings"
found_and_mended 'older version 0.0.1'
sed -i 's/"timeout": 10/"timeout": 10000/' "$settings"
found_and_mended 'look like milliseconds'
sed -i 's/"SessionEnd"/"Notification"/' "$settings"
found_and_mended 'missing'

# A copy without its run bit, which the hooks name.
cp "$HOLDFAST" ../older/holdfast && chmod 644 ../older/holdfast
sed -i "s,$HOLDFAST,$(realpath ../older/holdfast)," "$settings"
expect_exit 1 holdfast doctor
expect_contains 'lost its run bit'
expect_exit 0 holdfast doctor --fix
[ -x ../older/holdfast ] || fail 'no run bit'
cp ../good "$settings"
