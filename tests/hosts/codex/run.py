#!/usr/bin/env python3
"""Drives the real Codex with a scripted model and shows that Holdfast's hooks hold.

usage: tests/hosts/codex/run.py [--keep] [--offline] [--install-only] [PROGRAM [CASE...]]

tests/hosts/support/runner.py says what the arguments mean, docs/hosts.md how it works.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent))

import cases
import client
from support import processes, runner


def clients(modules):
    """{name: the words that start it}."""
    natives = list(modules.glob("@openai/codex-*/vendor/*/bin/codex"))
    processes.expect(len(natives) == 1, f"one client of this platform in {modules}")
    return {"new": [natives[0]]}


if __name__ == "__main__":
    sys.exit(runner.main(runner.Host(HERE, HERE / "model.py", client.Case, cases.ALL, clients)))
