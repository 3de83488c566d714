#!/usr/bin/env python3
"""Makes projects with a past, to look at: demo_data.py PROGRAM FOLDER [--owner PID] [--hostile]

Recorded events of Claude Code are replayed with the real program, in homes and repositories below
FOLDER; nothing else is read or written. Runs that still go on belong to the process PID (default: the
caller's), so they are live for as long as it lives. FOLDER/demo.json names what was made.
"""
import argparse
import json
import os
import pathlib
import sys

sys.dont_write_bytecode = True
from demo import atlas, costs, greeter, hostile, payments  # noqa: E402
from demo.host import Run, World  # noqa: E402


def short_runs(project, first, prompts):
    """Conversations of one question, so that lists have something to page through."""
    for number, (model, prompt) in enumerate(prompts, first):
        run = Run(project, f"short_{number}", number, model=model).start()
        run.prompt(prompt)
        run.bash("git log --oneline | head")
        run.stop("Answered.")
        run.end()


def make(world):
    greeter_project, plurals = greeter.make(world)
    short_runs(greeter_project, 20, (("claude-haiku-4-5", "Which languages do we have?"),
                                     ("claude-sonnet-5", "Is the manual page up to date?")))
    atlas_project, tiles = atlas.make(world)
    payments_project, refunds = payments.make(world)
    costs.earlier_days(world, world.notes["projects"], {
        "greeter": ["main", "feature/languages"], "atlas": ["main", "fix/date-line"],
        "payments-api": ["feature/refunds", "feature/webhooks"]})
    costs.of_run(refunds, "feature/refunds", 24, 1)
    costs.of_run(plurals, "feature/languages", 11, 2)
    costs.of_run(tiles, "fix/date-line", 7, 3)
    costs.unpriced(tiles, "fix/date-line")
    config = world.home / ".config/holdfast/config.yaml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(costs.BUDGETS)
    return greeter_project, atlas_project, payments_project


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--owner", type=int, default=os.getppid())
    parser.add_argument("--hostile", action="store_true", help="also a project of nothing but markup")
    options = parser.parse_args()
    world = World(options.program, options.folder, options.owner)
    projects = make(world)
    if options.hostile:
        hostile.make(world)
    for project in projects:
        project.holdfast("work", "onboard")
        project.holdfast("maintenance")
    world.holdfast(world.home, "cost")
    world.holdfast(world.home, "index", "update")
    notes = pathlib.Path(options.folder) / "demo.json"
    notes.write_text(json.dumps({**world.notes, "environment": world.environment}, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
