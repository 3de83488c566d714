"""Gemini CLI in a case's world: what it is told, how it is asked, what it says."""
import json

import model
from support import case
from support.case import CLIENT_SECONDS_MAX, KEY
from support.processes import expect

MODEL = "gemini-2.5-pro"


class Case(case.Case):
    def __init__(self, setup, name):
        super().__init__(setup, name)
        self.settings_file = self.project / ".gemini/settings.json"
        (self.home / ".gemini").mkdir()
        self.trust_project()

    def host_environment(self):
        # Without the second name the client starts itself anew to get more memory.
        return {"GEMINI_API_KEY": KEY, "GEMINI_CLI_NO_RELAUNCH": "true",
                "GOOGLE_GEMINI_BASE_URL": self.model_address()}

    # The project.

    def trust_project(self):
        """What a person's yes to the client's first question writes."""
        (self.home / ".gemini/trustedFolders.json").write_text(
            json.dumps({str(self.project): "TRUST_FOLDER"}))
        (self.home / ".gemini/settings.json").write_text(json.dumps(
            {"security": {"auth": {"selectedType": "gemini-api-key"}},
             "privacy": {"usageStatisticsEnabled": False},
             "general": {"disableAutoUpdate": True}, "telemetry": {"enabled": False}}))

    def opt_in(self, mode="coding"):
        """`holdfast init`; the folder is trusted already."""
        self.command(self.holdfast, "init", "--yes", "--host", "gemini")
        (self.project / ".holdfast/config.yaml").write_text(f"gate:\n  initial_mode: {mode}\n")

    def settings(self, **more):
        """The project's settings, with these added."""
        file = self.settings_file
        known = json.loads(file.read_text()) if file.exists() else {}
        file.write_text(json.dumps({**known, **more}))

    def hook(self, command, events):
        """Hooks of the case's own in the place of those that `init` wrote."""
        self.settings(hooks={event: [{"hooks": [{"type": "command", "command": command,
                                                 "timeout": 10000}]}] for event in events})

    # Turns.

    def client(self, *arguments):
        return [*self.setup.clients["new"], *arguments]

    def words(self, prompt, *options, resume=None, mode="yolo"):
        """What starts a client with a prompt; in the mode yolo it asks for no permission."""
        chosen = ["--resume", resume] if resume else []
        return self.client("--model", MODEL, "--approval-mode", mode, "--output-format", "stream-json", *chosen,
                           *options, "--prompt", prompt)

    def begin(self, prompt, *options, **more):
        return self.start(self.words(prompt, *options, **more), "client", CLIENT_SECONDS_MAX)

    def ask(self, prompt, *options, **more):
        """One whole run of a client; the id of its conversation."""
        code = self.run_client(self.words(prompt, *options, **more))
        expect(code == 0, f"a client that ends well, not with {code}")
        return next(line["session_id"] for line in self.printed() if "session_id" in line)

    # What was seen.

    def tool_results(self):
        return model.tool_results(self.requests())
