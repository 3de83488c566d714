# Each host: init writes its files and leaves the rest, twice is once, git status stays clean, doctor
# finds nothing wrong, and uninstall gives every byte back; in the local, the user's and the
# project's scope.
. "$SUPPORT/scenario.sh"

mkdir bin
ln -s "$HOLDFAST" bin/holdfast
export PATH="$PWD/bin:$PATH"

# in_files HOST SCOPE: the files that a host gets.
in_files() {
  python3 - "$1" "$2" "$HOME" <<'END'
import sys
host, scope, home = sys.argv[1:]
PROJECT = {"codex": [".codex/hooks.json", ".codex/config.toml"], "gemini": [".gemini/settings.json"],
           "copilot": [".github/hooks/holdfast.json", ".github/mcp.json"],
           "cursor": [".cursor/hooks.json", ".cursor/mcp.json"], "windsurf": [".windsurf/hooks.json"],
           "cline": [".clinerules/hooks/PreToolUse", ".clinerules/hooks/TaskStart"],
           "opencode": [".opencode/plugins/holdfast.js", ".opencode/opencode.json"]}
USER = {"codex": [".codex/hooks.json", ".codex/config.toml"], "gemini": [".gemini/settings.json"],
        "copilot": [".copilot/hooks/holdfast.json", ".copilot/mcp-config.json"],
        "cursor": [".cursor/hooks.json", ".cursor/mcp.json"],
        "windsurf": [".codeium/windsurf/hooks.json", ".codeium/windsurf/mcp_config.json"],
        "cline": ["Documents/Cline/Hooks/PreToolUse", ".cline/data/settings/cline_mcp_settings.json"],
        "opencode": [".config/opencode/plugins/holdfast.js", ".config/opencode/opencode.json"]}
for name in (USER if scope == "user" else PROJECT)[host]:
    print(home + "/" + name if scope == "user" else name)
END
}

# Every file is what the host can parse, and names the program as the scope has it.
check_files() {
  local file
  for file in $(in_files "$1" "$2"); do
    [ -e "$file" ] || fail "$1 $2: no $file"
    case "$file" in
      *.json) python3 -m json.tool "$file" >/dev/null || fail "$file is not JSON" ;;
      *.toml) python3 -c 'import sys, tomllib; tomllib.load(open(sys.argv[1], "rb"))["mcp_servers"]["session-state"]' "$file" || fail "$file" ;;
      */hooks/*|*/Hooks/*) if ! [ -x "$file" ] || ! sh -n "$file"; then fail "$file cannot run"; fi ;;
    esac
    if [ "$2" = project ]; then
      ! grep -q "$HOLDFAST" "$file" || fail "$file names a path"
    else
      grep -q "$HOLDFAST" "$file" || fail "$file does not name the program"
    fi
  done
}

state() { (find . -path ./.git -prune -o -type f -print0; find "$HOME" -path '*/holdfast/*' -prune -o -type f -print0) | sort -z | xargs -0 sha256sum; cat .git/info/exclude; }

repository project
printf '*.o\n' >.git/info/exclude
holdfast secret rotate >/dev/null 2>&1 || true
for host in codex gemini copilot cursor windsurf cline opencode; do
  for scope in local user project; do
    if [ "$host $scope" = 'opencode project' ]; then
      expect_exit 64 holdfast init --yes --host opencode --scope project
      expect_contains 'wherever Holdfast is not installed'
      continue
    fi
    before=$(state)
    expect_exit 0 holdfast init --yes --host "$host" --scope "$scope"
    check_files "$host" "$scope"
    after=$(state)
    expect_exit 0 holdfast init --yes --host "$host" --scope "$scope"
    expect_contains 'Nothing to change'
    [ "$(state)" = "$after" ] || fail "$host $scope: twice is not once"
    [ "$scope" = project ] || [ -z "$(git status --porcelain)" ] || fail "$host $scope: $(git status --porcelain)"
    # Codex runs no hook before a person has trusted it, so the gate is still open there.
    sound=0
    [ "$host" != codex ] || sound=1
    expect_exit "$sound" holdfast doctor
    expect_contains "$host: hooks are installed"
    expect_exit "$sound" holdfast doctor --host "$host"
    expect_contains "! $host: "
    expect_exit 0 holdfast uninstall --scope "$scope"
    [ "$(state)" = "$before" ] || fail "$host $scope: $(diff <(echo "$before") <(state))"
  done
done

# By another name its entries would not be known again: nothing is written, not even the opt-in.
cp "$HOLDFAST" "$HOME/holdfast-new"
before=$(state)
for host in claude-code codex gemini copilot cursor windsurf cline opencode openclaw; do
  scope=local
  [ "$host" != openclaw ] || scope=user
  expect_exit 64 "$HOME/holdfast-new" init --yes --host "$host" --scope "$scope"
  expect_contains 'this program is called holdfast-new'
  expect_contains 'Rename it to holdfast'
  [ "$(state)" = "$before" ] || fail "$host: $(diff <(echo "$before") <(state))"
done
