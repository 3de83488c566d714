#!/usr/bin/env python3
"""Lets the official inspector list and call what the fixture offers: stdio and HTTP, both eras.

usage: tests/conformance/inspector.py [FIXTURE]
"""
import concurrent.futures
import json
import pathlib
import sys

import node

LAUNCHER = "@modelcontextprotocol/inspector/clients/launcher/build/index.js"
SECONDS_MAX = 60
AT_ONCE = 2

# What is asked, and what the answer must hold.
CASES = [
    (["--method", "tools/list"], "test_trigger_prompt_change"),
    (["--method", "tools/call", "--tool-name", "test_simple_text"],
     "This is a simple text response for testing."),
    (["--method", "tools/call", "--tool-name", "test_tool_with_progress"],
     "Progressed three times."),
    (["--method", "resources/list"], "test://static-text"),
    (["--method", "resources/read", "--uri", "test://template/7/data"], "Data for ID: 7"),
    (["--method", "prompts/list"], "test_prompt_with_arguments"),
    (["--method", "prompts/get", "--prompt-name", "test_prompt_with_arguments", "--prompt-args",
      "arg1=one", "arg2=two"], "arg1='one', arg2='two'"),
]


def problem_of(target, era, question, wanted):
    """What is wrong with the inspector's answer to one question; empty where nothing is."""
    with node.folder() as home:
        code, output = node.run(
            [*node.command("inspector", LAUNCHER), "--cli", target, *question, "--protocol-era",
             era, "--format", "json"], home, SECONDS_MAX)
    if code != 0:
        return f"exit {code}: {output}"
    try:
        result = json.loads(output)["result"]
    except (ValueError, KeyError):
        return f"not a result: {output}"
    return "" if wanted in json.dumps(result) else f"{wanted!r} is not in {output}"


def main():
    fixture = pathlib.Path(sys.argv[1] if len(sys.argv) > 1
                           else node.ROOT / "build/release/tests/mcp_fixture").resolve()
    node.install("conformance", "inspector")
    failed = 0
    with node.http_fixture(fixture) as url, \
            concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        rows = [(target, era, question, wanted) for target in (str(fixture), url)
                for era in ("legacy", "auto", "modern") for question, wanted in CASES]
        for row, problem in zip(rows, pool.map(lambda row: problem_of(*row), rows)):
            target, era, question, _ = row
            transport = "http" if target == url else "stdio"
            print(f"{'FAILED' if problem else 'ok':6}  {transport:5} {era:6} {' '.join(question)} "
                  f"{problem}")
            failed += bool(problem)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
