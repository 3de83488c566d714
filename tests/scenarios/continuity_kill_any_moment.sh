# SC-65, SC-66, B3-2, B3-6, B3-16, S3-115: kill -9 at 500 random moments of a turn loses no finished turn.
. "$SUPPORT/scenario.sh"

project
export HOLDFAST
python3 "$SUPPORT/continuity_kill.py" 500
expect_exit 0 holdfast doctor --fix
