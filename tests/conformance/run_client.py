#!/usr/bin/env python3
"""Runs the official conformance suite of MCP against our client, in both eras.

usage: tests/conformance/run_client.py [CLIENT]

CLIENT is build/release/tests/mcp_client_fixture by default. A scenario passes without a failure and
without a warning. Left out are those of authorization, which our client does not do (it talks to
servers on this machine), and of extensions.
"""
import argparse
import json
import pathlib
import sys

import node

SUITE = "@modelcontextprotocol/conformance/dist/index.js"
SECONDS_MAX = 60
SCENARIOS = {
    "2025-11-25": ["initialize", "tools_call", "sse-retry", "json-schema-2020-12-preservation",
                   "elicitation-sep1034-client-defaults"],
    "2026-07-28": ["tools_call", "request-metadata", "sep-2322-client-request-state",
                   "http-standard-headers", "http-custom-headers", "http-invalid-tool-headers",
                   "json-schema-ref-no-deref", "json-schema-2020-12-preservation"],
}


def run_scenario(client, revision, scenario):
    """(how many checks passed, complaints) of one scenario."""
    with node.folder() as home:
        results = home / "results"
        code, output = node.run(
            [*node.command("conformance", SUITE), "client", "--command", str(client), "--scenario",
             scenario, "--spec-version", revision, "-o", str(results)], home, SECONDS_MAX)
        checks = [check for file in results.glob("*/checks.json")
                  for check in json.loads(file.read_text())]
    wrong = [check["id"] for check in checks if check["status"] in ("FAILURE", "WARNING")]
    passed = sum(check["status"] == "SUCCESS" for check in checks)
    if code == 0 and passed > 0 and not wrong:
        return passed, []
    return passed, [f"{revision} {scenario}: {wrong or 'nothing was checked'}, code {code}", output]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("client", nargs="?", type=pathlib.Path,
                        default=node.ROOT / "build/release/tests/mcp_client_fixture")
    arguments = parser.parse_args()
    node.install("conformance")
    complaints = []
    for revision, scenarios in SCENARIOS.items():
        for scenario in scenarios:
            passed, wrong = run_scenario(arguments.client.resolve(), revision, scenario)
            print(f"{'FAILED' if wrong else 'ok':6}  {revision}  {scenario:36} {passed:3} passed")
            complaints += wrong
    print("\n".join(complaints) if complaints else "All scenarios passed.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
