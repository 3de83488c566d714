#!/usr/bin/env python3
"""Drives the real Claude Code with a scripted model and shows that Holdfast's hooks hold.

usage: tests/hosts/claude_code/run.py [--keep] [--offline] [--install-only] [PROGRAM [CASE...]]

tests/hosts/support/runner.py says what the arguments mean, docs/hosts.md how it works.
"""
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent))

import cases
import client
from support import processes, runner


def clients(modules):
    """{name: the words that start it}."""
    # The package's own start file is made by an install script, which is not run.
    natives = [path for path in modules.glob("@anthropic-ai/claude-code-*/claude")
               if "musl" not in path.parent.name]
    processes.expect(len(natives) == 1, f"one client of this platform in {modules}")
    return {"new": [natives[0]], "old": [shutil.which("node"), modules / "claude-code-old/cli.js"]}


if __name__ == "__main__":
    sys.exit(runner.main(runner.Host(HERE, runner.HOSTS / "support/anthropic_model.py",
                                     client.Case, cases.ALL, clients)))
