"""ccusage 20.0.24, whose totals ours must equal: installed once, run as the native program that it is."""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/conformance"))
import node  # noqa: E402: found by the line above.

PROGRAM = node.INSTALLED / "ccusage/node_modules/@ccusage/ccusage-linux-x64/bin/ccusage"


def install():
    """Installs it where it is not there yet. Packages come without the right to be run."""
    node.install("ccusage")
    PROGRAM.chmod(0o755)


def command(kind):
    return [str(PROGRAM), "claude", kind, "--offline", "--json"]


def report(home, kind, environment):
    """What `ccusage claude daily` or `session` says of the transcripts below HOME."""
    done = subprocess.run(command(kind), env={**environment, "HOME": str(home)}, cwd=home, check=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=300)
    return json.loads(done.stdout)
