"""Codex in a case's world: what it is told, how it is asked, what it says."""
import hashlib
import json
import re

import model
from support import case
from support.case import CLIENT_SECONDS_MAX, KEY
from support.processes import expect

# The client's own names, since the tools depend on it. This one is given all tools at once.
MODEL = "gpt-5.5"
# This one is given one tool, which runs JavaScript that calls the others.
CODE_MODE_MODEL = "gpt-6.1-sol"


class Case(case.Case):
    def __init__(self, setup, name):
        super().__init__(setup, name)
        self.hooks_file = self.project / ".codex/hooks.json"
        (self.home / ".codex").mkdir()
        self.configure()

    def host_environment(self):
        # A name that cannot be looked up costs the client seconds; a proxy that is not there none.
        nowhere = "http://127.0.0.1:9"
        return {"SCRIPTED_KEY": KEY, "HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere,
                "NO_PROXY": "127.0.0.1"}

    # The project.

    def configure(self, *more):
        """The person's own settings: the model, their trust in the project, and what is `more`."""
        (self.home / ".codex/config.toml").write_text("\n".join([
            f'model = "{MODEL}"', 'model_provider = "scripted"', 'web_search = "disabled"', *more,
            "[model_providers.scripted]", 'name = "scripted"', 'wire_api = "responses"',
            f'base_url = "{self.model_address()}/v1"', 'env_key = "SCRIPTED_KEY"',
            f'[projects."{self.project}"]', 'trust_level = "trusted"', ""]))

    def add_settings(self, text):
        with (self.home / ".codex/config.toml").open("a") as settings:
            settings.write(text)

    def opt_in(self, mode="coding"):
        """`holdfast init`, and the person's yes to its hooks."""
        (self.holdfast.parent / "codex").symlink_to(self.client()[-1])
        self.command(self.holdfast, "init", "--yes", "--host", "codex")
        self.trust_hooks()
        (self.project / ".holdfast/config.yaml").write_text(f"gate:\n  initial_mode: {mode}\n")

    def hook(self, command, events):
        """Hooks of the case's own in the place of those that `init` wrote."""
        self.hooks_file.write_text(json.dumps({"hooks": {event: [{"hooks": [{
            "type": "command", "command": command, "timeout": 3}]}] for event in events}}))
        self.trust_hooks()

    def trust_hooks(self):
        """What a person's yes under /hooks writes: the hash of each hook as it is now."""
        for event, groups in json.loads(self.hooks_file.read_text())["hooks"].items():
            words = re.sub("(?<!^)(?=[A-Z])", "_", event).lower()
            for number, group in enumerate(groups):
                for position, hook in enumerate(group["hooks"]):
                    self.add_settings(f'[hooks.state."{self.hooks_file}:{words}:{number}:{position}"]\n'
                                      f'trusted_hash = "{trusted_hash(words, group, hook)}"\n')

    # Turns.

    def client(self, *arguments):
        return [*self.setup.clients["new"], *arguments]

    def words(self, prompt, *options, resume=None, fork=None, trusting=True):
        """What starts a client with a prompt; where it is trusting it asks for no permission."""
        chosen = ["resume", resume] if resume else ["fork", fork] if fork else []
        trust = ["--dangerously-bypass-approvals-and-sandbox"] if trusting else []
        return self.client("exec", "--json", *trust, *options, *chosen, prompt)

    def begin(self, prompt, *options, **more):
        return self.start(self.words(prompt, *options, **more), "client", CLIENT_SECONDS_MAX)

    def ask(self, prompt, *options, **more):
        """One whole run of a client; the id of its conversation."""
        code = self.run_client(self.words(prompt, *options, **more))
        expect(code == 0, f"a client that ends well, not with {code}")
        return next(line["thread_id"] for line in self.printed() if line["type"] == "thread.started")

    def errors(self):
        """What the client told a person of errors."""
        items = [line.get("item", {}) for line in self.printed()]
        return [item["message"] for item in items if item.get("type") == "error"]

    # What was seen.

    def tool_results(self):
        # Nothing in the interface marks an error; the text does.
        return [("locked by PreToolUse hook" in text, text)
                for text in model.tool_results(self.requests())]

    def telling(self):
        return [("client.err", ""), ("client.out", "error")]


def trusted_hash(words, group, hook):
    """What the client calls the current hash of a command hook."""
    identity = {"event_name": words, "hooks": [{"async": False, **hook}]}
    if "matcher" in group:
        identity["matcher"] = group["matcher"]
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
