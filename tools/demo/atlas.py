"""atlas: the session protocol with its gates, and a file of requirements that is broken."""
from demo.host import Project, Run

BROKEN = """version: "1.0"
requirements:
  map_review:
    enabled: true
    scope: branch
    trigger_tools: [{tool: Bash, command_pattern: 'git\\s+push'}]
    message: The map has not been looked at.
  tile_budget:
    enabled: true
    type: sometimes
"""


def make(world):
    project = Project(world, "atlas", {
        "README.md": "# atlas\n", "src/tiles.py": "SIZE = 256\n",
        ".agents/HANDOFF.md": "# Handoff\n\nTiles are cut twice at the date line.\n"})
    project.write({".claude/requirements.yaml": BROKEN})
    project.commit("Say what must be true first")
    date_line(project)
    project.switch("fix/date-line")
    return project, smaller_tiles(project)


def date_line(project):
    run = Run(project, "date_line", 8, model="claude-opus-4-8").start()
    run.prompt("Why are tiles cut twice at the date line?")
    begin_protocol(run, "Find out why tiles are cut twice")
    run.read(".agents/HANDOFF.md")
    run.say("session", "advance", "--force", "--reason", "the memory server is down", may_fail=True)
    run.say("session", "evidence", "CONTEXT_RETRIEVAL", "--type", "file_path", "--evidence",
            ".agents/HANDOFF.md", may_fail=True)
    run.say("session", "advance", "WORKING", may_fail=True)
    run.bash("grep -n SIZE src/tiles.py")
    run.say("session", "end", "--summary", "Longitudes are rounded before they are wrapped",
            "--skip-qa", may_fail=True)
    run.say("pins", "pin", "Wrap longitudes first, then round", "--label", "date-line")
    run.stop("Longitudes are rounded too early.")
    run.end(hours_ago=20)


def begin_protocol(run, objective):
    """As the agent's host would: the run that this process belongs to begins the session."""
    environment = run.world.environment
    environment["CLAUDE_CODE_SESSION_ID"] = run.id
    run.project.holdfast("session", "start", "--objective", objective, may_fail=True)
    del environment["CLAUDE_CODE_SESSION_ID"]


def break_the_branch_file(project):
    """As a full disk may leave it: the gate sets it aside, lets the work go on and says so."""
    project.write({".git/requirements/fix-date-line.json": '{"version": "1.0", "requirements": {'})


def smaller_tiles(project):
    run = Run(project, "smaller_tiles", 9).start()
    run.prompt("Make tiles smaller for slow connections")
    begin_protocol(run, "Tiles of 128 pixels")
    run.put("src/tiles.py", "SIZE = 128\n")
    run.read(".agents/HANDOFF.md")
    run.say("session", "evidence", "CONTEXT_RETRIEVAL", "--type", "file_path", "--evidence",
            ".agents/HANDOFF.md", may_fail=True)
    run.say("session", "evidence", "SERENA_INIT", "--type", "tool_output", "--evidence",
            "memories answer", may_fail=True)
    run.say("session", "advance", "WORKING", may_fail=True)
    break_the_branch_file(project)
    run.put("src/tiles.py", "SIZE = 128\n")
    run.bash("git push")
    run.stop("Tiles are smaller.")
    return run
