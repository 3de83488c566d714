#!/usr/bin/env python3
"""Writes cmake/hook_order.txt: the functions that hooks run, in the order in which they are linked.

    tools/hook_order.py [--program build/release/holdfast] [--bench build/release/bench/hook_bench]

A hook lives for less than a millisecond, and every 64 KB of the program that it touches cost it a page
fault. The linker puts the functions of this list side by side, those first that most cases of
bench/hook_bench need. What the list names and the program has not is passed over, so it may be old; it
is worth a new one when the count of faults has grown. Takes some minutes: each call runs in valgrind.
"""

import argparse
import collections
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Stands in the place of the program, and lets valgrind tell of the calls that a host waits for; not of the
# hundreds that make a crowd of sessions.
WRAPPER = """#!/bin/sh
case "$PWD $1" in
  */crowded\ *) exec "{program}" "$@" ;;
  *\ hook | *\ statusline) ;;
  *) exec "{program}" "$@" ;;
esac
exec valgrind --tool=callgrind --demangle=no --compress-strings=no --log-file=/dev/null \\
  --callgrind-out-file="{folder}/calls.%p" "{program}" "$@"
"""


def functions_of(path):
    """The names behind fn=, as the linker knows them; recursive calls are numbered by '"'2."""
    names = set()
    for line in path.read_text(errors="replace").splitlines():
        if line.startswith("fn="):
            names.add(line[3:].split("'", 1)[0])
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=ROOT / "build/release/holdfast", type=pathlib.Path)
    parser.add_argument("--bench", default=ROOT / "build/release/bench/hook_bench", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="holdfast-order.") as name:
        folder = pathlib.Path(name)
        wrapper = folder / "holdfast"
        wrapper.write_text(WRAPPER.format(program=options.program.resolve(), folder=folder))
        wrapper.chmod(0o755)
        command = [options.bench.resolve(), "--program", wrapper, "--runs", "1"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        counted = collections.Counter()
        for calls in folder.glob("calls.*"):
            counted.update(functions_of(calls))
    if not counted:
        sys.exit("valgrind told of no call")
    # Names that others than a linker made up are not in it.
    known = {name for name in counted if not name.startswith(("0x", "(")) and " " not in name}
    ordered = sorted(known, key=lambda name: (-counted[name], name))
    target = ROOT / "cmake/hook_order.txt"
    target.write_text("\n".join(ordered) + "\n")
    print(f"{len(ordered)} functions, written to {os.path.relpath(target)}")


if __name__ == "__main__":
    main()
