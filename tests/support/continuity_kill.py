"""Kills hooks at random moments: continuity_kill.py ROUNDS, in a project, with HOLDFAST set.

A round is a session as a host plays it: a process that holds it (`sleep`), then the hooks of one or
two turns. One hook or command is killed 0 to 4 ms after its start and the holder with it. The next
session's start must find every turn whose Stop had ended, no file may be half, and a session that
runs beside all the time must stay open."""
import json
import os
import random
import subprocess
import sys
import threading
import time
import uuid

PROGRAM = os.environ["HOLDFAST"]
DATA = os.path.join(os.environ["XDG_DATA_HOME"], "holdfast")
FOLDER = os.getcwd()
LOCAL = os.path.join(FOLDER, ".git", "holdfast")
SECONDS_MAX = 45  # A sanitizer's build does as many rounds as it can.
PLAYERS = 4
TRY_AGAIN = 75
TRIES_MAX = 5


def word(number):
    """A word of letters alone that no other number has."""
    text = ""
    while number or not text:
        number, rest = divmod(number, 26)
        text = chr(ord("a") + rest) + text
    return "topic" + text + "zz"


class Session:
    def __init__(self):
        self.id = str(uuid.uuid4())
        self.holder = subprocess.Popen(["sleep", "120"], stdin=subprocess.DEVNULL)
        self.environment = dict(os.environ, CLAUDE_PID=str(self.holder.pid))

    def run(self, arguments, document, kill_after=None):
        """Whether the process ended well; one that is killed in time did not. A disk that stalls
        makes others wait longer for a lock than they may: who is told to try again does."""
        for _ in range(TRIES_MAX):
            code, errors = self.run_once(arguments, document, kill_after)
            if kill_after is not None or code == 0:
                return code == 0
            if code != TRY_AGAIN:
                break
        raise RuntimeError(f"{arguments} ended with {code}: {errors}")

    def run_once(self, arguments, document, kill_after):
        process = subprocess.Popen([PROGRAM] + arguments, env=self.environment,
                                   stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        try:
            process.stdin.write(document.encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        if kill_after is not None:
            time.sleep(kill_after)
            process.kill()
        errors = process.stderr.read().decode()
        process.stderr.close()
        return process.wait(), errors

    def hook(self, event, kill_after=None, **more):
        document = dict(session_id=self.id, transcript_path="/none", cwd=FOLDER,
                        hook_event_name=event, **more)
        return self.run(["hook", event], json.dumps(document), kill_after)

    def start(self, kill_after=None):
        return self.hook("SessionStart", kill_after, source="startup")

    def pin(self, text, label, kill_after=None):
        return self.run(["pins", "pin", text, "--label", label, "--session", self.id], "",
                        kill_after)

    def turn(self, name):
        """The steps of one turn, each a function of when to kill it."""
        call = dict(tool_name="Write", tool_use_id="w-" + name,
                    tool_input={"file_path": f"{FOLDER}/{name}.txt", "content": "x"})
        return [
            lambda kill: self.hook("UserPromptSubmit", kill, prompt="work on " + name),
            lambda kill: self.hook("PreToolUse", kill, **call),
            lambda kill: self.hook("PostToolUse", kill, tool_response={}, **call),
            lambda kill: self.pin("pin of " + name, name, kill),
            lambda kill: self.hook("Stop", kill, stop_hook_active=False),
        ]

    def die(self):
        self.holder.kill()
        self.holder.wait()

    def mirror(self):
        path = os.path.join(DATA, "sessions", self.id + ".json")
        return json.load(open(path)) if os.path.exists(path) else None


def play(session, turns, dice):
    """Plays the turns and kills one step. Returns whether it began, and the names of the turns that
    ended with all their steps."""
    steps = 1 + sum(len(session.turn(name)) for name in turns)
    victim = dice.randrange(steps)
    delay = dice.uniform(0, 0.004)
    if victim == 0:
        return session.start(delay), []
    session.start()
    at, finished = 0, []
    for name in turns:
        steps_of_turn = session.turn(name)
        for step in steps_of_turn:
            at += 1
            if at < victim:
                step(None)
                continue
            # A Stop that was quicker than the kill has ended its turn.
            was_quicker = step(delay) and step is steps_of_turn[-1]
            return True, finished + ([name] if was_quicker else [])
        finished.append(name)
    return True, finished


def check_open(session, began):
    state = session.mirror()
    if began:
        assert state, "a session that began has no mirror"
        assert state["end_time"] is None, "it was closed while its holder lived"


def check_closed(session, began, finished):
    state = session.mirror()
    if not began:
        return
    assert state["end_time"], "it was not closed"
    assert state["crash_recovered"], "it did not crash"
    pins = [pin["content"] for pin in state["working_memory"]]
    for name in finished:
        assert "pin of " + name in pins, f"the pin of {name} is gone: {pins}"
        assert name in state["hot_topics"], f"the topic {name} is gone: {state['hot_topics']}"


def check_pins():
    path = os.path.join(DATA, "working_memory.json")
    if os.path.exists(path):
        json.load(open(path))


def check_all_files():
    """When nobody writes any more."""
    check_pins()
    for name in os.listdir(os.path.join(DATA, "sessions")):
        if name.endswith(".json"):
            json.load(open(os.path.join(DATA, "sessions", name)))
    for line in open(os.path.join(LOCAL, "continuity", "ended.jsonl")):
        assert line.endswith("\n"), "the roster ends in half a line"
        # Two that find half a line at once both begin a new one.
        if line.strip():
            json.loads(line)


class Player(threading.Thread):
    """One of several that work in the project at once, each with sessions of its own."""

    def __init__(self, number, rounds, until, beside, seed):
        super().__init__()
        self.number, self.rounds, self.until, self.beside = number, rounds, until, beside
        self.dice = random.Random(seed + number)
        self.done, self.problem = 0, None

    def run(self):
        while self.done < self.rounds and time.monotonic() < self.until and not self.problem:
            self.one_round()
            self.done += 1

    def one_round(self):
        session = Session()
        first = (self.number * 1000 + self.done) * 2
        turns = [word(first + n) for n in range(self.dice.choice((1, 2)))]
        following = None
        try:
            began, finished = play(session, turns, self.dice)
            check_open(session, began)
            session.die()
            following = Session()
            following.start()
            check_closed(session, began, finished)
            check_open(following, True)
            check_open(self.beside, True)
            assert self.beside.mirror()["working_memory"], "the session beside lost its pin"
            check_pins()
        except Exception as error:  # pylint: disable=broad-except
            self.problem = f"round {self.done}, session {session.id}: {error!r}"
        finally:
            session.die()
            if following:
                following.die()


def main():
    seed = int(os.environ.get("KILL_SEED", random.randrange(1 << 30)))
    rounds = int(sys.argv[1])
    beside = Session()
    beside.start()
    for step in beside.turn("besides"):
        step(None)
    began_at = time.monotonic()
    until = began_at + SECONDS_MAX
    players = [Player(n, rounds // PLAYERS, until, beside, seed) for n in range(PLAYERS)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    done = sum(player.done for player in players)
    print(f"{done} rounds in {time.monotonic() - began_at:.1f} s, seed {seed}")
    beside.die()
    problems = [player.problem for player in players if player.problem]
    if problems:
        sys.exit(f"seed {seed}: " + "; ".join(problems))
    last = Session()
    last.start()
    last.die()
    check_all_files()
    if done < rounds // 10:
        sys.exit("far too slow")


main()
