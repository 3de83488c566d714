"""Sessions that are killed while their turns are sent to a team's server:
fleet_kill.py SESSIONS, in a project, with HOLDFAST and a mark in the environment that what a hook
starts inherits.

A session is a start, a prompt and one or two turn's ends, as a host plays them. One of its hooks is
killed 0 to 8 ms after its start; now and then a push is killed too. There are never more than two
pushes: one that sends and one that waits. With `lines` instead of a number: every run of the project
and how many whole lines its journal has."""
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import uuid

FOLDER = os.getcwd()
PLAYERS = 3
MARK = ("HOLDFAST_SCENARIO_PUSH=" + os.environ.get("HOLDFAST_SCENARIO_PUSH", "")).encode()


def pushes():
    """The processes that hooks have started, by their environment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                is_marked = MARK in file.read().split(b"\0")
            with open(f"/proc/{name}/cmdline", "rb") as file:
                is_push = b"--background" in file.read().split(b"\0")
        except OSError:
            continue
        if is_marked and is_push:
            found.append(int(name))
    return found


def hook(run, event, kill_after=None, **more):
    document = dict(session_id=run, transcript_path="/none", cwd=FOLDER, hook_event_name=event,
                    **more)
    process = subprocess.Popen([os.environ["HOLDFAST"], "hook", event], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        process.stdin.write(json.dumps(document).encode())
        process.stdin.close()
    except BrokenPipeError:
        pass
    if kill_after is not None:
        time.sleep(kill_after)
        process.kill()
    said = process.stdout.read()  # Until nobody has the stream any more, as hosts do.
    process.stdout.close()
    code = process.wait()
    if kill_after is None and code != 0:
        raise RuntimeError(f"{event} ended with {code}: {said}")


def play(dice):
    run = str(uuid.UUID(int=dice.getrandbits(128), version=4))
    steps = [("SessionStart", dict(source="startup")), ("UserPromptSubmit", dict(prompt="go on"))]
    steps += [("Stop", dict(stop_hook_active=False))] * dice.choice((1, 2))
    steps += [("SessionEnd", dict(reason="other"))] * dice.choice((0, 1))
    victim = dice.randrange(len(steps))
    for at, (event, more) in enumerate(steps):
        hook(run, event, dice.uniform(0, 0.008) if at == victim else None, **more)
        if at == victim:
            break
    if dice.random() < 0.05:
        for push in pushes()[:1]:
            try:
                os.kill(push, signal.SIGKILL)
            except ProcessLookupError:
                pass


class Player(threading.Thread):
    def __init__(self, number, sessions, seed):
        super().__init__()
        self.dice, self.sessions, self.problem = random.Random(seed + number), sessions, None

    def run(self):
        try:
            for _ in range(self.sessions):
                play(self.dice)
        except Exception as error:  # pylint: disable=broad-except
            self.problem = repr(error)


def print_lines():
    folder = os.path.join(FOLDER, ".git", "holdfast", "journal")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".jsonl"):
            with open(os.path.join(folder, name), "rb") as file:
                whole = [line for line in file.read().split(b"\n")[:-1] if line]
            if whole:
                print(f"{name[:-6]}|{len(whole)}")


def main():
    if sys.argv[1] == "lines":
        return print_lines()
    seed = int(os.environ.get("KILL_SEED", random.randrange(1 << 30)))
    players = [Player(n, int(sys.argv[1]) // PLAYERS + 1, seed) for n in range(PLAYERS)]
    for player in players:
        player.start()
    most = 0
    while any(player.is_alive() for player in players):
        most = max(most, len(pushes()))
        time.sleep(0.02)
    problems = [player.problem for player in players if player.problem]
    print(f"{sys.argv[1]} sessions, at most {most} pushes seen at once, seed {seed}", file=sys.stderr)
    sys.exit(f"seed {seed}: " + "; ".join(problems) if problems else 0)


main()
