"""Runs the cases of one host: installs its clients, starts the scripted model, tells what passed.

usage: tests/hosts/HOST/run.py [--keep] [--offline] [--install-only] [PROGRAM [CASE...]]

PROGRAM is the holdfast to test (default: build/release/holdfast). The clients are the versions that
package.json pins, installed by npm into build/hosts/HOST. --offline asks npm for nothing but its
cache; --install-only stops when the clients are there; --keep leaves the folder of the run.
docs/hosts.md says how it works.
"""
import argparse
import concurrent.futures
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from support import network, packages, processes

HOSTS = pathlib.Path(__file__).resolve().parents[1]
ROOT = HOSTS.parents[1]
SECONDS_MAX = 290
AT_ONCE = 2


class Host:
    """A host as its run.py describes it.

    `folder` holds package.json and is named like the host; `model` is the file of the scripted model
    that its clients speak to; `case` is its class of Case; `cases` are its functions, the longest
    first; `clients(modules)` finds the installed programs.
    """

    def __init__(self, folder, model, case, cases, clients):
        self.folder = folder
        self.model = model
        self.case = case
        self.cases = cases
        self.clients = clients
        self.installed = ROOT / "build/hosts" / folder.name


class Setup:
    """What all cases of a run share."""

    def __init__(self, host, program, folder, port, environment):
        self.root = ROOT
        self.program = program
        self.folder = folder
        self.port = port
        self.network = environment
        self.clients = host.clients(host.installed / "node_modules")


def run_case(host, setup, function):
    started = time.monotonic()
    name = function.__name__
    problem = logs = ""
    try:
        case = host.case(setup, name)
        try:
            function(case)
        except processes.Failed as failure:
            problem, logs = str(failure), case.logs()
        except Exception as failure:  # A case's own mistake must not hide the other cases.
            problem, logs = f"{type(failure).__name__}: {failure}", case.logs()
    except processes.Failed as failure:
        problem = str(failure)
    print(f"{'FAILED' if problem else 'ok'}  {name} ({time.monotonic() - started:.1f} s): "
          f"{function.__doc__.strip()}", flush=True)
    if problem:
        print(f"  {problem}\n{logs}", flush=True)
    return not problem


def run_cases(host, setup, chosen):
    pool = concurrent.futures.ThreadPoolExecutor(AT_ONCE)
    try:
        return list(pool.map(lambda function: run_case(host, setup, function), chosen))
    finally:
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def started_model(host, folder):
    """The port of the model, which runs as long as this lasts."""
    model = subprocess.Popen(
        [sys.executable, "-B", host.model, folder, str(SECONDS_MAX)], env={"PYTHONPATH": HOSTS},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        yield int(model.stdout.readline())
    finally:
        processes.end_group(model)


def arguments(host):
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--offline", action="store_true")
    parser.add_argument("--install-only", action="store_true")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("program", nargs="?", default=ROOT / "build/release/holdfast",
                        type=pathlib.Path)
    parser.add_argument("case", nargs="*")
    given = parser.parse_args()
    given.program = given.program.resolve()
    chosen = [case for case in host.cases if not given.case or case.__name__ in given.case]
    if not chosen or len(chosen) < len(given.case):
        parser.error("the cases are: " + " ".join(case.__name__ for case in host.cases))
    if not given.install_only and not os.access(given.program, os.X_OK):
        parser.error(f"no program at {given.program}")
    return given, chosen


def end_when_told():
    """After SECONDS_MAX, or when told to end, nothing is left behind."""
    def give_up(number, _):
        processes.end_all()
        sys.exit(f"not done after {SECONDS_MAX} s" if number == signal.SIGALRM else "told to end")

    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, give_up)


def main(host):
    given, chosen = arguments(host)
    if not given.alone:
        packages.install(host.folder, host.installed, given.offline)
        if given.install_only:
            return 0
        signal.alarm(SECONDS_MAX)  # Holds after go_alone, too.
        network.go_alone()
    end_when_told()
    started = time.monotonic()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="holdfast-hosts.", dir="/tmp"))
    try:
        environment = network.environment(given.alone)
        with started_model(host, folder) as port:
            passed = run_cases(host, Setup(host, given.program, folder, port, environment), chosen)
    finally:
        if given.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{sum(passed)} ok, {len(passed) - sum(passed)} failed, "
          f"{time.monotonic() - started:.0f} s")
    return 0 if all(passed) else 1
