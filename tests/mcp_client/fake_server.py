#!/usr/bin/env python3
"""A made-up MCP server on standard input and output: fake_server.py KIND [FOLDER].

KIND says what it knows and how it misbehaves; FOLDER is where the memory servers keep their files.
"""
import json
import os
import pathlib
import sys
import time

MODERN = "2026-07-28"
KIND = sys.argv[1]
FOLDER = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None


def send(message):
    sys.stdout.write(json.dumps(message, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def schema(*names):
    return {"type": "object", "properties": {name: {} for name in names}}


def text(value, is_error=False):
    result = {"content": [{"type": "text", "text": value}]}
    return {**result, "isError": True} if is_error else result


class Plain:
    """Three tools, one a page."""
    names = ["echo", "slow", "ask"]

    def tools(self, cursor):
        at = int(cursor or 0)
        page = {"tools": [{"name": self.names[at], "inputSchema": schema("value")}]}
        return {**page, "nextCursor": str(at + 1)} if at + 1 < len(self.names) else page

    def call(self, name, arguments):
        if name == "slow":
            time.sleep(1.5)
        if name == "ask":
            return text(json.dumps(ask_back()))
        return {**text(arguments["value"]), "structuredContent": {"was": arguments["value"]}}


class Serena:
    """Its words are those of the real one, which answers failures as ordinary text."""

    def __init__(self, argument):
        self.argument = argument

    def tools(self, _cursor):
        with_name = {"read_memory": [], "write_memory": ["content", "max_chars"],
                     "delete_memory": []}
        tools = [{"name": name, "inputSchema": schema(self.argument, *more)}
                 for name, more in with_name.items()]
        return {"tools": tools + [{"name": "list_memories", "inputSchema": schema()}]}

    def call(self, name, arguments):
        if (FOLDER / "broken").exists():
            return text("Error executing tool: OSError - disk on fire")
        if name == "list_memories":
            names = sorted(str(path.relative_to(FOLDER))[:-3] for path in FOLDER.rglob("*.md"))
            if self.argument == "memory_file_name":
                return text(json.dumps(names))
            return text(json.dumps({"memories": names} if names else {}))
        memory = arguments[self.argument]
        path = FOLDER / (memory + ".md")
        if name == "write_memory":
            if len(arguments["content"]) > arguments.get("max_chars", 1000):
                return text("Error executing tool: ValueError - Content is too long.")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(arguments["content"], encoding="utf-8", newline="")
            return text(f"Memory {memory} written.")
        if name == "delete_memory":
            try:
                path.unlink()
            except FileNotFoundError as error:
                return text(f"Error executing tool: FileNotFoundError - {error}")
            return text(f"Memory {memory} deleted.")
        if not path.exists():
            return text(f"Memory file {memory} not found, consider creating it with the "
                        "`write_memory` tool if you need it.")
        with open(path, encoding="utf-8", newline="") as file:
            return text(file.read())


class BasicMemory:
    """Trims notes and owns their frontmatter, as the real one does."""

    def tools(self, _cursor):
        taken = {"write_note": ["title", "content", "directory", "project", "overwrite",
                                "output_format"],
                 "read_note": ["identifier", "project", "output_format", "include_frontmatter"],
                 "delete_note": ["identifier", "project"],
                 "list_directory": ["dir_name", "depth", "file_name_glob", "project"]}
        return {"tools": [{"name": name, "inputSchema": schema(*names)}
                          for name, names in taken.items()]}

    def call(self, name, arguments):
        if arguments.get("project") != "notes":
            return text(f"Project '{arguments.get('project')}' not found", is_error=True)
        return getattr(self, name)(arguments)

    def write_note(self, arguments):
        path = FOLDER / arguments["directory"] / (arguments["title"] + ".md")
        if path.exists() and not arguments.get("overwrite"):
            return self.wrapped({"action": "conflict", "error": "NOTE_ALREADY_EXISTS"})
        path.parent.mkdir(parents=True, exist_ok=True)
        content = arguments["content"]
        if content.startswith("---\n"):
            content = content.split("\n---\n", 1)[-1]
        path.write_text(f"---\ntitle: {arguments['title']}\ntype: note\n---\n\n{content.strip()}\n",
                        encoding="utf-8")
        return self.wrapped({"title": arguments["title"], "action": "created"})

    def read_note(self, arguments):
        path = FOLDER / (arguments["identifier"] + ".md")
        if not path.exists():
            other = next(iter(sorted(FOLDER.rglob("*.md"))), None)
            if other and other.stem == path.stem:
                path = other
            else:
                return self.wrapped({"title": None, "file_path": None, "content": None})
        note = path.read_text(encoding="utf-8").split("\n---\n", 1)[1].strip()
        return self.wrapped({"file_path": str(path.relative_to(FOLDER)), "content": note})

    def delete_note(self, arguments):
        path = FOLDER / (arguments["identifier"] + ".md")
        if not path.exists():
            return self.wrapped(False)
        path.unlink()
        return self.wrapped(True)

    def list_directory(self, arguments):
        folder = FOLDER / arguments["dir_name"].strip("/")
        paths = sorted(folder.rglob("*.md"))
        if not paths:
            return text(f"No files found in directory '{arguments['dir_name']}'")
        lines = [f"📄 {path.name:<30} {path.relative_to(FOLDER)} | {path.stem} | 2026-11-16"
                 for path in paths]
        return text("\n".join([f"Contents of '{arguments['dir_name']}' (depth 8):", "", *lines]))

    @staticmethod
    def wrapped(value):
        return {**text(json.dumps(value)), "structuredContent": {"result": value}}


def ask_back():
    """What the client says to requests of ours, in the legacy era."""
    answers = {}
    for number, method in enumerate(["ping", "roots/list", "elicitation/create"]):
        send({"jsonrpc": "2.0", "id": f"q{number}", "method": method, "params": {}})
        answer = json.loads(sys.stdin.readline())
        answers[method] = answer.get("result", answer.get("error", {}).get("code"))
    send({"jsonrpc": "2.0", "method": "notifications/message",
          "params": {"level": "warning", "data": "asked"}})
    return answers


def result_of(server, method, params, is_modern):
    if method == "tools/list":
        result = server.tools(params.get("cursor"))
    elif method == "tools/call":
        result = server.call(params["name"], params.get("arguments", {}))
    else:
        return None
    return {"resultType": "complete", **result} if is_modern else result


def answer(server, message):
    """The result, or None where there is no such method."""
    method, params = message["method"], message.get("params", {})
    speaks_modern = KIND in ("modern", "modern-only", "asks-modern")
    is_modern = "io.modelcontextprotocol/protocolVersion" in params.get("_meta", {})
    if method == "server/discover" and speaks_modern:
        return {"resultType": "complete", "supportedVersions": [MODERN], "ttlMs": 0,
                "cacheScope": "private", "capabilities": {"tools": {}},
                "_meta": {"io.modelcontextprotocol/serverInfo": {"name": KIND, "version": "1"}}}
    if method == "initialize" and KIND != "modern-only":
        version = "2024-11-05" if KIND == "old" else "2025-11-25"
        version = "1999-01-01" if KIND == "ancient" else version
        return {"protocolVersion": version, "capabilities": {"tools": {}},
                "serverInfo": {"name": KIND, "version": "1"}}
    if KIND == "asks-modern" and method == "tools/call":
        return {"resultType": "input_required", "requestState": "s", "inputRequests": {
            "q": {"method": "elicitation/create", "params": {"message": "?"}}}}
    if is_modern and not speaks_modern:
        return None
    return result_of(server, method, params, is_modern)


def misbehave(message):
    """What bad servers do instead of an answer."""
    if KIND == "hangs" or (KIND == "hangs-later" and message.get("method") == "tools/call"):
        time.sleep(60)
    if KIND == "dies" or (KIND == "dies-on-probe" and message["method"] == "server/discover"):
        sys.stderr.write("first line\n\x1b[31mno module named\x00 memory\n")
        os._exit(3)
    if KIND == "dies-later" and message.get("method") == "tools/call" and not FOLDER.exists():
        FOLDER.mkdir()
        os._exit(1)
    if KIND == "floods":
        while True:
            send({"jsonrpc": "2.0", "method": "notifications/progress", "params": {}})
    if KIND == "noise-only":
        while True:
            print("starting, please wait", flush=True)
    if KIND == "noisy":
        print("Welcome to the server!\n\n[1, 2", flush=True)
        sys.stderr.write("e" * 300_000)
        sys.stderr.flush()
    if KIND == "endless-line":
        while True:
            sys.stdout.write("x" * 65536)


def main():
    server = {"serena": Serena("memory_name"), "old-serena": Serena("memory_file_name"),
              "basic-memory": BasicMemory()}.get(KIND, Plain())
    if KIND == "dies-at-start":
        sys.exit("cannot start")
    for line in sys.stdin:
        message = json.loads(line)
        if "method" not in message:
            continue
        misbehave(message)
        if "id" not in message:
            continue
        result = answer(server, message)
        reply = {"jsonrpc": "2.0", "id": message["id"]}
        if result is None:
            send({**reply, "error": {"code": -32601, "message": "Method not found"}})
        else:
            send({**reply, "result": result})


if __name__ == "__main__":
    main()
