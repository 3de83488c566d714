"""A machine of a team: a home, projects made by the real program, and journals as it writes them
(docs/format/journal.md), made quicker than a hook a line could make them."""
import datetime
import hashlib
import json
import os
import pathlib
import subprocess

PATIENCE_S = 120
FIRST = datetime.datetime(2026, 1, 18, 9, 30)
NONE = "0" * 64


def run_id(number):
    return f"{number:08x}-7c3e-4f60-8a2b-5d6e7f801234"


def payload_of(number):
    """Kind and payload of a conversation's line: a prompt, then calls, each judged before."""
    if number == 1:
        return "session_start", {"source": "startup"}
    if number % 40 == 2:
        return "prompt", {"text": f"please look at part {number} and make it quicker"}
    if number % 40 == 1:
        return "turn_end", {}
    call = f"toolu_{number // 2:020d}"
    if number % 2 == 0:
        return "tool", {"tool": "Edit", "call": call, "duration_ms": number % 97}
    gate = {"tool": "Edit", "allowed": True, "rule": "allowed", "mode": "coding", "call": call,
            "targets": [f"/home/dev/shop/src/part_{number % 50}.cpp"]}
    if number % 100 == 5:
        gate.update(allowed=False, rule="mode_table", message="Not in this mode.",
                    next="Change the mode.")
    if number % 500 == 7:
        gate["fault"] = "requirements: unreadable"
    return "gate", gate


class Journal:
    """Grows by chained lines without a key, as where no secret is at hand."""

    def __init__(self, path, first=FIRST):
        self.path = path
        self.run = path.stem
        self.lines = 0
        self.prev = NONE
        self.at = first
        self.hashes = []  # Of each line, as the server must have them.
        path.parent.mkdir(parents=True, exist_ok=True)

    def next_line(self):
        self.lines += 1
        self.at += datetime.timedelta(milliseconds=1733)
        kind, payload = payload_of(self.lines)
        at = self.at.isoformat(timespec="milliseconds")
        line = (f'{{"seq":{self.lines},"at":"{at}Z","kind":"{kind}","actor":"hook","payload":'
                f'{json.dumps(payload, separators=(",", ":"))},"prev":"{self.prev}","key":"",'
                '"mac":""}')
        self.prev = hashlib.sha256(line.encode()).hexdigest()
        self.hashes.append(self.prev)
        return line + "\n"

    def grow(self, lines):
        with self.path.open("a") as file:
            file.writelines(self.next_line() for _ in range(lines))

    def grow_in_pieces(self, pause):
        """One line, as somebody sees it who reads while it is written."""
        line = self.next_line()
        with self.path.open("a") as file:
            file.write(line[:len(line) // 3])
            file.flush()
            pause()
            file.write(line[len(line) // 3:])


class Machine:
    """All of it is under `folder`; nothing of who runs the test is handed on."""

    def __init__(self, program, folder):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = folder
        home = folder / "home"
        home.mkdir(parents=True)
        self.environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "TZ": "UTC",
                            "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}
        self.projects = []
        self.journals = []

    def call(self, *arguments, project=None, given="", url=None):
        done = subprocess.run([self.program, *arguments], cwd=project or self.folder, input=given,
                              env=self.with_url(url), capture_output=True, text=True,
                              timeout=PATIENCE_S)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(arguments)}: exit {done.returncode}: {done.stderr}")
        return done.stdout

    def with_url(self, url):
        return {**self.environment, "HOLDFAST_INDEX_URL": url} if url else self.environment

    def add_project(self, name):
        project = self.folder / name
        subprocess.run(["git", "init", "-q", "-b", "main", str(project)], check=True,
                       env=self.environment, timeout=PATIENCE_S)
        self.call("init", "--yes", project=project)
        self.projects.append(project)
        return project

    def add_journal(self, project, run, first=FIRST):
        journal = Journal(project / ".git/holdfast/journal" / f"{run}.jsonl", first)
        self.journals.append(journal)
        return journal

    def hook(self, project, event, run, **more):
        """A conversation of the real program, with a note: some of each kind."""
        self.call("hook", event, project=project, given=json.dumps(
            {"session_id": run, "cwd": str(project), "transcript_path": "/none",
             "hook_event_name": event, **more}))

    def join_command(self, url, share="metadata"):
        return [self.program, "fleet", "join", url, "--share", share]

    def start(self, command, project=None, url=None):
        """Does not wait. What it says is kept for who asks why it failed."""
        return subprocess.Popen(command, cwd=project or self.folder, env=self.with_url(url),
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def start_push(self, project=None):
        return self.start([self.program, "fleet", "push"], project)

    def push(self, url=None, project=None):
        return json.loads(self.call("fleet", "push", "--json", url=url, project=project))

    def expected(self):
        """(run, hash) of every line of every journal on this machine's disk, however it was made."""
        found = []
        for project in self.projects:
            for path in sorted((project / ".git/holdfast/journal").glob("*.jsonl")):
                with path.open("rb") as file:
                    found += [(path.stem, hashlib.sha256(line.rstrip(b"\n")).hexdigest())
                              for line in file]
        return sorted(found)


def wait_all(processes):
    """Exit code and words of each, in their order."""
    ended = []
    for process in processes:
        said, _ = process.communicate(timeout=PATIENCE_S)
        ended.append((process.returncode, said.strip()))
    return ended


def load_average():
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
