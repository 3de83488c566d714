"""The command line of Cline in a case's world: its model, and how it is asked."""
import json

from support import anthropic_model, case
from support.case import KEY

SERVER = "session-state"
# The extension for VS Code reads the first and the third alone.
HOOK_FOLDERS = ("home/Documents/Cline/Hooks", "home/.cline/hooks", "project/.clinerules/hooks",
                "project/.cline/hooks")
EVENTS_OF_A_TURN = ("TaskStart", "PreToolUse", "PostToolUse", "TaskComplete")


class Case(case.Case):
    def __init__(self, setup, name):
        super().__init__(setup, name)
        settings = self.home / ".cline/data/settings"
        settings.mkdir(parents=True)
        provider = {"provider": "anthropic", "apiKey": KEY, "model": "claude-sonnet-4-5",
                    "baseUrl": f"{self.model_address()}/v1"}
        (settings / "providers.json").write_text(json.dumps(
            {"version": 1, "lastUsedProvider": "anthropic", "modes": {},
             "providers": {"anthropic": {"settings": provider, "tokenSource": "manual",
                                         "updatedAt": "2026-11-18T00:00:00.000Z"}}}))

    def host_environment(self):
        return {"CLINE_NO_AUTO_UPDATE": "1", "CLINE_SESSION_BACKEND_MODE": "local"}

    def opt_in(self, mode="coding", scope="local"):
        self.command(self.holdfast, "init", "--yes", "--host", "cline", "--scope", scope)
        (self.project / ".holdfast").mkdir(exist_ok=True)
        (self.project / ".holdfast/config.yaml").write_text(f"gate:\n  initial_mode: {mode}\n")

    def ask(self, prompt):
        """One whole run of Cline, in a new conversation; its exit code."""
        return self.run_client([self.setup.clients["cline"], "--json", "--verbose", prompt])

    def tool_results(self):
        return anthropic_model.tool_results(self.requests())
