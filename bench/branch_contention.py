#!/usr/bin/env python3
"""Measures processes that mark and satisfy requirements on one branch at once.

usage: bench/branch_contention.py [--program P] [--processes N] [--rounds N] [--sessions N]

Every process is a hook of a session of its own: half of them satisfy by a skill, half of them are
let through and mark what they triggered. All of a round wait for their input, which they get at
once. Prints the time from there to the end of each, and fails where anything is missing in the
branch's file. The branch has a history of
--sessions sessions: what a write costs grows with its file.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

RULES = """requirements:
  satisfied_one: {enabled: true, enforce: warn, auto_resolve_skill: arch-review}
  satisfied_two: {enabled: true, enforce: warn, auto_resolve_skill: arch-review}
  marked: {enabled: true, enforce: warn}
"""


def payload(event, session, folder, **more):
    return json.dumps({"session_id": session, "cwd": str(folder), "hook_event_name": event, **more})


def satisfy(session, folder):
    return "PostToolUse", payload("PostToolUse", session, folder, tool_name="Skill",
                                  tool_use_id="t", tool_input={"skill": "arch-review"},
                                  tool_response={})


def mark(session, folder):
    return "PreToolUse", payload("PreToolUse", session, folder, tool_name="Write",
                                 tool_use_id="t", tool_input={"file_path": f"{folder}/a.txt"})


def session_of(number):
    return f"{number:08x}-7c3e-4f60-8a2b-5d6e7f801234"


class Bench:
    def __init__(self, program, folder, history):
        self.program = program
        self.project = folder / "project"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder / "home")}
        (self.project / ".claude").mkdir(parents=True)
        (folder / "home/.claude").mkdir(parents=True)
        self.run(["git", "init", "-q", "-b", "main"])
        self.run([program, "init", "--yes"])
        (self.project / ".claude/requirements.yaml").write_text(RULES)
        self.file = self.project / ".git/requirements/main.json"
        if history:
            self.write_history(history)
        time.sleep(0.1)  # A cascade that changed a moment ago is not kept compiled.
        self.send(*mark(session_of(0xfffffff0), self.project))

    def write_history(self, sessions):
        entry = {"satisfied": True, "satisfied_at": 1702345678, "satisfied_by": "skill",
                 "metadata": {"skill": "arch-review"}, "expires_at": None}
        names = ("satisfied_one", "satisfied_two", "marked")
        record = {"scope": "session",
                  "sessions": {f"aa{i:06x}": entry for i in range(sessions)}}
        document = {"version": "1.0", "branch": "main", "project": "/p", "created_at": 1702345678,
                    "updated_at": 1702345678, "requirements": {name: record for name in names}}
        self.file.parent.mkdir(parents=True)
        self.file.write_text(json.dumps(document, indent=2))

    def run(self, command):
        subprocess.run(command, cwd=self.project, env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)

    def send(self, event, text):
        subprocess.run([self.program, "hook", event], cwd=self.project, env=self.environment,
                       input=text, text=True, check=True, capture_output=True)

    def begin(self, session):
        self.send("SessionStart", payload("SessionStart", session, self.project, source="startup"))

    def round(self, first, processes):
        """The seconds that each process took, from its input on."""
        for index in range(processes):
            self.begin(session_of(first + index))
        started = {}
        inputs = []
        for index in range(processes):
            event, text = (satisfy, mark)[index % 2](session_of(first + index), self.project)
            process = subprocess.Popen([self.program, "hook", event], cwd=self.project,
                                       env=self.environment, stdin=subprocess.PIPE,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            inputs.append((process, text))
        for process, text in inputs:
            started[process.pid] = time.monotonic()
            process.stdin.write(text.encode())
            process.stdin.close()
        times = []
        while started:
            pid, _ = os.wait()
            times.append(time.monotonic() - started.pop(pid))
        return times

    def missing(self, sessions, processes):
        """Entries that should be in the file and are not."""
        requirements = json.loads(self.file.read_text())["requirements"]
        lost = 0
        for number in range(sessions):
            key = session_of(number)[:8]
            if number % processes % 2 == 0:
                lost += sum(not requirements[name]["sessions"].get(key, {}).get("satisfied")
                            for name in ("satisfied_one", "satisfied_two"))
            else:
                lost += not requirements["marked"]["sessions"].get(key, {}).get("triggered")
        return lost


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="build/release/holdfast")
    parser.add_argument("--processes", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--sessions", type=int, default=50)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(str(pathlib.Path(given.program).resolve()), pathlib.Path(folder),
                      given.sessions)
        times = []
        for number in range(given.rounds):
            times += bench.round(number * given.processes, given.processes)
        lost = bench.missing(given.rounds * given.processes, given.processes)
        size = bench.file.stat().st_size
    times.sort()
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    print(f"{given.processes} processes at once, {given.rounds} rounds, file {size // 1024} KB at "
          f"the end: median {statistics.median(times) * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, "
          f"slowest {times[-1] * 1000:.1f} ms, {lost} lost")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
