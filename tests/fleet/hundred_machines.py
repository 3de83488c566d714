#!/usr/bin/env python3
"""A hundred machines join one server at once and send at once, twice, and no line is lost or doubled:
hundred_machines.py HOLDFAST [--machines 100]

All of them have a conversation of the same id in their journals, as clones of a disk or two copies of
a home may have, and each has ones of its own. In the second round every fourth machine sends with two
processes at once.
"""
import argparse
import json
import os
import pathlib
import sys
import tempfile
import time

import machine
import rows
import server

SHARED_RUN = machine.run_id(0xFFFF)
LINES = (180, 90)  # Of each journal, in the first round and in the second.
ATTEMPTS_MAX = 5
# A second connection of each machine makes the first event's month.
SETTINGS = server.KILLABLE + ("max_connections=220",)


class Trial:
    def __init__(self, program, folder, count):
        self.server = server.Server(folder / "url", os.getpid(), SETTINGS)
        self.machines = [machine.Machine(program, folder / f"m{number:03}")
                         for number in range(count)]
        self.problems = []
        for number, one in enumerate(self.machines):
            project = one.add_project("shop")
            for run in (SHARED_RUN, machine.run_id(number), machine.run_id(0x1000 + number)):
                one.add_journal(project, run).grow(LINES[0])

    def all_at_once(self, start, others=()):
        """Until all have come to their end, as those do who try again later; says how often."""
        waiting, attempts = list(self.machines), 0
        while waiting and attempts < ATTEMPTS_MAX:
            attempts += 1
            beside = [start(one) for one in others]
            ended = machine.wait_all([start(one) for one in waiting])
            machine.wait_all(beside)
            waiting = [one for one, (code, _) in zip(waiting, ended) if code != 0]
            said = {words for code, words in ended if code != 0}
            for words in sorted(said)[:3]:
                print(f"  {len(waiting)} have to try again: {words}", flush=True)
            others = ()
        if waiting:
            self.problems.append(f"{len(waiting)} machines did not succeed")
        return attempts

    def join(self):
        return self.all_at_once(lambda one: one.start(one.join_command(self.server.url)))

    def push(self, others=()):
        return self.all_at_once(lambda one: one.start_push(one.projects[0]), others)

    def check(self):
        self.problems += rows.check_lines(self.server, self.machines)
        for one in self.machines[::10]:
            status = json.loads(one.call("fleet", "status", "--json"))
            if len(status["machines"]) != len(self.machines):
                self.problems.append(f"{one.folder.name} is told of {len(status['machines'])}")
            if status["journal_bytes_behind"] != 0:
                self.problems.append(f"{one.folder.name} is behind")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--machines", type=int, default=100)
    given = parser.parse_args()
    print(machine.load_average(), flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="holdfast-fleet.") as folder:
        trial = Trial(given.program, pathlib.Path(folder), given.machines)
        try:
            attempts = [trial.join(), trial.push()]
            for one in trial.machines:
                for journal in one.journals:
                    journal.grow(LINES[1])
            attempts.append(trial.push(trial.machines[::4]))
            trial.check()
            events = trial.server.value("SELECT count(*) FROM holdfast.events")
        finally:
            trial.server.stop()
    print(f"{given.machines} machines, {events} events, {time.monotonic() - begun:.0f} s; "
          f"attempts to join and to push: {attempts}")
    for problem in trial.problems:
        print(problem, file=sys.stderr)
    return 1 if trial.problems else 0


if __name__ == "__main__":
    sys.exit(main())
