#!/usr/bin/env python3
"""Drives the real OpenCode with a scripted model and shows that our plugin in it holds.

usage: tests/hosts/opencode/run.py [--keep] [--offline] [--install-only] [PROGRAM [CASE...]]

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
    """{name: where it is}."""
    program = modules / "opencode-linux-x64/bin/opencode"
    processes.expect(program.exists(), f"OpenCode at {program}")
    return {"opencode": program}


if __name__ == "__main__":
    sys.exit(runner.main(runner.Host(HERE, runner.HOSTS / "support/anthropic_model.py",
                                     client.Case, cases.ALL, clients)))
