#!/usr/bin/env python3
"""The server is stopped a hundred times at random moments of the feed, and no line is lost or
doubled: random_stops.py HOLDFAST [--stops 100] [--seed N]

One machine sends the journals of four projects, which grow all the while, by `holdfast fleet push`
again and again. Meanwhile the server crashes (`immediate`) or is stopped (`fast`) and comes back, and
now and then the sending process is killed as well. After each start of the server what it had told as
sent is still there. At the end nobody disturbs the last push; then every line is on the server once,
and all tables have the rows of a second server that was fed once and in peace.
"""
import argparse
import os
import pathlib
import random
import sys
import tempfile
import threading
import time

import machine
import rows
import server

PROJECTS = 4
JOURNALS = 3  # Of each project.
LINES_WAITING = 5000  # At least so many when a push begins, so that it takes a while.
HITS_MIN = 0.5
ATTEMPTS_MAX = 3
# What the machine's own connection does now: whether a transaction is open, and has written. And how
# many bytes of journals are committed: what others can see is told as sent.
FEEDING = ("SELECT count(*) FILTER (WHERE xact_start IS NOT NULL), count(backend_xid), "
           '(SELECT coalesce(sum("offset"), 0) FROM holdfast.index_files WHERE kind=\'journal\') '
           "FROM pg_stat_activity WHERE application_name='holdfast'")
TAKEN = ('SELECT (SELECT count(*) FROM holdfast.events), coalesce(sum("offset"), 0) FROM '
         "holdfast.index_files WHERE kind='journal'")


class Growth(threading.Thread):
    """Lines come while others are sent, in pieces as a slow disk would have them."""

    def __init__(self, journals, seed):
        super().__init__(daemon=True)
        self.journals = journals
        self.random = random.Random(seed)
        self.is_over = threading.Event()
        self.lines = 0

    def run(self):
        while not self.is_over.wait(0.005):
            self.random.choice(self.journals).grow_in_pieces(lambda: self.is_over.wait(0.002))
            self.lines += 1

    def finish(self):
        self.is_over.set()
        self.join()


class Trial:
    def __init__(self, program, folder, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.folder = folder
        self.server = server.Server(folder / "url", os.getpid())
        self.one = machine.Machine(program, folder / "one")
        self.fill()
        self.hits = self.writing = self.kills = self.whole = 0
        self.told = (0, 0)  # Rows and bytes that the server has said it has.
        self.push_s = 1.0
        self.problems = []

    def fill(self):
        """Each project has conversations of the real program too, and is known by a first push."""
        self.one.call(*self.one.join_command(self.server.url, "full")[1:])
        for number in range(PROJECTS):
            project = self.one.add_project(f"project{number}")
            run = machine.run_id(0xA000 + number)
            self.one.hook(project, "SessionStart", run, source="startup")
            self.one.hook(project, "UserPromptSubmit", run, prompt="tame the wombat")
            self.one.hook(project, "PreToolUse", run, tool_name="Write", tool_use_id="t",
                          tool_input={"file_path": str(project / "a.txt"), "content": "text"})
            for journal in range(JOURNALS):
                self.one.add_journal(project, machine.run_id(number * JOURNALS + journal))
            self.one.push(project=project)

    def refill(self):
        """New lines where hardly any are left to send, so that the next push has to work."""
        written = sum(journal.lines for journal in self.one.journals)
        missing = LINES_WAITING - (written - self.told[0])
        refilled = self.one.journals[1::2]
        if missing > 0:
            for journal in refilled:
                journal.grow(missing // len(refilled) + 1)

    def measure(self):
        """How long a push takes that nobody disturbs, so that stops can be anywhere in it."""
        self.refill()
        begun = time.monotonic()
        self.one.push()
        self.push_s = time.monotonic() - begun
        self.look()

    def look(self):
        """What was told as sent must be there after any stop; it may have become more."""
        now = tuple(int(number) for number in self.server.value(TAKEN).split("\t"))
        if now[0] < self.told[0] or now[1] < self.told[1]:
            self.problems.append(f"{self.told} rows and bytes were kept, now it is {now}")
        self.told = now

    def start_push(self):
        """One that has come to a random moment. How long they take changes with the machine's load:
        what was over before its moment says so, and another one is begun."""
        for _ in range(ATTEMPTS_MAX):
            self.refill()
            push, begun = self.one.start_push(), time.monotonic()
            moment = begun + self.random.uniform(0.05, 1.0) * self.push_s
            while push.poll() is None and time.monotonic() < moment:
                time.sleep(0.002)
            if push.poll() is None:
                self.push_s *= 1.02
                break
            self.push_s = 0.9 * (time.monotonic() - begun)
            self.whole += push.returncode == 0
            self.look()
        return push

    def stop_once(self, watcher, is_kill):
        push = self.start_push()
        feeding, writing, committed = (int(number) for number in watcher.ask().split("|"))
        if is_kill:
            push.kill()
            self.kills += 1
        else:
            self.server.restart(self.random.choice(("immediate", "immediate", "fast")))
        (code, said), = machine.wait_all([push])
        self.whole += code == 0
        if not is_kill and feeding and code != 0:
            self.hits += 1
            self.writing += writing > 0
        # 69: the server is away; 75: the one that was killed still holds the machine's lock.
        if code not in (0, 69, 75) and not is_kill:
            self.problems.append(f"push: exit {code}: {said}")
        self.told = (self.told[0], max(self.told[1], committed))
        self.look()

    def disturb(self, stops):
        # Every other journal: the rest are those that are refilled.
        growth = Growth(self.one.journals[::2], self.seed)
        growth.start()
        for _ in range(stops):
            watcher = server.Watcher(self.server, FEEDING)
            if self.random.random() < 0.2:
                self.stop_once(watcher, is_kill=True)
            self.stop_once(watcher, is_kill=False)
            watcher.close()
            if self.problems:
                break
        growth.finish()
        return growth.lines

    def compare(self):
        """The last push, and what a server has that was fed in peace."""
        self.one.push()
        self.look()
        peaceful = server.Server(self.folder / "peaceful", os.getpid())
        self.one.push(url=peaceful.url)
        self.problems += rows.check_lines(self.server, [self.one])
        self.problems += rows.check_alike(self.server, peaceful)
        peaceful.stop()

    def close(self):
        self.server.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--stops", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    given = parser.parse_args()
    print(f"seed {given.seed}, {machine.load_average()}", flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="holdfast-fleet.") as folder:
        trial = Trial(given.program, pathlib.Path(folder), given.seed)
        try:
            trial.measure()
            grown = trial.disturb(given.stops)
            if not trial.problems:
                trial.compare()
        finally:
            trial.close()
    print(f"{given.stops} stops and {trial.kills} killed pushes in {time.monotonic() - begun:.0f} s; "
          f"a push takes {trial.push_s:.2f} s; {trial.hits} stops hit a feed in its transaction, "
          f"{trial.writing} of them after rows were written; {trial.whole} pushes came to their end; "
          f"{trial.told[0]} events, {grown} of them written meanwhile")
    if trial.hits < given.stops * HITS_MIN:
        trial.problems.append(f"only {trial.hits} of {given.stops} stops hit a feed")
    for problem in trial.problems:
        print(problem, file=sys.stderr)
    return 1 if trial.problems else 0


if __name__ == "__main__":
    sys.exit(main())
