"""One case's world: a home, a project, a copy of the program, and clients started in them.

A client gets an environment that is spelled out here and by its host, and nothing of the caller's,
a key that opens nothing, and the address of the scripted model.
"""
import hashlib
import json
import pathlib
import shutil
import subprocess
import time

from support.processes import ending, expect, finish, start
from support.scripted_model import numbers

CLIENT_SECONDS_MAX = 40
COMMAND_SECONDS_MAX = 20
TIMED_OUT = 124
KEY = "dummy"
OPERATOR_TOKEN = "the-token-of-the-test"
# A made-up MCP server.
NOTES_SERVER = pathlib.Path(__file__).with_name("notes_server.py")


class Case:
    """What a host's own Case says besides: its environment, `tool_results` and how to ask."""

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
        settings = self.home / ".config" / "holdfast"
        settings.mkdir(mode=0o700, parents=True)
        operator = settings / "operator"
        operator.touch(mode=0o600)
        operator.write_text(hashlib.sha256(OPERATOR_TOKEN.encode()).hexdigest() + "\n")
        self.command("git", "init", "-q", "-b", "main")

    def host_environment(self):
        """What the host's clients need besides; a subclass knows."""
        return {}

    def environment(self):
        return {
            "PATH": f"{self.holdfast.parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "TMPDIR": str(self.folder / "tmp"),
            "GIT_CONFIG_NOSYSTEM": "1",
            **self.host_environment(),
            **self.setup.network,
            **self.more_environment,
        }

    def model_address(self):
        return f"http://127.0.0.1:{self.setup.port}/case/{self.name}"

    # The project.

    def path(self, name):
        return str(self.project / name)

    def has(self, name):
        return (self.project / name).exists()

    # Programs.

    def start(self, arguments, log, seconds_max, more_environment=None):
        """Starts a program in the project; what it prints goes to files named `log`."""
        with (self.folder / f"{log}.out").open("w") as output, \
                (self.folder / f"{log}.err").open("w") as errors:
            return start(arguments, seconds_max, cwd=self.project,
                         env={**self.environment(), **(more_environment or {})},
                         stdin=subprocess.DEVNULL, stdout=output, stderr=errors)

    def command(self, *arguments, code=0):
        """Runs a person's command in the project; its standard output."""
        name = f"command-{next(numbers)}"
        found = finish(self.start(arguments, name, COMMAND_SECONDS_MAX,
                                  {"HOLDFAST_OPERATOR_TOKEN": OPERATOR_TOKEN}))
        output = (self.folder / f"{name}.out").read_text()
        errors = (self.folder / f"{name}.err").read_text()
        said = f"{output}{errors}"[-2000:]
        expect(found == code, f"exit {code}, not {found}, of {arguments}, which said: {said}")
        return output

    def run_client(self, arguments):
        """One whole run of a client; its exit code. What it printed is in client.out and .err."""
        code = finish(self.start(arguments, "client", CLIENT_SECONDS_MAX))
        expect(code != TIMED_OUT, f"a client that is done within {CLIENT_SECONDS_MAX} s")
        return code

    def printed(self):
        """The JSON lines that the last client printed."""
        return [json.loads(line) for line in (self.folder / "client.out").read_text().splitlines()
                if line.startswith("{")]

    # Turns.

    def script(self, name, *steps):
        (self.folder / f"{name}.json").write_text(json.dumps(steps))

    # What was seen.

    def requests(self):
        """All that the model was asked, oldest first."""
        path = self.folder / "requests.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def tool_results(self):
        """What the model read about its calls, oldest first: [(is_error, text)...]."""
        raise NotImplementedError

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

    def telling(self):
        """[(file of the case, a word its telling lines have)...], for the report of a failure."""
        return [("client.err", "")]

    def logs(self):
        """What may tell why a case failed."""
        results = "\n".join(f"{'error' if refused else 'result'}: {text[:500]}"
                            for refused, text in self.tool_results()[-5:])
        parts = [f"{len(self.requests())} requests to the model, the last tool results:\n{results}"]
        for name, word in self.telling():
            path = self.folder / name
            lines = path.read_text().splitlines() if path.exists() else []
            parts.append(f"{name}:\n" + "\n".join([line[:300] for line in lines if word in line][-12:]))
        return "\n".join(parts)
