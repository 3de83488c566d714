#!/usr/bin/env python3
"""Drives the real OpenClaw with a scripted model and shows that our plugin in it holds.

usage: tests/hosts/openclaw/run.py [--keep] [--offline] [--install-only] [PROGRAM [CASE...]]

tests/hosts/support/runner.py says what the arguments mean, docs/hosts.md how it works.
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent))

import cases
import client
from support import processes, runner

FIRST_START_SECONDS_MAX = 60


def start_once(node, program):
    """npm ran no script of the package, so that its first start does their work, and a second one
    beside it gives up: no case may be the first."""
    subprocess.run([node, program, "--version"], check=True, timeout=FIRST_START_SECONDS_MAX,
                   env={"PATH": f"{node.parent}:/usr/bin:/bin", "HOME": "/nonexistent"},
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def clients(modules):
    """{name: where it is}: the packages, and the Node.js of this platform among them."""
    nodes = list(modules.glob("node-linux-*/bin/node"))
    processes.expect(len(nodes) == 1, f"one Node.js of this platform in {modules}")
    start_once(nodes[0], modules / "openclaw/openclaw.mjs")
    return {"modules": modules, "node": nodes[0]}


if __name__ == "__main__":
    sys.exit(runner.main(runner.Host(HERE, runner.HOSTS / "support/anthropic_model.py",
                                     client.Case, cases.ALL, clients)))
