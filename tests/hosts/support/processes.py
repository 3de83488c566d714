"""Processes that the run of a host's cases starts, and what ends them all."""
import os
import signal
import subprocess
import threading

# What runs now, so that the end of the run leaves nothing behind.
running = set()
starting = threading.Lock()
ending = threading.Event()


class Failed(Exception):
    """What a case expected and did not see."""


def expect(seen, wanted):
    if not seen:
        raise Failed(f"expected: {wanted}")


def start(arguments, seconds_max, **more):
    """Starts a process that leads a group of its own, so that it can be ended whole."""
    with starting:
        expect(not ending.is_set(), "a run that is not being ended")
        process = subprocess.Popen(["timeout", str(seconds_max), *map(str, arguments)],
                                   start_new_session=True, **more)
        running.add(process)
    return process


def is_running(process):
    """Whether it has not ended; one that has is left for `finish`."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None


def finish(process):
    """The exit code; `timeout` sees to it that there is one."""
    # Not reaped yet, so that the id of the group cannot be another's when the rest of it is ended.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    end_group(process)
    return process.returncode


def end_group(process):
    """Ends a process that was started here, and all that it started in turn."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    running.discard(process)


def end_all():
    """Ends whatever runs, and lets nothing start any more."""
    with starting:
        ending.set()
        for process in list(running):
            os.killpg(process.pid, signal.SIGKILL)  # Who waits for it reaps it.
