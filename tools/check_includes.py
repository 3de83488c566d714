#!/usr/bin/env python3
"""Finds files that compile only because another file was compiled with them.

A release compiles several files as one (HOLDFAST_JUMBO), so a file that forgets an include may go
unnoticed there. Here each file is read by the compiler alone, as the preset dev does.

Run from anywhere: tools/check_includes.py [--all]. Reads the files of src/ that changed in the last
week before the newest commit, or all of them; and where a header lost an include, what includes it.
Prints what the compiler says; then exit 1.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DAYS = 7
OWN_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def base_commit():
    """The newest commit that is older than a week, as seen from the newest one."""
    newest = int(git("log", "-1", "--format=%ct"))
    older = git("rev-list", "-1", f"--before={newest - DAYS * 86400}", "HEAD").strip()
    return older or git("hash-object", "-t", "tree", "/dev/null").strip()


def changed_files(base):
    """(files of src/ that were changed or added since BASE, headers that lost an include)."""
    names = git("diff", "--name-only", "--diff-filter=d", base, "--", "src").split()
    names += git("ls-files", "--others", "--exclude-standard", "src").split()
    headers = [name for name in names if name.endswith(".h")]
    lost = set()
    if headers:
        at = None
        for line in git("diff", "--unified=0", "--no-renames", base, "--", *headers).splitlines():
            if line.startswith("+++ b/"):
                at = line[len("+++ b/"):]
            elif line.startswith("-#include"):
                lost.add(at)
    return set(names), lost


def compiled_with(header):
    """The source file that is named like HEADER, which it includes first."""
    source = header.removesuffix(".h") + ".cpp"
    return source if (ROOT / source).exists() else None


def sources_to_check():
    names, lost = changed_files(base_commit())
    for source in (ROOT / "src").rglob("*.cpp"):
        includes = OWN_INCLUDE.findall(source.read_text(encoding="utf-8"))
        if any("src/" + name in lost for name in includes):
            names.add(str(source.relative_to(ROOT)))
    names |= {compiled_with(name) for name in names if name.endswith(".h")}
    return {name for name in names if name and name.endswith(".cpp")}


def words_for_includes(command):
    """Those words of a compiler's command that say what a file may include and mean by it."""
    kept = []
    words = iter(shlex.split(command))
    for word in words:
        if word in ("-I", "-D", "-isystem"):
            kept += [word, next(words)]
        elif word.startswith(("-D", "-I", "-isystem", "-std")):
            kept.append(word)
    return kept


def commands():
    """{file: the compiler's words} of production files, as the preset dev compiles them."""
    subprocess.run(["cmake", "--preset", "dev", "--log-level=WARNING"], cwd=ROOT, check=True,
                   stdout=subprocess.DEVNULL)
    found = {}
    for entry in json.loads((ROOT / "build/dev/compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        # Tests share a precompiled header in every preset.
        if (ROOT / "src") in path.parents and not path.name.endswith("_test.cpp"):
            found[str(path.relative_to(ROOT))] = words_for_includes(entry["command"])
    return found


def problem_of(source, words):
    # Clang reads a file in three quarters of GCC's time.
    compiler = shutil.which("clang++") or "c++"
    run = subprocess.run([compiler, "-fsyntax-only", "-w", *words, str(ROOT / source)],
                         check=False, text=True, stderr=subprocess.PIPE)
    return run.stderr if run.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="read all files, not only changed ones")
    wants_all = parser.parse_args().all
    known = commands()
    sources = sorted(known if wants_all else sources_to_check() & known.keys())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        problems = list(workers.map(lambda source: problem_of(source, known[source]), sources))
    print("".join(problems), end="")
    print(f"{len(sources)} files were compiled alone")
    return 1 if any(problems) else 0


if __name__ == "__main__":
    sys.exit(main())
