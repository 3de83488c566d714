# A repository that is moved keeps its sessions, its trust and its mode; a copy and a clone are
# projects of their own.
# SC-55, B2-17
. "$SUPPORT/scenario.sh"

top=$PWD
project one --operator
token=$(grep -oE '[0-9a-f]{64}' <<<"$OUT")
start_run
expect_exit 0 holdfast session mode planning --session "$RUN"
HOLDFAST_OPERATOR_TOKEN=$token expect_exit 0 holdfast trust
state=$HOME/.local/state/holdfast
[ "$(find "$state/projects" -name '*.json' | wc -l)" = 1 ] || fail 'not in the registry'

# Moved: the same state under the same id; the gate goes on where it was.
cd "$top"
mv one two
cd two
start_run
expect_denied "$(payload_write src/a.cpp)"
expect_contains 'planning'
expect_exit 0 holdfast session list --json
expect_json sessions.# 1
expect_exit 0 holdfast session verify --session "$RUN"
expect_exit 0 holdfast doctor
expect_lacks 'rolled back'
[ "$(find "$state/projects" -name '*.json' | wc -l)" = 1 ] || fail 'a second project'
grep -q "$top/two" "$state"/projects/*.json || fail 'the registry has the old place'
id=$(basename "$state"/projects/*.json .json)
[ -e "$HOME/.config/holdfast/trusted/$id" ] || fail 'the trust is of another id'

# Moved while nobody looked, then asked by a command before any session begins.
cd "$top"
mv two three
cd three
expect_exit 0 holdfast session get-state --session "$RUN"
expect_json currentMode planning

# A copy: its own project; the other one goes on untouched.
cd "$top"
cp -r three four
cd four
RUN=1c0b2e63-8d4f-4a71-9b3c-6e7f80912345
start_run
expect_allowed "$(payload_write src/a.cpp)"
[ "$(find "$state/projects" -name '*.json' | wc -l)" = 2 ] || fail 'the copy is no project'
cd "$top/three"
expect_exit 0 holdfast session list --json
expect_json sessions.# 1

# Nobody believes a place that was not signed here.
mkdir -p "$top/five" && cd "$top/five" && git init -q
mkdir -p .git/holdfast && sed 's/^place .*/place \/gone/' "$top/three/.git/holdfast/place" >.git/holdfast/place
expect_exit 0 holdfast init --yes
start_run
[ ! -e .git/holdfast/identity ] || fail 'a forged place was believed'
[ "$(find "$state/projects" -name '*.json' | wc -l)" = 3 ] || fail 'it took the id of another project'
