#!/usr/bin/env python3
"""How fast costs are read, beside `cat`, ccusage and /bin/true in the same run.

    bench/cost_bench.py build/release/holdfast [--megabytes 500] [--files 500] [--check]

Makes transcripts in a temporary folder, then measures a first scan with two threads against `cat` of
the same files and against ccusage 20.0.24 (tools/npm/ccusage, fetched where it is not there), and a
scan after 20 KB were appended to one file against /bin/true. Rounds alternate, so that what slows the
machine down slows down all alike; medians are compared. The totals must be equal. --check: exit 1
where a limit is missed.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/cost"))
import ccusage  # noqa: E402: found by the line above.
import transcripts  # noqa: E402

TAIL_BYTES = 20_000


def timed(argv, environment, cwd):
    """Milliseconds from the start of a process to its end, and what it said."""
    with tempfile.TemporaryFile() as output:
        begun = time.perf_counter()
        process = subprocess.Popen(argv, env=environment, cwd=cwd, stdin=subprocess.DEVNULL,
                                   stdout=output)
        code = process.wait()
        elapsed = (time.perf_counter() - begun) * 1000
        if code != 0:
            raise SystemExit(f"{argv[0]} ended with {code}")
        output.seek(0)
        return elapsed, output.read()


class Bench:
    def __init__(self, program, home, files):
        self.program = program
        self.home = home
        self.files = [str(file) for file in files]
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "TZ": "UTC"}
        self.kept = home / ".local/state/holdfast/cost"

    def run(self, *argv):
        return timed(argv, self.environment, self.home)

    def cost(self):
        return self.run(self.program, "cost", "--json")

    def cold(self, rounds, peer_rounds):
        """Medians of cat, of us and of ccusage; equal totals or an end."""
        times = {"cat": [], "ours": [], "ccusage": []}
        ours = theirs = None
        for number in range(rounds):
            # To a pipe or a file cat would be slower; /dev/null is the best that it can do.
            begun = time.perf_counter()
            subprocess.run(["cat", *self.files], stdout=subprocess.DEVNULL, check=True)
            times["cat"].append((time.perf_counter() - begun) * 1000)
            shutil.rmtree(self.kept, ignore_errors=True)
            elapsed, ours = self.cost()
            times["ours"].append(elapsed)
            if number < peer_rounds:
                elapsed, theirs = self.run(*ccusage.command("daily"))
                times["ccusage"].append(elapsed)
        compare(json.loads(ours)["total"], json.loads(theirs)["totals"])
        return {name: statistics.median(values) for name, values in times.items()}

    def warm(self, rounds, size):
        """Medians of /bin/true and of us after an append; for each round another file grows."""
        self.cost()
        times = {"true": [], "ours": [], "nothing new": []}
        for number in range(rounds):
            file = pathlib.Path(self.files[number % len(self.files)])
            before = file.read_bytes()
            tail = before[-size:].split(b"\n", 1)[1].replace(b'"msg_', b'"msg_%d' % number)
            for name in ("true", "ours", "nothing new"):
                if name == "ours":
                    with file.open("ab") as stream:
                        stream.write(tail)
                argv = ["/bin/true"] if name == "true" else [self.program, "cost", "--json"]
                times[name].append(self.run(*argv)[0])
                if name == "ours":
                    # As it was, so that each round finds the same.
                    status = file.stat()
                    os.truncate(file, len(before))
                    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
                    self.cost()
        return {name: statistics.median(values) for name, values in times.items()}


def compare(ours, theirs):
    names = {"input_tokens": "inputTokens", "output_tokens": "outputTokens",
             "cache_read_tokens": "cacheReadTokens", "cache_write_tokens": "cacheCreationTokens"}
    for mine, other in names.items():
        if ours[mine] != theirs[other]:
            raise SystemExit(f"{mine}: {ours[mine]}, ccusage {theirs[other]}")
    if abs(ours["cost_usd"] - theirs["totalCost"]) > 1e-4:
        raise SystemExit(f"{ours['cost_usd']} USD, ccusage {theirs['totalCost']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    ccusage.install()
    with tempfile.TemporaryDirectory(prefix="holdfast-bench-") as name:
        home = pathlib.Path(name)
        folder = transcripts.make(home / ".claude", options.files,
                                  options.megabytes * 1_000_000 // options.files)
        files = sorted(folder.rglob("*.jsonl"))
        bench = Bench(str(pathlib.Path(options.program).resolve()), home, files)
        time.sleep(2.5)  # Folders must be older than that to be trusted.
        cold = bench.cold(options.rounds, max(1, options.rounds // 3))
        warm = bench.warm(max(21, options.rounds), TAIL_BYTES)
    size = f"{options.megabytes} MB in {options.files} files"
    rows = [
        (f"scan of {size}", f"{cold['ours']:.0f} ms", ""),
        ("… cat of the same", f"{cold['cat']:.0f} ms", f"{cold['ours'] / cold['cat']:.2f}× cat, must 3"),
        ("… ccusage 20.0.24, same totals", f"{cold['ccusage']:.0f} ms",
         f"{cold['ccusage'] / cold['ours']:.1f} times faster, must 5"),
        ("after 20 KB were appended to one", f"{warm['ours']:.2f} ms", ""),
        ("… /bin/true", f"{warm['true']:.2f} ms",
         f"{warm['ours'] / warm['true']:.2f}× /bin/true, must 5"),
        ("nothing new", f"{warm['nothing new']:.2f} ms", ""),
    ]
    for what, value, ratio in rows:
        print(f"{what:45} {value:>10}  {ratio}")
    missed = (cold["ours"] > 3 * cold["cat"] or cold["ccusage"] < 5 * cold["ours"]
              or warm["ours"] > 5 * warm["true"])
    return 1 if options.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
