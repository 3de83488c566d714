"""A project whose every text wants to be markup of the page that shows it."""
from demo.host import Project, Run

TEXT = "<script>alert(1)</script><img src=x onerror=alert(1)>"
# What git takes as a branch and a disk as a folder.
BRANCH = "<script>alert(1)</script><img/src=x/onerror=alert(1)>"
FOLDER = "<img src=x onerror=alert(1)>"
SPEC = f"""# {TEXT}

{TEXT}

<iframe src="javascript:alert(1)"></iframe>

[a link](javascript:alert(1)) and <a href="data:text/html,{TEXT}">another</a>

![a picture](x:onerror=alert(1))
"""
REQUIREMENTS = f"""version: "1.0"
enabled: true
inherit: false
requirements:
  '{TEXT}':
    enabled: true
    scope: branch
    trigger_tools: [{{tool: Bash, command_pattern: 'git\\s+push'}}]
    description: '{TEXT}'
    message: '{TEXT}'
  marked_up:
    enabled: true
    scope: branch
    trigger_tools: [{{tool: Bash, command_pattern: 'git\\s+push'}}]
    description: '{TEXT}'
    message: '{TEXT}'
"""


def make(world):
    project = Project(world, FOLDER, {"README.md": SPEC, ".claude/requirements.yaml": REQUIREMENTS})
    project.switch(BRANCH)
    run = Run(project, "hostile", 12).start()
    run.prompt(TEXT)
    run.say("session", "set-state", f"activeFeature={TEXT}", f"activeTask={TEXT}")
    run.record("decision", type="technical", description=TEXT, rationale=TEXT, decidedBy="architect")
    run.record("verdict", agent="critic", decision="approve", confidence=0.5, reasoning=TEXT)
    run.record("handoff", fromAgent="planner", toAgent="implementer", reason=TEXT, context=TEXT)
    run.say("pins", "pin", TEXT, "--label", TEXT)
    run.subagent(1, TEXT, lambda: run.bash(f"echo '{TEXT}'"))
    run.bash("git push")
    run.say("session", "mode", "planning", "--reason", TEXT)
    run.put(f"{FOLDER}.html", TEXT)
    project.holdfast("work", "create", "--topic", TEXT, "--description", TEXT, "--slug", "hostile")
    project.write({"agents/sessions/hostile/spec.md": SPEC})
    run.stop(TEXT)
    return project, run
