"""Transcripts with what requests used, over the last two weeks, as Claude Code writes them."""
import datetime
import json
import pathlib
import random

DAYS = 14
# Of the price list that comes with the program, and one that is not on it.
MODELS = (("claude-sonnet-5", 6), ("claude-opus-4-8", 3), ("claude-haiku-4-5", 3))
UNPRICED = "in-house-coder"


def line(chance, at, session, branch, cwd, model, sidechain):
    """One request; most of a prompt comes from the cache, as it does in real conversations."""
    read = chance.randrange(20_000, 140_000)
    write = chance.randrange(500, 6_000)
    return {
        "parentUuid": None, "isSidechain": sidechain, "type": "assistant",
        "uuid": f"{chance.getrandbits(128):032x}", "requestId": f"req_{chance.getrandbits(96):024x}",
        "timestamp": at.strftime("%Y-%m-%dT%H:%M:%S.000Z"), "userType": "external",
        "entrypoint": "cli", "cwd": cwd, "sessionId": session, "version": "2.1.325",
        "gitBranch": branch,
        "message": {
            "id": f"msg_{chance.getrandbits(96):024x}", "type": "message", "role": "assistant",
            "model": model, "content": [{"type": "text", "text": "Done."}], "stop_reason": "end_turn",
            "usage": {"input_tokens": chance.randrange(20, 2_500), "output_tokens": chance.randrange(80, 2_200),
                      "cache_read_input_tokens": read, "cache_creation_input_tokens": write,
                      "cache_creation": {"ephemeral_1h_input_tokens": 0,
                                         "ephemeral_5m_input_tokens": write}}}}


def write_lines(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one, separators=(",", ":")) + "\n" for one in lines))


def conversation(world, chance, path, session, branch, cwd, begun, requests):
    at, lines, helpers = begun, [], []
    for _ in range(requests):
        at += datetime.timedelta(seconds=chance.randrange(5, 120))
        model = chance.choices([name for name, _ in MODELS], [weight for _, weight in MODELS])[0]
        lines.append(line(chance, at, session, branch, cwd, model, False))
        if chance.randrange(5) == 0:
            helpers.append(line(chance, at, session, branch, cwd, "claude-haiku-4-5", True))
    write_lines(path, lines)
    if helpers:
        agent = path.parent / session / "subagents" / f"agent-a{session[:8]}.jsonl"
        write_lines(agent, helpers)
        agent.with_suffix(".meta.json").write_text(json.dumps({"agentType": "Explore"}))


def earlier_days(world, projects, branches):
    """Conversations of the days before the demo: known by their transcripts alone."""
    chance = random.Random(14)
    today = datetime.datetime.now(datetime.timezone.utc).replace(hour=0, minute=0, second=0)
    for day in range(1, DAYS):
        morning = today - datetime.timedelta(days=day)
        weekend = morning.weekday() >= 5
        for number, (name, root) in enumerate(sorted(projects.items())):
            if weekend and number:
                continue
            session = f"{day:04x}{number:04x}-0d0c-4b0a-8a8b-{day * 16 + number:012x}"
            folder = "-" + root.strip("/").replace("/", "-").replace(".", "-")
            conversation(world, chance, world.home / ".claude/projects" / folder / f"{session}.jsonl",
                         session, chance.choice(branches[name]), root,
                         morning + datetime.timedelta(hours=9 + 2 * number),
                         3 if weekend else chance.randrange(8, 30))


def of_run(run, branch, requests, seed):
    """What a run of the demo used; all of it a few minutes ago."""
    now = datetime.datetime.now(datetime.timezone.utc)
    begun = now - datetime.timedelta(seconds=125 * requests)
    # Just after midnight the day before would get it all; a run counts for the day it was in.
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    conversation(run.world, random.Random(seed), run.transcript, run.id, branch,
                 str(run.project.root), max(begun, midnight), requests)


def unpriced(run, branch):
    now = datetime.datetime.now(datetime.timezone.utc)
    chance = random.Random(5)
    lines = [line(chance, now, run.id, branch, str(run.project.root), UNPRICED, False)
             for _ in range(3)]
    with pathlib.Path(run.transcript).open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(one) + "\n" for one in lines)


BUDGETS = """cost:
  session_budget_usd: 5
  day_budget_usd: 4
  month_budget_usd: 120
"""
