#!/usr/bin/env python3
"""Our sums are those of ccusage 20.0.24, by day and by session: compare.py HOLDFAST [--install-only]

On generated transcripts with everything that makes sums differ: messages on several lines that grow,
sessions resumed as copies, subagents, many models, both kinds of cache writes, days that depend on
the time zone. Where `cache_creation` does not add up ccusage believes it and the host does not, so
there is none of that here; tests/scenarios/cost_report.sh has it.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import ccusage
import transcripts

NAMES = {"input_tokens": "inputTokens", "output_tokens": "outputTokens",
         "cache_read_tokens": "cacheReadTokens", "cache_write_tokens": "cacheCreationTokens"}
FAILURES = []


def check(what, ours, theirs):
    for name, their_name in NAMES.items():
        if ours[name] != theirs[their_name]:
            FAILURES.append(f"{what}: {name}: {ours[name]}, ccusage {theirs[their_name]}")
    if abs(ours["cost_usd"] - theirs["totalCost"]) > 1e-6:
        FAILURES.append(f"{what}: {ours['cost_usd']} USD, ccusage {theirs['totalCost']}")


def ours(program, home, environment, by):
    done = subprocess.run([program, "cost", "--json", "--by", by], check=True, cwd=home,
                          env={**environment, "HOME": str(home)}, stdout=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, timeout=300)
    return json.loads(done.stdout)


def compare(program, home, zone):
    environment = {"PATH": "/usr/bin:/bin", "TZ": zone}
    for by, kind, key, rows in (("day", "daily", "date", "daily"),
                                ("session", "session", "sessionId", "sessions")):
        mine = ours(program, home, environment, by)
        theirs = ccusage.report(home, kind, environment)
        check(f"{zone} {by} total", mine["total"], theirs["totals"])
        their_rows = {row[key]: row for row in theirs[rows]}
        if {row["key"] for row in mine["rows"]} != set(their_rows):
            FAILURES.append(f"{zone} {by}: other rows")
            continue
        for row in mine["rows"]:
            check(f"{zone} {by} {row['key']}", row, their_rows[row["key"]])
        if len(mine["rows"]) < 5:
            FAILURES.append(f"{zone} {by}: hardly any rows to compare")


def add_copies(folder):
    """A resumed session's file begins with the lines of the one before."""
    files = sorted(folder.rglob("*.jsonl"))
    for number, old in enumerate(files[:6]):
        new = old.parent / f"{number:08x}-ffff-4000-8000-000000000000.jsonl"
        more = transcripts.Writer(9000 + number, new.stem, number)
        new.write_text(old.read_text()[: 200_000].rsplit("\n", 1)[0] + "\n" + more.turn())


def main():
    ccusage.install()
    if sys.argv[-1] == "--install-only":
        return 0
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="holdfast-cost-") as name:
        home = pathlib.Path(name)
        folder = transcripts.make(home / ".claude", 40, 150_000)
        for zone in ("UTC", "America/New_York", "Asia/Kolkata"):
            compare(program, home, zone)
        # What is added later counts the same as what was there at first.
        add_copies(folder)
        compare(program, home, "UTC")
        (folder / "late").mkdir()
        writer = transcripts.Writer(77, "late", 3)
        (folder / "late" / "late.jsonl").write_text(writer.turn() + writer.turn())
        compare(program, home, "UTC")
    print("\n".join(FAILURES) or "equal to ccusage by day and by session")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
