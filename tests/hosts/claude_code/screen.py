"""Claude Code at a terminal, with somebody who reads the screen and types."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

from support.processes import end_group, expect, start

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\x1b[()][A-Z0-9]")
SECONDS_MAX = 60


class Screen:
    """A client that was started at a terminal; use it in a `with`."""

    def __init__(self, case, *options):
        self.shown = ""
        ours, its = pty.openpty()
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
        self.terminal = ours
        self.process = start(case.client(*options), SECONDS_MAX, cwd=case.project, stdin=its,
                             stdout=its, stderr=subprocess.STDOUT,
                             env={**case.environment(), "TERM": "xterm-256color"})
        os.close(its)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        end_group(self.process)
        os.close(self.terminal)

    def text(self):
        """What was shown so far, without blanks, since the client puts these in by moving on."""
        return re.sub(r"\s", "", CONTROL.sub("", self.shown))

    def read(self, seconds=0.2):
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if ready:
            self.shown += os.read(self.terminal, 1 << 16).decode("utf-8", "replace")

    def wait_until(self, happened, what, seconds=25):
        deadline = time.monotonic() + seconds
        while not happened():
            expect(time.monotonic() < deadline, f"{what}; shown: {self.text()[-600:]}")
            self.read()

    def wait_for(self, words):
        wanted = re.sub(r"\s", "", words)
        self.wait_until(lambda: wanted in self.text(), f"'{words}' on the screen")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def answer(self, key, words):
        """Types a key until these words come: a question is shown before it takes any."""
        wanted = re.sub(r"\s", "", words)
        typed = [0.0]

        def is_answered():
            if time.monotonic() - typed[0] > 2:
                typed[0] = time.monotonic()
                self.type(key)
            return wanted in self.text()

        self.wait_until(is_answered, f"'{words}' on the screen")
