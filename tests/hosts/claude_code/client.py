"""Claude Code in a case's world: what it is told, how it is asked, what it says."""
import json
import uuid

from support import anthropic_model, case
from support.case import CLIENT_SECONDS_MAX, KEY
from support.processes import end_group, expect
from support.scripted_model import call, say


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


class Case(case.Case):
    def __init__(self, setup, name):
        super().__init__(setup, name)
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

    def host_environment(self):
        return {
            "CLAUDE_CODE_TMPDIR": str(self.folder / "tmp"),
            "ANTHROPIC_API_KEY": KEY,
            "ANTHROPIC_BASE_URL": self.model_address(),
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_BUG_COMMAND": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
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

    # Turns.

    def client(self, *arguments, old=False):
        return [*self.setup.clients["old" if old else "new"], *arguments]

    def words(self, prompt, *options, session=None, allow="Write,Bash,Read,Agent", old=False):
        """What starts a client with a prompt; `allow` are the tools it needs no permission for."""
        chosen = ["--session-id", session] if session else []
        allowed = ["--allowedTools", allow] if allow else []
        debug = [] if old else ["--debug-file", self.folder / "debug.log"]
        return self.client("-p", prompt, "--output-format", "stream-json", "--verbose", *debug,
                           *chosen, *options, *allowed, old=old)

    def begin(self, prompt, *options, **more):
        return self.start(self.words(prompt, *options, **more), "client", CLIENT_SECONDS_MAX)

    def ask(self, prompt, *options, resume=None, session=None, **more):
        """One whole run of a client. A new conversation, unless `resume` names one."""
        if resume:
            options = ("--resume", resume, *options)
        elif not session:
            session = str(uuid.uuid4())
        code = self.run_client(self.words(prompt, *options, session=session, **more))
        lines = self.printed()
        spoken = next((line["session_id"] for line in reversed(lines) if "session_id" in line), "")
        return Turn(session or spoken, code, lines, (self.folder / "client.err").read_text())

    # What was seen.

    def tool_results(self):
        return anthropic_model.tool_results(self.requests())

    def telling(self):
        return [("client.err", ""), ("debug.log", "ook")]
