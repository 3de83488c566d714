"""The pinned clients, installed by npm."""
import fcntl
import os
import re
import shutil
import subprocess
import sys

INSTALL_SECONDS_MAX = 900
# npm alone needs to know how this machine reaches a registry.
FOR_NPM = re.compile(r"PATH|HOME|npm_config_.*|.*_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_.*", re.I)


def install(pinned, installed, offline):
    """Installs what the folder `pinned` names; nothing to do where this very lock file was."""
    wanted = (pinned / "package-lock.json").read_text()
    installed.mkdir(parents=True, exist_ok=True)
    with (installed / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = installed / "installed"
        if stamp.exists() and stamp.read_text() == wanted:
            return
        for name in ("package.json", "package-lock.json"):
            shutil.copy(pinned / name, installed / name)
        npm = shutil.which("npm") or sys.exit("npm is missing here; it installs the clients")
        kept = {name: value for name, value in os.environ.items() if FOR_NPM.fullmatch(name)}
        subprocess.run(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error",
             "--offline" if offline else "--prefer-offline"],
            cwd=installed, env=kept, check=True, timeout=INSTALL_SECONDS_MAX,
            stdin=subprocess.DEVNULL)
        stamp.write_text(wanted)
