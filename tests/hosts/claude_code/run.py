#!/usr/bin/env python3
"""Drives the real Claude Code with a scripted model and shows that Holdfast's hooks hold.

usage: tests/hosts/claude_code/run.py [--keep] [--offline] [--install-only] [PROGRAM [CASE...]]

PROGRAM is the holdfast to test (default: build/release/holdfast). The clients are the versions that
package.json pins, installed by npm into build/hosts/claude_code. --offline asks npm for nothing but
its cache; --install-only stops when the clients are there; --keep leaves the folder of the run.
docs/hosts.md says how it works.
"""
import argparse
import concurrent.futures
import contextlib
import fcntl
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

import cases
import client

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
INSTALLED = ROOT / "build/hosts/claude_code"
SECONDS_MAX = 175
INSTALL_SECONDS_MAX = 900
AT_ONCE = 2
# npm alone needs to know how this machine reaches a registry.
FOR_NPM = re.compile(r"PATH|HOME|npm_config_.*|.*_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_.*", re.I)


class Setup:
    """What all cases share."""

    def __init__(self, program, folder, port, network):
        self.root = ROOT
        self.program = program
        self.folder = folder
        self.port = port
        self.network = network
        modules = INSTALLED / "node_modules"
        # The package's own start file is made by an install script, which is not run.
        natives = [path for path in modules.glob("@anthropic-ai/claude-code-*/claude")
                   if "musl" not in path.parent.name]
        client.expect(len(natives) == 1, f"one client of this platform in {modules}")
        self.client = [natives[0]]
        self.old_client = [shutil.which("node"), modules / "claude-code-old/cli.js"]


def install(offline):
    """Installs the pinned clients; nothing to do where this very lock file was installed."""
    wanted = (HERE / "package-lock.json").read_text()
    INSTALLED.mkdir(parents=True, exist_ok=True)
    with (INSTALLED / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = INSTALLED / "installed"
        if stamp.exists() and stamp.read_text() == wanted:
            return
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, INSTALLED / name)
        npm = shutil.which("npm") or sys.exit("npm is missing here; it installs the clients")
        kept = {name: value for name, value in os.environ.items() if FOR_NPM.fullmatch(name)}
        subprocess.run(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error",
             "--offline" if offline else "--prefer-offline"],
            cwd=INSTALLED, env=kept, check=True, timeout=INSTALL_SECONDS_MAX,
            stdin=subprocess.DEVNULL)
        stamp.write_text(wanted)


def go_alone():
    """Starts over in a network of our own that has loopback alone, where that is allowed."""
    unshare = shutil.which("unshare")
    if unshare and subprocess.run([unshare, "-rn", "true"], capture_output=True).returncode == 0:
        os.execv(unshare, [unshare, "-rn", sys.executable, "-B", sys.argv[0], "--alone",
                           *sys.argv[1:]])


def raise_loopback():
    get_flags, set_flags, up = 0x8913, 0x8914, 1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, get_flags, request))[1]
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh14x", b"lo", flags | up))


def network(alone):
    """What a client's environment says about the network."""
    if alone:
        raise_loopback()
        print("network: a namespace with loopback alone")
        return {}
    print("network: no namespace here; a proxy that does not exist bars all but loopback")
    nowhere = "http://127.0.0.1:9"
    return {"HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere, "NO_PROXY": "127.0.0.1"}


def run_case(setup, function):
    started = time.monotonic()
    name = function.__name__
    problem = logs = ""
    try:
        case = client.Case(setup, name)
        try:
            function(case)
        except client.Failed as failure:
            problem, logs = str(failure), case.logs()
        except Exception as failure:  # A case's own mistake must not hide the other cases.
            problem, logs = f"{type(failure).__name__}: {failure}", case.logs()
    except client.Failed as failure:
        problem = str(failure)
    print(f"{'FAILED' if problem else 'ok'}  {name} ({time.monotonic() - started:.1f} s): "
          f"{function.__doc__.strip()}", flush=True)
    if problem:
        print(f"  {problem}\n{logs}", flush=True)
    return not problem


def run_cases(setup, chosen):
    pool = concurrent.futures.ThreadPoolExecutor(AT_ONCE)
    try:
        return list(pool.map(lambda function: run_case(setup, function), chosen))
    finally:
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def started_model(folder):
    """The port of the model, which runs as long as this lasts."""
    model = subprocess.Popen(
        [sys.executable, "-B", HERE / "model.py", folder, str(SECONDS_MAX)], env={},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        yield int(model.stdout.readline())
    finally:
        client.end_group(model)


def arguments():
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
    chosen = [case for case in cases.ALL if not given.case or case.__name__ in given.case]
    if not chosen or len(chosen) < len(given.case):
        parser.error("the cases are: " + " ".join(case.__name__ for case in cases.ALL))
    if not given.install_only and not os.access(given.program, os.X_OK):
        parser.error(f"no program at {given.program}")
    return given, chosen


def end_when_told():
    """After SECONDS_MAX, or when told to end, nothing is left behind."""
    def give_up(number, _):
        client.end_all()
        sys.exit(f"not done after {SECONDS_MAX} s" if number == signal.SIGALRM else "told to end")

    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, give_up)


def main():
    given, chosen = arguments()
    if not given.alone:
        install(given.offline)
        if given.install_only:
            return 0
        signal.alarm(SECONDS_MAX)  # Holds after go_alone, too.
        go_alone()
    end_when_told()
    started = time.monotonic()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="holdfast-hosts.", dir="/tmp"))
    try:
        environment = network(given.alone)
        with started_model(folder) as port:
            passed = run_cases(Setup(given.program, folder, port, environment), chosen)
    finally:
        if given.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{sum(passed)} ok, {len(passed) - sum(passed)} failed, "
          f"{time.monotonic() - started:.0f} s")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
