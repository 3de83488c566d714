"""OpenCode in a case's world: its configuration, our plugin in its folder, and how it is asked."""
import json
import sys

from support import anthropic_model, case
from support.case import KEY, NOTES_SERVER
from support.processes import expect

SDK, VERSION = "@opencode-ai/plugin", "1.18.33"
SERVER = "session-state"
MODEL = {"name": "scripted", "tool_call": True, "limit": {"context": 120000, "output": 8192}}


class Case(case.Case):
    def __init__(self, setup, name):
        super().__init__(setup, name)
        for folder in (self.home / ".config/opencode", self.project / ".opencode"):
            self.install_for_plugins(folder)
        self.configure("scripted")

    def install_for_plugins(self, folder):
        """What OpenCode would install beside plugins, and wait for; ours needs nothing of it."""
        package = {"dependencies": {SDK: VERSION}}
        (folder / "node_modules" / SDK).mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps(package))
        lock = {"lockfileVersion": 3, "requires": True,
                "packages": {"": package, f"node_modules/{SDK}": {"version": VERSION}}}
        (folder / "package-lock.json").write_text(json.dumps(lock))

    def host_environment(self):
        return {
            "OPENCODE_DISABLE_AUTOUPDATE": "1",
            "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
            "OPENCODE_DISABLE_MODELS_FETCH": "1",
        }

    def allow_agents_to_start_agents(self):
        """Which they may not by default."""
        path = self.home / ".config/opencode/opencode.json"
        config = json.loads(path.read_text())
        config["agent"] = {"general": {"permission": {"task": "allow"}}}
        config["subagent_depth"] = 3
        path.write_text(json.dumps(config))

    def offer_tools_by_script(self):
        """The model reaches servers, here also a made-up one, by the scripts that it writes."""
        self.more_environment["OPENCODE_EXPERIMENTAL_CODE_MODE"] = "1"
        path = self.home / ".config/opencode/opencode.json"
        config = json.loads(path.read_text())
        config["mcp"] = {"notes": {"type": "local", "command": [sys.executable, str(NOTES_SERVER)]}}
        path.write_text(json.dumps(config))

    def configure(self, model):
        """OpenCode offers other tools to models of other names."""
        provider = {"npm": "@ai-sdk/anthropic", "name": "scripted", "models": {model: MODEL},
                    "options": {"baseURL": f"{self.model_address()}/v1", "apiKey": KEY}}
        config = {
            "model": f"scripted/{model}", "small_model": f"scripted/{model}",
            "share": "disabled", "autoupdate": False,
            "permission": {"edit": "allow", "bash": "allow"},
            "provider": {"scripted": provider},
        }
        (self.home / ".config/opencode/opencode.json").write_text(json.dumps(config))

    def opt_in(self, mode="coding"):
        self.command(self.holdfast, "init", "--yes", "--host", "opencode")
        (self.project / ".holdfast/config.yaml").write_text(f"gate:\n  initial_mode: {mode}\n")

    def ask(self, prompt):
        """One whole run of OpenCode, in a new session."""
        code = self.run_client([self.setup.clients["opencode"], "run", prompt])
        said = (self.folder / "client.err").read_text()[-500:]
        expect(code == 0, f"a run that ends well, not {code}: {said}")

    def tool_results(self):
        return anthropic_model.tool_results(self.requests())

    def prompts(self):
        """What the model read as the person's words, oldest first, of each request."""
        return [anthropic_model.text_of(message["content"])
                for request in self.requests() for message in request["messages"]
                if message["role"] == "user"]
