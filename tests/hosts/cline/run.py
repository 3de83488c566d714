#!/usr/bin/env python3
"""Drives the real command line of Cline with a scripted model and shows that our hooks in it hold.

usage: tests/hosts/cline/run.py [--keep] [--offline] [--install-only] [PROGRAM [CASE...]]

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
    program = modules / "@cline/cli-linux-x64/bin/cline"
    processes.expect(program.exists(), f"Cline at {program}")
    return {"cline": program}


if __name__ == "__main__":
    sys.exit(runner.main(runner.Host(HERE, runner.HOSTS / "support/anthropic_model.py",
                                     client.Case, cases.ALL, clients)))
