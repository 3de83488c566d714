"""payments-api: requirements on two branches, a crash, and the run that most pages show."""
import json

from demo.host import Project, Run

REQUIREMENTS = """version: "1.0"
enabled: true
inherit: false
requirements:
  commit_plan:
    enabled: true
    scope: session
    trigger_tools: [Edit, Write, MultiEdit]
    auto_resolve_skill: /arch-review
    description: A plan of the commits before the first edit
    message: There is no commit plan yet.
  github_ticket:
    enabled: true
    enforce: warn
    scope: branch
    trigger_tools: [Edit, Write, MultiEdit]
    description: A ticket for the branch
    message: No ticket is known for this branch.
  code_review:
    enabled: true
    scope: branch
    fingerprint: {paths: [src]}
    trigger_tools: [{tool: Bash, command_pattern: 'git\\s+push'}]
    description: The sources as they are were reviewed
    message: The sources have changed since they were reviewed.
  release_window:
    enabled: true
    enforce: observe
    scope: branch
    trigger_tools: [{tool: Bash, command_pattern: 'git\\s+tag'}]
    description: Releases are open
    message: Releases are closed.
  pre_commit_review:
    enabled: true
    scope: single_use
    trigger_tools: [{tool: Bash, command_pattern: 'git\\s+commit'}]
    auto_resolve_skill: /pre-commit
    description: Each commit is reviewed once
    message: The changes have not been reviewed.
  protected_branch:
    enabled: true
    type: guard
    guard_type: protected_branch
    protected_branches: [main]
    trigger_tools: [Edit, Write, MultiEdit]
    description: No edits on the trunk
"""

SPEC = """# Spec: Idempotent refunds

A refund that is asked for twice must be paid once, **even when the first answer was lost**.

## Goals

### High-Level Goals

- A key names a refund; the second request with it gets the first one's answer
- Nothing is paid twice, whatever fails in between

### Mid-Level Goals

- Keys are kept for 24 hours
- `409` where the same key comes with another amount

## Open Questions

- [ ] Do partial refunds share a key?
- [x] Where are keys kept? → Beside the payment, in one transaction

## Key Decisions

### The key is the client's

**Rationale**: only the client knows that it asks again
**Made**: 2026-11-12

| case | answer |
|---|---|
| new key | `201`, paid |
| same key, same amount | `200`, the first answer |
| same key, other amount | `409` |

```sql
CREATE UNIQUE INDEX refund_key ON refund (payment, key);
```

See [the notes](research/keys.md).
"""

PLAN = {"checkpoints": [
    {"id": 1, "title": "Keep the keys", "goal": "A key is stored with its refund", "testing_strategy": {"verification_steps": ["ctest -R keys"]},
     "task_groups": [{"id": "1a", "title": "Storage", "objective": "One transaction", "status": "done", "tasks": [
         {"id": "1.1", "title": "Add the column", "file_path": "src/refund.sql", "status": "done"},
         {"id": "1.2", "title": "Unique index", "file_path": "src/refund.sql", "status": "done"}]}]},
    {"id": 2, "title": "Answer again", "goal": "The second request gets the first one's answer",
     "prerequisites": [1], "testing_strategy": {"verification_steps": ["ctest -R refund"]},
     "task_groups": [{"id": "2a", "title": "Handler", "objective": "Look up, then pay", "status": "open", "tasks": [
         {"id": "2.1", "title": "Look a key up", "file_path": "src/refund.cpp", "status": "done"},
         {"id": "2.2", "title": "Say 409", "file_path": "src/refund.cpp", "status": "open"}]}]},
    {"id": 3, "title": "Forget old keys", "goal": "Keys go after 24 hours", "prerequisites": [1]}]}


def make(world):
    project = Project(world, "payments-api", {
        "README.md": "# payments-api\n", "src/refund.cpp": "int refund();\n",
        "src/webhook.cpp": "int deliver();\n"})
    project.write({".claude/requirements.yaml": REQUIREMENTS})
    project.commit("Say what must be true first")
    project.switch("feature/webhooks")
    webhooks(project)
    crashed(project)
    project.switch("feature/refunds")
    create_work(project)
    return project, refunds(project)


def webhooks(project):
    run = Run(project, "webhooks", 1, model="claude-opus-4-8").start()
    run.prompt("Retry webhooks that the receiver did not acknowledge")
    run.read("src/webhook.cpp")
    run.put("src/webhook.cpp", "int deliver(int attempt);\n")
    run.send("PostToolUse", "Skill", tool_input={"skill": "arch-review"}, tool_response={},
             tool_use_id="toolu_skill")
    run.put("src/webhook.cpp", "int deliver(int attempt);\n")
    run.say("req", "satisfy", "github_ticket", "--branch", "--metadata", '{"ticket":"#412"}')
    # Marks are kept in whole seconds, so this one may be over before the command has looked again.
    run.say("req", "satisfy", "release_window", "--branch", "--ttl", "1s", may_fail=True)
    got_around(run)
    run.say("pins", "pin", "Receivers may take 30 s: never wait for one inside a transaction",
            "--label", "webhook-timeouts")
    run.say("pins", "pin", "TODO measure the retry queue under load", "--label", "retry-queue")
    run.stop("Deliveries are retried with a growing delay.")
    run.end(hours_ago=30)


def got_around(run):
    """Denials that somebody gets around at once: the report calls them suspect."""
    for _ in range(3):
        run.bash("git push origin feature/webhooks")
    run.say("pause", "--for", "5m", "--reason", "the reviewer looks over my shoulder")
    run.bash("git push origin feature/webhooks")
    run.say("resume")


def crashed(project):
    client = project.world.dying_client()
    run = Run(project, "crashed", 2, model="claude-haiku-4-5", pid=client.pid).start()
    run.prompt("Why does the retry queue grow over night?")
    run.bash("git log --oneline | head")
    run.bash("grep -rn deliver src")
    run.say("pins", "pin", "The queue grows between 02:00 and 04:00, when backups run",
            "--label", "retry-queue")
    run.stop("It grows while backups run.")
    run.prompt("Look at the locks")
    run.crash(client)


def create_work(project):
    project.holdfast("work", "create", "--topic", "Idempotent refunds", "--slug",
                     "idempotent-refunds", "--description", "A refund that is asked for twice is paid once",
                     "--branch", "feature/refunds", "--base-branch", "main")
    folder = "agents/sessions/idempotent-refunds"
    project.write({f"{folder}/spec.md": SPEC, f"{folder}/plan.json": json.dumps(PLAN, indent=2)})
    project.holdfast("work", "transition", "idempotent-refunds", "plan")
    project.holdfast("work", "transition", "idempotent-refunds", "build")
    project.commit("Plan the refunds")


def refunds(project):
    """The one that still runs: denials of each kind, agents, decisions, a handoff."""
    run = Run(project, "refunds", 3).start()
    run.say("work", "link", "idempotent-refunds")
    run.prompt("Make refunds idempotent: the same key must never pay twice")
    run.read("src/refund.cpp")
    run.say("session", "mode", "planning", "--reason", "plan first")
    run.put("src/refund.cpp", "int refund(const char* key);\n")
    run.bash("sed -i s/int/long/ src/refund.cpp")
    run.subagent(1, "Explore", lambda: (run.bash("grep -rn refund src"), run.read("src/webhook.cpp")))
    run.record("decision", type="technical", description="Keys are kept beside the payment",
               rationale="one transaction, so a crash cannot separate them", decidedBy="architect")
    run.say("session", "mode", "coding", "--reason", "the plan stands")
    run.prompt("Go on and build it")
    run.put("src/refund.cpp", "int refund(const char* key);\n")
    run.send("PostToolUse", "Skill", tool_input={"skill": "arch-review"}, tool_response={},
             tool_use_id="toolu_skill")
    run.say("req", "satisfy", "code_review", "--branch")
    run.put("src/refund.cpp", "int refund(const char* key, long amount);\n")
    run.put(".holdfast/config.yaml", "gate: off\n")
    run.bash("ctest -R keys", error="Exit code 1\nkeys_test: 1 of 9 failed: same key, other amount")
    project.holdfast("work", "checkpoint", "idempotent-refunds", "complete", "1")
    deny_a_commit_then_review(run)
    run.subagent(2, "code-reviewer", lambda: (run.read("src/refund.cpp"), run.bash("git diff main...HEAD")))
    run.record("verdict", agent="critic", decision="approve", confidence=0.9,
               reasoning="The index makes a second payment impossible")
    run.record("verdict", agent="qa", decision="needs_revision", confidence=0.7,
               reasoning="409 has no test")
    run.record("handoff", fromAgent="planner", toAgent="implementer", reason="the plan is done",
               context="see plan.json, checkpoint 2")
    run.say("pins", "pin", "Never pay inside a retry: look the key up first", "--label", "refunds",
            "--critical")
    run.stop("The keys are kept; the second answer is next.")
    run.bash("git push")
    return run


def deny_a_commit_then_review(run):
    """A commit is denied, reviewed, made, and seen: it goes to the work session."""
    project = run.project
    command = "git commit -qam 'Keep the keys of refunds'"
    run.bash(command)
    run.send("PostToolUse", "Skill", tool_input={"skill": "pre-commit"}, tool_response={},
             tool_use_id="toolu_skill2")
    project.git("add", "-A")
    run.bash(command, run=lambda: project.git("commit", "-qam", "Keep the keys of refunds"))
