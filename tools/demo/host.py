"""A host that replays recorded events with the real program, in a home of its own."""
import copy
import datetime
import hashlib
import json
import os
import pathlib
import signal
import subprocess

RECORDED = pathlib.Path(__file__).resolve().parents[2] / "tests/data/claude_code"
FILES = ("claude-hook-inputs-2.1.325.jsonl", "claude-hook-events-2.1.325.jsonl",
         "claude-hook-events-2.1.50.jsonl", "claude-hook-events-1.0.128.jsonl")
COMMAND_SECONDS = 30
OPERATOR_TOKEN = "the-token-of-the-demo"


def recorded_events():
    """(event name, tool name or None) -> the first payload that a real client sent."""
    found = {}
    for name in FILES:
        for line in (RECORDED / name).read_text(encoding="utf-8").splitlines():
            payload = json.loads(line)
            event = payload["hook_event_name"]
            found.setdefault((event, payload.get("tool_name")), payload)
            found.setdefault((event, None), payload)
    return found


def run_id(number):
    """Ids that are the same each time, and whose first eight characters differ."""
    return f"{(number * 0x9E3779B1) & 0xFFFFFFFF:08x}-5c1d-4e8f-9a27-{number:012x}"


class World:
    """Home, environment and clients: all that lies below one folder."""

    def __init__(self, program, folder, owner):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = pathlib.Path(folder).resolve()
        self.home = self.folder / "home"
        self.owner = owner
        self.events = recorded_events()
        self.notes = {"projects": {}, "runs": {}, "work": {}, "denials": {}}
        (self.home / ".claude").mkdir(parents=True, exist_ok=True)
        # Nothing of the caller's environment but the way to git.
        self.environment = {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(self.home), "LANG": "C.UTF-8",
            "TZ": "UTC", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "dev", "GIT_AUTHOR_EMAIL": "dev@example.invalid",
            "GIT_COMMITTER_NAME": "dev", "GIT_COMMITTER_EMAIL": "dev@example.invalid",
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_STATE_HOME": str(self.home / ".local/state"),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            # Commands are a person's.
            "HOLDFAST_OPERATOR_TOKEN": OPERATOR_TOKEN}
        settings = self.home / ".config/holdfast"
        settings.mkdir(mode=0o700, parents=True, exist_ok=True)
        operator = settings / "operator"
        operator.touch(mode=0o600)
        operator.write_text(hashlib.sha256(OPERATOR_TOKEN.encode()).hexdigest() + "\n")

    def call(self, folder, *argv, text="", pid=None, may_fail=False):
        environment = dict(self.environment)
        if pid:
            environment["CLAUDE_PID"] = str(pid)
        done = subprocess.run(argv, cwd=folder, env=environment, input=text, text=True,
                              capture_output=True, timeout=COMMAND_SECONDS)
        if done.returncode != 0 and not may_fail:
            raise SystemExit(f"{' '.join(argv)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def holdfast(self, folder, *arguments, **options):
        return self.call(folder, self.program, *arguments, **options)

    def dying_client(self):
        """A process that a run can belong to, to be ended with `crash`."""
        return subprocess.Popen(["sleep", "60"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Project:
    """A git repository that is opted in, with files and commits of its own."""

    def __init__(self, world, name, files, init=()):
        self.world = world
        self.name = name
        self.root = world.folder / "projects" / name
        self.root.mkdir(parents=True)
        world.notes["projects"][name] = str(self.root)
        self.git("init", "-q", "-b", "main")
        self.write(files)
        self.commit("First version")
        self.holdfast("init", "--yes", *init)

    def git(self, *arguments, **options):
        return self.world.call(self.root, "git", *arguments, **options)

    def holdfast(self, *arguments, **options):
        return self.world.holdfast(self.root, *arguments, **options)

    def write(self, files):
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD").strip()

    def switch(self, branch):
        exists = self.git("branch", "--list", branch).strip()
        self.git("switch", "-q", *([] if exists else ["-c"]), branch)


class Run:
    """One conversation: what its client sends, and what a person or the agent says about it."""

    def __init__(self, project, name, number, model="claude-sonnet-5", pid=None):
        self.project = project
        self.world = project.world
        self.id = run_id(number)
        self.pid = pid or self.world.owner
        self.model = model
        self.calls = 0
        self.agents = []
        self.world.notes["runs"][name] = self.id
        folder = "-" + str(project.root).strip("/").replace("/", "-").replace(".", "-")
        self.transcript = self.world.home / ".claude/projects" / folder / f"{self.id}.jsonl"

    def send(self, event, tool=None, **fields):
        """Sends a recorded payload of this event with our own ids; returns what was answered."""
        recorded = self.world.events
        payload = copy.deepcopy(recorded.get((event, tool)) or recorded[(event, None)])
        for left_over in ("agent_id", "agent_type", "agent_transcript_path"):
            payload.pop(left_over, None)
        payload.update(session_id=self.id, transcript_path=str(self.transcript),
                       cwd=str(self.project.root), **fields)
        if tool:
            payload["tool_name"] = tool
        if self.agents and event.startswith(("PreTool", "PostTool")):
            payload.update(agent_id=self.agents[-1][0], agent_type=self.agents[-1][1])
        answer = self.world.holdfast(self.project.root, "hook", event, text=json.dumps(payload),
                                     pid=self.pid)
        return json.loads(answer) if answer.strip() else {}

    def start(self, source="startup"):
        self.send("SessionStart", source=source, model=self.model)
        return self

    def prompt(self, text):
        self.send("UserPromptSubmit", prompt=text)
        return self

    def tool(self, tool, run=None, error=None, **tool_input):
        """A call with both its events, or with the first alone where the gate denies it."""
        self.calls += 1
        call = {"tool_input": tool_input, "tool_use_id": f"toolu_{self.id[:8]}{self.calls:04d}"}
        answer = self.send("PreToolUse", tool, **call).get("hookSpecificOutput", {})
        if answer.get("permissionDecision") == "deny":
            return False
        if run:
            run()
        if error:
            self.send("PostToolUseFailure", tool, error=error, duration_ms=40, **call)
        else:
            self.send("PostToolUse", tool, tool_response={"ok": True}, duration_ms=40, **call)
        return True

    def read(self, name):
        return self.tool("Read", file_path=str(self.project.root / name))

    def bash(self, command, **options):
        return self.tool("Bash", command=command, **options)

    def put(self, name, text):
        """Writes a file as the agent's Write does: only where the gate lets it."""
        path = self.project.root / name
        return self.tool("Write", run=lambda: self.project.write({name: text}),
                         file_path=str(path), content=text)

    def subagent(self, number, kind, work):
        """An agent of the agent; what `work` does, it does."""
        identity = f"a{self.id[:8]}{number:08x}"
        self.send("SubagentStart", agent_id=identity, agent_type=kind)
        self.agents.append((identity, kind))
        work()
        self.agents.pop()
        self.send("SubagentStop", agent_id=identity, agent_type=kind, stop_hook_active=False,
                  last_assistant_message="Done.")

    def say(self, *arguments, **options):
        """A command of a person or the agent about this run."""
        return self.project.holdfast(*arguments, "--session", self.id, **options)

    def record(self, what, **fields):
        return self.say(what, "add", "--input", json.dumps(fields))

    def stop(self, text="All done."):
        self.send("Stop", stop_hook_active=False, last_assistant_message=text)
        return self

    def end(self, reason="other", hours_ago=None):
        self.send("SessionEnd", reason=reason)
        if hours_ago is not None:
            move_back(self, hours_ago)
        return self

    def crash(self, client):
        client.send_signal(signal.SIGKILL)
        client.wait(timeout=10)


def move_back(run, hours):
    """Lets a session of continuity have ended so long ago; its files are plain and unsigned."""
    at = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=hours)
    stamp = lambda time: time.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    mirror = run.world.home / ".local/share/holdfast/sessions" / f"{run.id}.json"
    state = json.loads(mirror.read_text())
    begun = stamp(at - datetime.timedelta(minutes=50))
    state.update(start_time=begun, created_at=begun, end_time=stamp(at), updated_at=stamp(at))
    mirror.write_text(json.dumps(state, indent=2) + "\n")
    roster = run.project.root / ".git/holdfast/continuity/ended.jsonl"
    lines = [json.loads(line) for line in roster.read_text().splitlines()]
    for line in lines:
        if line["id"] == run.id:
            line["at"] = stamp(at)
            if "end" in line:
                line["end"] = stamp(at)
    lines.sort(key=lambda line: line["at"])
    roster.write_text("".join(json.dumps(line) + "\n" for line in lines))
    os.chmod(mirror, 0o600)
