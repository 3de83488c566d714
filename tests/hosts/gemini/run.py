#!/usr/bin/env python3
"""Drives the real Gemini CLI with a scripted model and shows that Holdfast's hooks hold.

usage: tests/hosts/gemini/run.py [--keep] [--offline] [--install-only] [PROGRAM [CASE...]]

tests/hosts/support/runner.py says what the arguments mean, docs/hosts.md how it works.
"""
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent))

import cases
import client
from support import runner


def clients(modules):
    """{name: the words that start it}."""
    return {"new": [shutil.which("node"), modules / "@google/gemini-cli/bundle/gemini.js"]}


if __name__ == "__main__":
    sys.exit(runner.main(runner.Host(HERE, HERE / "model.py", client.Case, cases.ALL, clients)))
