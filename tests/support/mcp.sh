# shellcheck shell=bash
# Calls of the MCP server's tools, for scenarios: . "$SUPPORT/mcp.sh" after scenario.sh.
# Each call is a server of its own, so nothing but the files carries over from one to the next.

# mcp_request METHOD PARAMS-JSON: one request of the stateless era; OUT is the answer's line.
mcp_request() {
  local request
  request=$(python3 -c '
import json, sys
params = json.loads(sys.argv[2])
params["_meta"] = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                   "io.modelcontextprotocol/clientCapabilities": {},
                   "io.modelcontextprotocol/clientInfo": {"name": "scenario", "version": "1"}}
print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": sys.argv[1], "params": params}))' "$1" "$2")
  expect_exit 0 mcp_server "$request"
}

mcp_server() { printf '%s\n' "$1" | holdfast mcp; }

# call TOOL [ARGUMENTS-JSON]: OUT becomes the structured content of its result.
call() {
  mcp_request tools/call "{\"name\":\"$1\",\"arguments\":${2:-{\}}}"
  OUT=$(python3 -c '
import json, sys
answer = json.loads(sys.argv[1])
if "error" in answer:
    print(json.dumps({"protocol_error": answer["error"]}))
else:
    result = answer["result"]
    content = result.get("structuredContent", {})
    if json.loads(result["content"][0]["text"]) != content:
        sys.exit("text and structured content differ")
    if result.get("isError", False) != ("error" in content):
        sys.exit("isError does not tell the truth")
    print(json.dumps(content))' "$OUT") || fail "no result of $1"
}

expect_call() {
  call "$@"
  expect_lacks '"error":'
  expect_lacks '"protocol_error":'
}

# expect_call_error CODE TOOL [ARGUMENTS-JSON]
expect_call_error() {
  local code=$1
  shift
  call "$@"
  expect_json error.code "$code"
}

# resource URI: OUT becomes the JSON that it holds.
resource() {
  mcp_request resources/read "{\"uri\":\"$1\"}"
  OUT=$(python3 -c '
import json, sys
print(json.dumps(json.loads(json.loads(sys.argv[1])["result"]["contents"][0]["text"])))' "$OUT") ||
    fail "no resource $1"
}

# A repository with a first commit, opted in; the agent's conversation is RUN.
agent_project() {
  project "$@"
  git config user.email agent@example.com
  git config user.name Agent
  echo text >first.txt
  git add first.txt
  git commit -qm first
  export CLAUDE_CODE_SESSION_ID=$RUN
}

hash_of() { sha256sum "$1" | cut -d' ' -f1; }
