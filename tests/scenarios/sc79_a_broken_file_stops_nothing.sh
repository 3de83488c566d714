# SC-79, B4-4, B4-5, B4-6, S4-23, S4-24, S4-25, S4-26, S4-27, S4-78, S4-103, S4-107, S4-111: faults of
# this layer let the work go on, and nothing is overwritten.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/requirements.sh"

new_requirements_project <<'END_YAML'
requirements:
  commit_plan: {enabled: true, scope: session, enforce: warn}
END_YAML
mkdir -p "$HOME/.claude"
start_run
file=$(branch_file)

# A state that is no JSON.
mkdir -p "$(dirname "$file")"
echo '{"version": "1.0", "requirements": {' >"$file"
expect_allowed "$(payload_write a.txt)"
ls "$file".corrupt-* >/dev/null || fail 'not set aside'
grep -q 'requirements": {$' "$file".corrupt-* || fail 'its bytes are gone'

# A version that is not understood is left alone.
echo '{"version": "9.9", "requirements": {"x": 1}}' >"$file"
before=$(cat "$file")
expect_allowed "$(payload_write a.txt)"
expect_exit 69 holdfast req satisfy commit_plan --session "$RUN"
[ "$(cat "$file")" = "$before" ] || fail 'changed a file of another version'
rm "$file"

# The registry.
echo 'not json' >"$HOME/.claude/sessions.json"
start_run
ls "$HOME"/.claude/sessions.json.corrupt-* >/dev/null || fail 'the registry was not set aside'

# A lock that somebody holds: nothing is written, the work goes on, a person hears of it.
expect_exit 0 holdfast req satisfy commit_plan --session "$RUN"
before=$(cat "$file")
(exec 9>>"${file%.json}.lock" && flock 9 && sleep 6) &
holder=$!
sleep 0.3
run_skill arch-review
expect_contains 'not saved'
expect_exit 75 holdfast req clear commit_plan --session "$RUN"
[ "$(cat "$file")" = "$before" ] || fail 'written without the lock'
kill "$holder"
wait "$holder" 2>/dev/null || true

# What could not be saved is saved at the end of the turn.
expect_exit 0 holdfast req clear commit_plan --session "$RUN"
expect_not_held
expect_state requirements.commit_plan.sessions.0b9a1d52.satisfied null
(exec 9>>"${file%.json}.lock" && flock 9 && sleep 6) &
holder=$!
sleep 0.3
run_skill arch-review
kill "$holder"
wait "$holder" 2>/dev/null || true
expect_state requirements.commit_plan.sessions.0b9a1d52.satisfied null
expect_not_held
expect_state requirements.commit_plan.sessions.0b9a1d52.satisfied_by skill

# A configuration that cannot be read.
printf 'requirements: [\n' >.claude/requirements.yaml
expect_allowed "$(payload_write a.txt)"
expect_exit 0 holdfast req doctor
expect_contains requirements.yaml:

# No git: the layer is off.
cd ..
mkdir plain
cd plain
mkdir .claude
echo 'requirements: {commit_plan: {enabled: true}}' >.claude/requirements.yaml
expect_allowed "$(payload_write a.txt)"
expect_silent
