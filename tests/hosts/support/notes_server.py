"""A made-up MCP server over pipes, whose tools have hyphens in their names. usage: FILE"""
import json
import sys

TOOLS = ("save_note", "bar-baz")
SCHEMA = {"type": "object", "properties": {"title": {"type": "string"}}}


def result_of(method, given):
    if method == "initialize":
        return {"protocolVersion": given["protocolVersion"], "capabilities": {"tools": {}},
                "serverInfo": {"name": "notes", "version": "1"}}
    if method == "tools/list":
        return {"tools": [{"name": name, "description": name, "inputSchema": SCHEMA}
                          for name in TOOLS]}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": f"ran {given['name']}"}]}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        answer = {"jsonrpc": "2.0", "id": message["id"],
                  "result": result_of(message["method"], message.get("params"))}
        print(json.dumps(answer), flush=True)
