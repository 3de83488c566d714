#!/usr/bin/env python3
"""Drives the real GitHub Copilot CLI with a scripted model and shows that Holdfast's hooks hold.

usage: tests/hosts/copilot/run.py [--keep] [--offline] [--install-only] [PROGRAM [CASE...]]

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
    """{name: where it is}; the program unpacks itself into the second, once for all cases."""
    program = modules / "@github/copilot-linux-x64/copilot"
    processes.expect(program.exists(), f"Copilot CLI at {program}")
    return {"copilot": program, "unpacked": modules.parent / "unpacked"}


if __name__ == "__main__":
    sys.exit(runner.main(runner.Host(HERE, runner.HOSTS / "support/anthropic_model.py",
                                     client.Case, cases.ALL, clients)))
