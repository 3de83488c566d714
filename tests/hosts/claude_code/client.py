"""One case's world: a home, a project, a copy of the program, and clients started in them.

A client gets an environment that is spelled out here and nothing of the caller's, a key that opens
nothing, and the address of the scripted model.
"""
import itertools
import json
import os
import shutil
import signal
import subprocess
import threading
import time
import uuid

from model import text_of

CLIENT_SECONDS_MAX = 40
COMMAND_SECONDS_MAX = 20
TIMED_OUT = 124
KEY = "dummy"
numbers = itertools.count(1)

# What runs now, so that the end of the run leaves nothing behind.
running = set()
starting = threading.Lock()
ending = threading.Event()


class Failed(Exception):
    """What a case expected and did not see."""


def expect(seen, wanted):
    if not seen:
        raise Failed(f"expected: {wanted}")


def say(text):
    return {"content": [{"type": "text", "text": text}]}


def call(tool, **given):
    """A step of the model: it calls one tool."""
    block = {"type": "tool_use", "id": f"toolu_{next(numbers):06}", "name": tool, "input": given}
    return {"content": [block]}


class Turn:
    """What one run of a client printed."""

    def __init__(self, session, code, lines, errors):
        self.session = session
        self.code = code
        self.errors = errors
        self.result = next((line for line in lines if line.get("type") == "result"), {})

    @property
    def denials(self):
        """The tools that the client itself refused for want of a permission."""
        return [denial["tool_name"] for denial in self.result.get("permission_denials", [])]


class Case:
    def __init__(self, setup, name):
        self.setup = setup
        self.name = name
        self.folder = setup.folder / name
        self.home = self.folder / "home"
        self.project = self.folder / "project"
        self.holdfast = self.folder / "bin" / "holdfast"
        self.more_environment = {}
        for folder in (self.home, self.project, self.holdfast.parent, self.folder / "tmp"):
            folder.mkdir(parents=True)
        shutil.copy(setup.program, self.holdfast)
        self.command("git", "init", "-q", "-b", "main")
        self.answer_first_questions()

    def answer_first_questions(self):
        """What a person clicks through before the first prompt: greeting, key, trust."""
        # Old clients cannot do without the list.
        trusted = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True,
                   "allowedTools": []}
        answers = {"hasCompletedOnboarding": True,
                   "customApiKeyResponses": {"approved": [KEY], "rejected": []},
                   "projects": {str(self.project): trusted}}
        (self.home / ".claude.json").write_text(json.dumps(answers))

    def environment(self):
        return {
            "PATH": f"{self.holdfast.parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "TMPDIR": str(self.folder / "tmp"),
            "CLAUDE_CODE_TMPDIR": str(self.folder / "tmp"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "ANTHROPIC_API_KEY": KEY,
            "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{self.setup.port}/case/{self.name}",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_BUG_COMMAND": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            **self.setup.network,
            **self.more_environment,
        }

    # The project.

    def opt_in(self, mode="coding", old=False):
        """`holdfast init`, which finds the client on the PATH as it would on a person's machine."""
        (self.holdfast.parent / "claude").symlink_to(self.client(old=old)[-1])
        self.command(self.holdfast, "init", "--yes")
        (self.project / ".holdfast/config.yaml").write_text(f"gate:\n  initial_mode: {mode}\n")

    def settings(self, change=None):
        """The settings that `init` wrote; with `change`, a function, rewritten by it."""
        path = self.project / ".claude/settings.local.json"
        settings = json.loads(path.read_text())
        if change:
            change(settings)
            path.write_text(json.dumps(settings))
        return settings

    def path(self, name):
        return str(self.project / name)

    def has(self, name):
        return (self.project / name).exists()

    # Programs.

    def start(self, arguments, log, seconds_max):
        """Starts a process that leads a group of its own, so that it can be ended whole."""
        with (self.folder / f"{log}.out").open("w") as output, \
                (self.folder / f"{log}.err").open("w") as errors, starting:
            expect(not ending.is_set(), "a run that is not being ended")
            process = subprocess.Popen(
                ["timeout", str(seconds_max), *map(str, arguments)], cwd=self.project,
                env=self.environment(), stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                start_new_session=True)
            running.add(process)
        return process

    def command(self, *arguments, code=0):
        """Runs a command in the project; its standard output."""
        name = f"command-{next(numbers)}"
        found = finish(self.start(arguments, name, COMMAND_SECONDS_MAX))
        output = (self.folder / f"{name}.out").read_text()
        errors = (self.folder / f"{name}.err").read_text()
        said = f"{output}{errors}"[-2000:]
        expect(found == code, f"exit {code}, not {found}, of {arguments}, which said: {said}")
        return output

    def client(self, *arguments, old=False):
        program = self.setup.old_client if old else self.setup.client
        return [*program, *arguments]

    # Turns.

    def script(self, name, *steps):
        (self.folder / f"{name}.json").write_text(json.dumps(steps))

    def begin(self, prompt, *options, session=None, allow="Write,Bash,Read,Agent", old=False):
        """Starts a client with a prompt; `allow` are the tools it needs no permission for."""
        chosen = ["--session-id", session] if session else []
        allowed = ["--allowedTools", allow] if allow else []
        debug = [] if old else ["--debug-file", self.folder / "debug.log"]
        arguments = self.client("-p", prompt, "--output-format", "stream-json", "--verbose", *debug,
                                *chosen, *options, *allowed, old=old)
        return self.start(arguments, "client", CLIENT_SECONDS_MAX)

    def ask(self, prompt, *options, resume=None, session=None, **more):
        """One whole run of a client. A new conversation, unless `resume` names one."""
        if resume:
            options = ("--resume", resume, *options)
        elif not session:
            session = str(uuid.uuid4())
        started = self.begin(prompt, *options, session=session, **more)
        code = finish(started)
        expect(code != TIMED_OUT, f"a client that is done within {CLIENT_SECONDS_MAX} s")
        lines = [json.loads(line) for line in (self.folder / "client.out").read_text().splitlines()
                 if line.startswith("{")]
        spoken = next((line["session_id"] for line in reversed(lines) if "session_id" in line), "")
        return Turn(session or spoken, code, lines, (self.folder / "client.err").read_text())

    # What was seen.

    def requests(self):
        """All that the model was asked, oldest first."""
        path = self.folder / "requests.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def tool_results(self):
        """What the model read about its calls, oldest first: [(is_error, text)...]."""
        found = {}
        for request in self.requests():
            for message in request["messages"]:
                blocks = message["content"] if isinstance(message["content"], list) else []
                for block in blocks:
                    if block.get("type") == "tool_result":
                        found[block["tool_use_id"]] = (bool(block.get("is_error")),
                                                       text_of(block.get("content") or ""))
        return list(found.values())

    def expect_refused(self, words):
        """The model read, as the result of its first call, an error with these words."""
        results = self.tool_results()
        expect(results, "a tool result in a request to the model")
        refused, text = results[0]
        expect(refused and words in text, f"an error with '{words}' as tool result, not: {text}")

    def events(self, session=None, kind=None):
        chosen = ["--session", session] if session else []
        output = self.command(self.setup.program, "events", "--json", "--limit", "0", *chosen)
        events = [json.loads(line) for line in output.splitlines()]
        return [event for event in events if kind in (None, event["kind"])]

    def kinds(self, session=None):
        return [event["kind"] for event in self.events(session)]

    def gates(self, tool, session=None):
        """The journal's lines about calls of this tool."""
        return [event["payload"] for event in self.events(session, "gate")
                if event["payload"]["tool"] == tool]

    def sessions(self):
        output = self.command(self.setup.program, "session", "list", "--json")
        return [session["sessionId"] for session in json.loads(output)["sessions"]]

    def state(self, session):
        """What `session get-state` says of a run."""
        return json.loads(self.command(self.holdfast, "session", "get-state", "--session", session))

    def wait_until(self, happened, what):
        deadline = time.monotonic() + 20
        while not happened():
            expect(time.monotonic() < deadline and not ending.is_set(), what)
            time.sleep(0.05)

    def logs(self):
        """What may tell why a case failed."""
        results = "\n".join(f"{'error' if refused else 'result'}: {text[:500]}"
                            for refused, text in self.tool_results()[-5:])
        parts = [f"{len(self.requests())} requests to the model, the last tool results:\n{results}"]
        for name in ("client.err", "debug.log"):
            path = self.folder / name
            lines = path.read_text().splitlines() if path.exists() else []
            telling = [line[:300] for line in lines if name != "debug.log" or "ook" in line]
            parts.append(f"{name}:\n" + "\n".join(telling[-12:]))
        return "\n".join(parts)


def finish(process):
    """The exit code; `timeout` sees to it that there is one."""
    # Not reaped yet, so that the id of the group cannot be another's when the rest of it is ended.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    end_group(process)
    return process.returncode


def end_group(process):
    """Ends a process that was started here, and all that it started in turn."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    running.discard(process)


def end_all():
    """Ends whatever runs, and lets nothing start any more."""
    with starting:
        ending.set()
        for process in list(running):
            os.killpg(process.pid, signal.SIGKILL)  # Who waits for it reaps it.
