"""Copilot CLI in a case's world: its provider, its hook files, its servers, and how it is asked."""
import json
import pathlib
import sys

from support import anthropic_model, case
from support.case import KEY, NOTES_SERVER
from support.processes import expect

MODEL = "claude-sonnet-4.5"
LANGUAGE_SERVER = pathlib.Path(__file__).with_name("language_server.py")


class Case(case.Case):
    def __init__(self, setup, name):
        super().__init__(setup, name)
        self.hooks_file = self.project / ".github/hooks/holdfast.json"
        self.servers_file = self.project / ".github/mcp.json"
        # What a person's yes to the client's first question writes.
        self.trust_file = self.home / ".copilot/config.json"
        self.trust_file.parent.mkdir()
        self.trust_file.write_text(json.dumps({"trustedFolders": [str(self.project)]}))

    def host_environment(self):
        return {
            "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
            "COPILOT_PKG_CACHE_HOME": str(self.setup.clients["unpacked"]),
            "COPILOT_PROVIDER_TYPE": "anthropic",
            "COPILOT_PROVIDER_BASE_URL": self.model_address(),
            "COPILOT_PROVIDER_API_KEY": KEY,
            "COPILOT_MODEL": MODEL,
        }

    # The project.

    def opt_in(self, mode="coding"):
        self.command(self.holdfast, "init", "--yes", "--host", "copilot")
        self.configure(mode)

    def configure(self, mode):
        (self.project / ".holdfast/config.yaml").write_text(f"gate:\n  initial_mode: {mode}\n")

    def require(self, **keys):
        """One requirement, which nothing here meets."""
        (self.project / ".claude").mkdir(exist_ok=True)
        rules = {"requirements": {"notes_checked": {"enabled": True, **keys}}}
        (self.project / ".claude/requirements.yaml").write_text(json.dumps(rules))

    def hook(self, command, events):
        """Hooks of the case's own in the place of those that `init` wrote."""
        entry = {"type": "command", "bash": command, "timeoutSec": 10}
        self.hooks_file.parent.mkdir(parents=True, exist_ok=True)
        self.hooks_file.write_text(json.dumps(
            {"version": 1, "hooks": {event: [entry] for event in events}}))

    def serve_notes(self, *names, file=None):
        """Adds the made-up server under each of these names."""
        file = file or self.servers_file
        known = json.loads(file.read_text()) if file.exists() else {"mcpServers": {}}
        for name in names:
            known["mcpServers"][name] = {"type": "local", "command": sys.executable,
                                         "args": [str(NOTES_SERVER)], "tools": ["*"]}
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(known))

    def serve_language(self, extension):
        """The made-up language server is the user's own for files with this extension."""
        server = {"command": sys.executable, "args": [str(LANGUAGE_SERVER)],
                  "fileExtensions": {extension: "plaintext"}}
        (self.home / ".copilot/lsp-config.json").write_text(json.dumps(
            {"lspServers": {"made-up": server}}))

    # Turns.

    def ask(self, prompt, *options, resume=None):
        """One whole run of a client; the id of its conversation."""
        chosen = ["--resume", resume] if resume else []
        code = self.run_client([self.setup.clients["copilot"], "--allow-all", "--output-format",
                                "json", *chosen, *options, "--prompt", prompt])
        said = (self.folder / "client.err").read_text()[-500:]
        expect(code == 0, f"a client that ends well, not with {code}: {said}")
        return next(line["sessionId"] for line in self.printed() if "sessionId" in line)

    # What was seen.

    def tool_results(self):
        return anthropic_model.tool_results(self.requests())

    def expect_read(self, words, place=0):
        """The model read these words as the result of that call. Copilot marks no result as an error."""
        results = self.tool_results()
        expect(len(results) > place, f"{place + 1} tool results in requests to the model")
        expect(words in results[place][1], f"'{words}' as tool result, not: {results[place][1]}")
