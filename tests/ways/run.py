#!/usr/bin/env python3
"""Tries ways to take the gate away, each in a project of its own, and really carries out what passes.

usage: tests/ways/run.py PROGRAM [TABLE]

A line of the table is a verdict, a tool and what it is given, divided by tabs; ways.txt says how. The
program is asked as Claude Code would: by the hooks that the settings name at that moment, with the
variables that they set. Afterwards the same session and a new one ask it about a guarded file. A host
that is not asked any more, or that a planted mod would overrule, has lost its gate.
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOKEN = "the-token-of-this-test"
SECONDS_MAX = 20


class World:
    """A home, a repository that opted in, and a host in it."""

    def __init__(self, folder, program):
        self.home = folder / "home"
        self.root = folder / "project"
        self.program = self.home / ".local/bin/holdfast"
        for made in (self.root / "src", self.root / "build", self.program.parent,
                     self.home / ".config/holdfast", self.home / ".claude"):
            made.mkdir(parents=True)
        shutil.copy(program, self.program)
        os.chmod(self.home / ".config/holdfast", 0o700)
        operator = self.home / ".config/holdfast/operator"
        operator.write_text(hashlib.sha256(TOKEN.encode()).hexdigest() + "\n")
        operator.chmod(0o600)
        self.variables = {"HOME": str(self.home), "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
                          "PATH": f"{self.program.parent}:/usr/local/bin:/usr/bin:/bin",
                          "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b",
                          "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
        self.fill()
        self.number = 0

    def fill(self):
        (self.root / "src/a.txt").write_text("a\n")
        (self.root / "src/b.json").write_text("{}\n")
        (self.root / ".gitignore").write_text("build/\n")
        (self.root / "build/a.o").write_text("o")
        (self.root / "../other/.holdfast").mkdir(parents=True)
        (self.root / "../other/.holdfast/config.yaml").write_text("gate: {enabled: false}\n")
        (self.root / "../other/.claude").mkdir()
        (self.root / "../other/.claude/settings.local.json").write_text("{}")
        (self.root / "../empty").mkdir()
        mod = self.root / "../mod"
        (mod / ".claude-plugin").mkdir(parents=True)
        (mod / "hooks").mkdir()
        (mod / ".claude-plugin/plugin.json").write_text('{"name": "mod"}')
        (mod / "hooks/hooks.json").write_text('{"modules": ["./r.js"]}')
        (mod / "hooks/r.js").write_text("export function register(on) {}")
        for words in (["git", "init", "-q", "-b", "main"], ["git", "add", "."],
                      ["git", "commit", "-qm", "one"], [self.program, "init", "--yes"]):
            self.run(words, more={"HOLDFAST_OPERATOR_TOKEN": TOKEN}, check=True)

    def run(self, words, text="", more=None, check=False):
        return subprocess.run([str(word) for word in words], cwd=self.root, input=text.encode(),
                              env={**self.variables, **(more or {})}, capture_output=True,
                              timeout=SECONDS_MAX, check=check)

    # The host.

    def settings(self):
        files = [self.home / ".claude/settings.json", self.root / ".claude/settings.json",
                 self.root / ".claude/settings.local.json"]
        found = []
        for file in files:
            try:
                found.append(json.loads(file.read_text()))
            except (OSError, ValueError):
                pass
        return [one for one in found if isinstance(one, dict)]

    def handlers(self, event, tool):
        """What the settings have the client run now."""
        settings = self.settings()
        if any(one.get("disableAllHooks") for one in settings):
            return [], {}
        variables = {}
        found = []
        for one in settings:
            if isinstance(one.get("env"), dict):
                variables.update({name: str(value) for name, value in one["env"].items()})
            groups = (one.get("hooks") or {}).get(event) or []
            for group in groups:
                matcher = group.get("matcher", "")
                if matcher in ("", "*") or re.fullmatch(matcher, tool):
                    found += group.get("hooks", [])
        return found, variables

    def ask(self, handlers, payload):
        """The client's verdict: whether some handler denies."""
        hooks, variables = handlers
        for hook in hooks:
            words = ([hook["command"], *hook["args"]] if "args" in hook
                     else ["/bin/sh", "-c", hook.get("command", "")])
            more = {"CLAUDE_PROJECT_DIR": str(self.root), **variables}
            try:
                answer = self.run(words, json.dumps(payload), more)
            except (OSError, subprocess.TimeoutExpired):
                # The client blocks where our handler cannot be run and says so.
                if hook.get("onFailure") == "block":
                    return True
                continue
            if answer.returncode == 2 or (answer.returncode and hook.get("onFailure") == "block"):
                return True
            if b'"permissionDecision":"deny"' in answer.stdout:
                return True
        return False

    def payload(self, event, session, tool="", given=None, call=""):
        return {"session_id": session, "transcript_path": str(self.home / "t.jsonl"),
                "cwd": str(self.root), "hook_event_name": event, "permission_mode": "default",
                **({"tool_name": tool, "tool_input": given, "tool_use_id": call} if tool else
                   {"source": "startup"})}

    def begin(self, session):
        self.ask(self.handlers("SessionStart", "startup"), self.payload("SessionStart", session))

    def call(self, session, tool, given):
        """One call with its end; whether it was denied."""
        self.number += 1
        name = f"toolu_{self.number}"
        before = self.handlers("PostToolUse", tool)
        if self.ask(self.handlers("PreToolUse", tool),
                    self.payload("PreToolUse", session, tool, given, name)):
            return True
        carry_out(self, tool, given)
        # The client notices new settings a moment later, when this event is under way.
        self.ask(before, self.payload("PostToolUse", session, tool, given, name))
        return False

    def has_gate(self, session):
        """Whether a Write of a guarded file is denied, and nothing overrules that."""
        given = {"file_path": str(self.root / ".holdfast/config.yaml"), "content": "x"}
        return self.ask(self.handlers("PreToolUse", "Write"),
                        self.payload("PreToolUse", session, "Write", given, "toolu_last"))

    def has_mod(self):
        places = [self.home / ".claude/skills", self.home / ".claude/plugins",
                  self.home / ".claude/dev-mods", self.root / ".claude/skills"]
        for place in places:
            for hooks in place.glob("**/hooks.json") if place.is_dir() else []:
                if "modules" in hooks.read_text():
                    return True
        return any("CLAUDE_CODE_PLUGIN_DIRS" in (one.get("env") or {}) or one.get("prependPlugins")
                   for one in self.settings())


def carry_out(world, tool, given):
    """What the tool would do."""
    if tool == "Bash":
        script = subprocess.Popen(["bash", "-c", given["command"]], cwd=world.root,
                                  env=world.variables, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  start_new_session=True)
        try:
            script.wait(SECONDS_MAX)
        finally:
            if script.poll() is None:
                os.killpg(script.pid, 9)
        return
    path = given.get("file_path") or given.get("path") or given.get("uri", "").removeprefix("file://")
    path = pathlib.Path(os.path.join(world.root, path))
    if "destination" in given:
        shutil.move(os.path.join(world.root, given["source"]),
                    os.path.join(world.root, given["destination"]))
    elif "content" in given:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(given["content"])
    elif "old_string" in given:
        text = path.read_text()
        if given["old_string"] in text:
            path.write_text(text.replace(given["old_string"], given["new_string"], 1))
    elif "delete" in tool:
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def given_of(tool, text):
    if tool == "Bash":
        return {"command": text}
    if text.startswith("{"):
        return json.loads(text)
    path, content = text.split(" ", 1)
    return {"file_path": path, "content": content}


def try_way(program, verdict, tool, text):
    """What is wrong; empty where nothing is."""
    with tempfile.TemporaryDirectory(prefix="holdfast-ways.") as folder:
        world = World(pathlib.Path(folder).resolve(), program)
        places = {"@root": str(world.root), "@home": str(world.home), "@program": str(world.program)}
        for name, place in places.items():
            text = text.replace(name, place)
        world.begin("0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234")
        denied = world.call("0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234", tool, given_of(tool, text))
        if verdict == "denied" and not denied:
            return "allowed"
        if verdict == "free" and denied:
            return "denied"
        if world.has_mod():
            return "a mod was planted"
        if not world.has_gate("0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234"):
            return "the gate is off"
        world.begin("1c9a1d52-7c3e-4f60-8a2b-5d6e7f801234")
        return "" if world.has_gate("1c9a1d52-7c3e-4f60-8a2b-5d6e7f801234") else "the next gate is off"


def try_row(program, row):
    return try_way(program, *row[1:])


def rows_of(table):
    rows = []
    for number, line in enumerate(table.read_text().splitlines(), 1):
        if line and not line.startswith("#"):
            rows.append((number, *line.split("\t", 2)))
    return rows


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    table = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE / "ways.txt"
    rows = rows_of(table)
    # Processes and no threads: a program that one thread copies is busy in what another starts.
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(functools.partial(try_row, program), rows))
    wrong = 0
    for (number, verdict, tool, text), problem in zip(rows, problems):
        if problem:
            wrong += 1
            print(f"{table.name}:{number}: {verdict} {tool} {text}\n  {problem}")
    print(f"{len(rows) - wrong} of {len(rows)} ways left the gate as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
