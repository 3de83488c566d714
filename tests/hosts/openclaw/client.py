"""OpenClaw in a case's world: its settings, our plugin by `init`, its gateway, and who asks it."""
import contextlib
import json
import os
import signal
import socket
import time

from support import anthropic_model, case
from support.case import KEY
from support.processes import ending, expect, finish, is_running
from support.scripted_model import call

GATEWAY_SECONDS_MAX = 150
START_SECONDS_MAX = 100
SERVER = "session-state"
MODEL = {"id": "scripted", "name": "scripted", "reasoning": False, "input": ["text"],
         "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
         "contextWindow": 120000, "maxTokens": 8192}

# What OpenClaw does by itself for some models: they reach all tools by the programs that they write.
BY_PROGRAMS = {"tools": {"codeMode": True}}


def on_request(tool, **given):
    """A step of the model: it calls a tool that OpenClaw lists on request alone."""
    return call("tool_call", id=tool, args=given)


def mcp(tool, **given):
    """The same of our MCP server."""
    return on_request(f"{SERVER}__{tool}", **given)


def free_port():
    with socket.socket() as any_socket:
        any_socket.bind(("127.0.0.1", 0))
        return any_socket.getsockname()[1]


class Case(case.Case):
    def __init__(self, setup, name):
        super().__init__(setup, name)
        self.port = free_port()
        self.memory = self.home / ".openclaw/workspace/memory"
        self.memory.mkdir(parents=True)
        self.settings = self.home / ".openclaw/openclaw.json"
        self.plugin = self.home / ".openclaw/holdfast-plugin"
        self.configure()

    def host_environment(self):
        node = self.setup.clients["node"]
        return {"PATH": f"{self.holdfast.parent}:{node.parent}:/usr/local/bin:/usr/bin:/bin",
                # Each case has a home of its own, but compiles the same program.
                "NODE_COMPILE_CACHE": str(self.setup.clients["modules"].parent / "compiled")}

    def configure(self):
        """A person's settings, in which nothing is ours; only the plugins that they name may load."""
        provider = {"baseUrl": self.model_address(), "apiKey": KEY, "api": "anthropic-messages",
                    "models": [MODEL]}
        config = {
            "plugins": {"allow": ["memory-core"]},
            "agents": {"defaults": {"model": {"primary": "scripted/scripted"},
                                    "workspace": str(self.project), "skipBootstrap": True,
                                    "heartbeat": {"every": "0m"}},
                       "ownership": "explicit",
                       "entries": {"main": {"workspace": str(self.project)},
                                   "programmer": {"workspace": str(self.project), **BY_PROGRAMS}}},
            "memory": {"search": {"enabled": False}},
            "models": {"mode": "replace", "providers": {"scripted": provider}},
            "gateway": {"mode": "local", "port": self.port, "bind": "loopback",
                        "auth": {"mode": "token", "token": KEY}},
        }
        self.settings.write_text(json.dumps(config))

    def opt_in(self, mode="coding"):
        """The project is the workspace: it is opted in, and OpenClaw gets the plugin and the server."""
        self.command(self.holdfast, "init", "--yes", "--host", "openclaw", "--scope", "user")
        (self.project / ".holdfast/config.yaml").write_text(f"gate:\n  initial_mode: {mode}\n")

    def openclaw(self, *arguments):
        return [self.setup.clients["node"], self.setup.clients["modules"] / "openclaw/openclaw.mjs",
                *arguments]

    @contextlib.contextmanager
    def gateway(self):
        """OpenClaw runs as long as this lasts, and is told to end as a service would be."""
        process = self.start(self.openclaw("gateway", "run", "--port", self.port), "gateway",
                             GATEWAY_SECONDS_MAX)
        try:
            log = self.folder / "gateway.out"
            deadline = time.monotonic() + START_SECONDS_MAX
            while "[gateway] ready" not in log.read_text():
                expect(is_running(process), "a gateway that does not end by itself")
                expect(time.monotonic() < deadline and not ending.is_set(), "a gateway that starts")
                time.sleep(0.1)
            yield
        finally:
            if process.returncode is None:
                os.kill(process.pid, signal.SIGTERM)  # `timeout` passes it on.
                finish(process)

    def manage(self, *arguments):
        """A command of OpenClaw that ends by itself; what it printed."""
        code = self.run_client(self.openclaw(*arguments))
        said = (self.folder / "client.out").read_text()
        expect(code == 0, f"{arguments} to end well, not {code}: {said[-500:]}")
        return said

    def ask(self, prompt, agent="main"):
        """One turn, or one command, of an agent."""
        code = self.run_client(self.openclaw("agent", "--agent", agent, "--message", prompt))
        said = (self.folder / "client.err").read_text()[-500:]
        expect(code == 0, f"a turn that ends well, not {code}: {said}")

    def tool_results(self):
        return anthropic_model.tool_results(self.requests())

    def last_result(self):
        """(is_error, text) of what the model read last about a call of its own."""
        results = self.tool_results()
        expect(results, "a tool result in a request to the model")
        return results[-1]

    def prompts(self):
        """What the model read as the person's words, oldest first, of each request."""
        return [anthropic_model.text_of(message["content"])
                for request in self.requests() for message in request["messages"]
                if message["role"] == "user"]

    def telling(self):
        return [("client.err", ""), ("gateway.out", "holdfast"), ("gateway.err", "")]
