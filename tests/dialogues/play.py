#!/usr/bin/env python3
"""Plays a dialogue against a server on standard input and output, and checks every answer.

usage: tests/dialogues/play.py SERVER DIALOGUE

A dialogue is lines:
  # says what it shows
  > {"id":1,"method":"ping"}      is sent; "jsonrpc" is added
  > (modern) {"id":1,...}         the same with the `_meta` of the modern era, and no capabilities
  > (modern elicitation) {...}    the same with these capabilities
  > (raw) nonsense                is sent as it stands
  < {"id":1,"result":{}}          must come; lines that follow each other come in any order
  < $asked = {"method":"x"}       the same; its id is then $asked in what is sent
Of an expected object only the members that are written must be there; "…" is any value; a list has
as many elements as are written. Nothing else may come, and the server must end with exit code 0.
"""
import json
import queue
import re
import subprocess
import sys
import threading

SECONDS_MAX = 10
META = "io.modelcontextprotocol/"


class Failed(Exception):
    """What went wrong, with the line of the dialogue."""


def fits(wanted, got):
    if wanted == "…":
        return True
    if isinstance(wanted, dict):
        return isinstance(got, dict) and all(
            key in got and fits(value, got[key]) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(got, list) and len(wanted) == len(got) and all(map(fits, wanted, got))
    return type(wanted) is type(got) and wanted == got


def to_send(text, known):
    """The bytes of a `>` line."""
    for name, value in known.items():
        text = text.replace(f'"${name}"', json.dumps(value))
    match = re.fullmatch(r"\((\w+) ?([\w ]*)\) (.*)", text)
    kind, capabilities, text = match.groups() if match else ("", "", text)
    if kind == "raw":
        return text
    message = json.loads(text)
    if kind == "modern":
        params = message.setdefault("params", {})
        params["_meta"] = {
            META + "protocolVersion": "2026-07-28",
            META + "clientInfo": {"name": "dialogue", "version": "1"},
            META + "clientCapabilities": {name: {} for name in capabilities.split()},
            **params.get("_meta", {})}
    return json.dumps({"jsonrpc": "2.0", **message})


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        encoding="utf-8")
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def hear(self):
        try:
            line = self.lines.get(timeout=SECONDS_MAX)
        except queue.Empty:
            raise Failed("nothing came") from None
        if line is None:
            raise Failed("the server has ended")
        return json.loads(line)

    def end(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=SECONDS_MAX)
        rest = self.lines.get(timeout=SECONDS_MAX)
        if rest is not None:
            raise Failed(f"one too many: {rest}")
        if code != 0:
            raise Failed(f"exit code {code}")


def expect(server, wanted, known):
    """Hears as many messages as are wanted; each must fit one of them."""
    while wanted:
        got = server.hear()
        for row in wanted:
            name, pattern = row
            if fits(pattern, got):
                if name:
                    known[name] = got["id"]
                wanted.remove(row)
                break
        else:
            raise Failed(f"came: {json.dumps(got, ensure_ascii=False)}\n  wanted: {wanted}")


def play(program, path):
    server = Server(program)
    known, wanted = {}, []
    number = 0
    try:
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                line = line.rstrip("\n")
                if line.startswith("< "):
                    name, text = re.fullmatch(r"< (?:\$(\w+) = )?(.*)", line).groups()
                    wanted.append((name, json.loads(text)))
                    continue
                expect(server, wanted, known)
                if line.startswith("> "):
                    server.send(to_send(line[2:], known))
                elif line and not line.startswith("#"):
                    raise Failed("neither > nor < nor #")
        expect(server, wanted, known)
        server.end()
    except (Failed, ValueError, BrokenPipeError, subprocess.TimeoutExpired) as failure:
        print(f"{path}:{number}: {failure}")
        return 1
    finally:
        server.process.kill()
        server.process.wait()
    return 0


if __name__ == "__main__":
    sys.exit(play(*sys.argv[1:]))
