#!/usr/bin/env python3
"""Runs the official conformance suite of MCP against the fixture, in both eras.

usage: tests/conformance/run.py [--install-only] [FIXTURE]

FIXTURE is the server to test (default: build/release/tests/mcp_fixture). The suite is the version
that tools/npm/conformance pins. Every scored scenario must pass without a warning, and so must those
that the suite runs without scoring them, but for the extensions, which we do not offer.
"""
import argparse
import json
import re
import sys

import node

SUITE = "@modelcontextprotocol/conformance/dist/index.js"
SECONDS_MAX = 150
# Revision: how many scenarios are scored. Fewer would mean that something was not run.
REVISIONS = {"2025-11-25": 30, "2026-07-28": 37}
SCENARIO = re.compile(r"^[✓✗] (\S+): (\d+) passed, (\d+) failed", re.M)
UNSCORED = re.compile(r"^  [✓✗] (\S+) \(([\w-]+)\)$", re.M)


def warnings_in(results):
    """The names of checks that passed with a warning, by scenario."""
    found = {}
    for file in sorted(results.glob("*/checks.json")):
        scenario = re.sub(r"^server-|-\d{4}-\d\d-\d\dT.*$", "", file.parent.name)
        names = [check["id"] for check in json.loads(file.read_text())
                 if check["status"] == "WARNING"]
        if names:
            found[scenario] = names
    return found


def run_revision(revision, url):
    """All complaints about one revision; prints its table."""
    with node.folder() as home:
        results = home / "results"
        code, output = node.run(
            [*node.command("conformance", SUITE), "server", "--url", url, "--requirements",
             revision, "-o", str(results)], home, SECONDS_MAX)
        warned = warnings_in(results)
    unscored = dict(UNSCORED.findall(output))
    rows = {name: (int(passed), int(failed)) for name, passed, failed in SCENARIO.findall(output)}
    complaints = []
    print(f"\n{revision}")
    for name, (passed, failed) in rows.items():
        kind = unscored.get(name, "scored")
        is_ours = kind != "extension"
        wrong = is_ours and (failed > 0 or passed == 0 or name in warned)
        print(f"  {'FAILED' if wrong else 'ok' if is_ours else '-':6}  {name:48} "
              f"{passed:3} passed {failed:3} failed  {kind}")
        if wrong:
            complaints.append(f"{revision} {name}: {failed} failed; warnings {warned.get(name)}")
    scored = sum(name not in unscored for name in rows)
    print(f"  {scored} scored scenarios, {sum(passed for passed, _ in rows.values())} checks passed")
    if scored != REVISIONS[revision]:
        complaints.append(f"{revision}: {scored} scored scenarios, not {REVISIONS[revision]}")
    if code != 0:
        complaints.append(f"{revision}: the suite ended with {code}")
    if complaints:
        print(output)
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--install-only", action="store_true")
    parser.add_argument("fixture", nargs="?",
                        default=node.ROOT / "build/release/tests/mcp_fixture")
    arguments = parser.parse_args()
    node.install("conformance", "inspector")
    if arguments.install_only:
        return 0
    complaints = []
    with node.http_fixture(arguments.fixture) as url:
        for revision in REVISIONS:
            complaints += run_revision(revision, url)
    print("\n".join(complaints) if complaints else "\nAll scenarios passed.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
