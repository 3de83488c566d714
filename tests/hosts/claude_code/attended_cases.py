"""The cases with a person at the client: what they answer counts, and nobody else does."""
import json

from client import call, expect, say
from screen import Screen

LIFT = "holdfast session mode coding"
ASKED = "The agent asks for the mode coding"


def asking_model(case):
    """A model that asks for coding and then writes."""
    case.opt_in(mode="planning")
    case.script("ask", call("Bash", command=LIFT, description="Go on"),
                call("Write", file_path=case.path("a.txt"), content="text"), say("all done"))


def mode_of(case):
    return case.state(case.sessions()[0])["currentMode"]


# U1, U2
def person_agrees(case):
    """Where a person sits, the client asks them, whatever is allowed by rule; their yes counts."""
    asking_model(case)
    with Screen(case, "--allowedTools", "Write,Bash", "--", "[[script:ask]]") as screen:
        screen.wait_for(ASKED)
        expect(mode_of(case) == "planning", "planning until the person has answered")
        screen.answer("1", "all done")
    expect(mode_of(case) == "coding" and case.has("a.txt"), "coding, and the file")
    last = case.state(case.sessions()[0])["modeHistory"][-1]
    expect(last["by"] == "person" and last["way"] == "the host's question", f"whose word, not {last}")
    expect("The person agreed" in json.dumps(case.requests()[-1]), "the answer told to the model")


# U1, U2
def person_refuses(case):
    """Their no leaves the mode as it is."""
    asking_model(case)
    with Screen(case, "--", "[[script:ask]]") as screen:
        screen.wait_for(ASKED)
        screen.type("\x1b")
        screen.wait_until(lambda: "Interrupted" in screen.text() or "interrupted" in screen.text(),
                          "the end of the turn")
    expect(mode_of(case) == "planning" and not case.has("a.txt"), "planning, and no file")


# U1, U2
def somebody_elses_answer(case):
    """Where another hook would answer in the person's place, the command is denied."""
    asking_model(case)
    yes = json.dumps({"hookSpecificOutput": {"hookEventName": "PermissionRequest",
                                             "decision": {"behavior": "allow"}}})
    hook = {"type": "command", "command": f"echo '{yes}'"}
    (case.project / ".claude/settings.json").write_text(
        json.dumps({"hooks": {"PermissionRequest": [{"hooks": [hook]}]}}))
    with Screen(case, "--allowedTools", "Write,Bash", "--", "[[script:ask]]") as screen:
        screen.wait_for("all done")
    expect(mode_of(case) == "planning" and not case.has("a.txt"), "planning, and no file")


# U1
def plan_approved(case):
    """A plan that the person approved may be carried out."""
    case.opt_in(mode="planning")
    case.script("plan", call("ExitPlanMode", plan="Write a.txt"),
                call("Write", file_path=case.path("a.txt"), content="text"), say("all done"))
    with Screen(case, "--permission-mode", "plan", "--allowedTools", "Write", "--",
                "[[script:plan]]") as screen:
        screen.wait_until(lambda: any(event["payload"].get("asks_mode")
                                      for event in case.events(kind="gate")), "the question")
        screen.wait_for("wants to exit plan mode")
        screen.answer("1", "all done")
        screen.wait_for("Approving the plan also sets it to coding")
    expect(mode_of(case) == "coding" and case.has("a.txt"), "coding, and the file")


# U1
def mode_by_variable(case):
    """Who starts a headless run says its mode; an agent's run starts none that is looser."""
    case.opt_in(mode="planning")
    case.more_environment["HOLDFAST_MODE"] = "coding"
    case.script("write", call("Write", file_path=case.path("a.txt"), content="text"), say("done"))
    case.ask("[[script:write]]")
    expect(case.has("a.txt"), "the file, in the mode that was said")


# U1
def no_looser_child(case):
    """A client that the agent starts begins no looser than the agent's own run."""
    case.opt_in(mode="planning")
    (case.project / ".holdfast/config.yaml").write_text("gate:\n  initial_mode: coding\n")
    case.script("write", call("Write", file_path=case.path("a.txt"), content="text"), say("done"))
    inner = "HOLDFAST_MODE=coding claude -p '[[script:write]]' --allowedTools Write </dev/null"
    case.script("outer", call("Bash", command=inner, description="Ask another"), say("done"))
    case.script("hello", say("done"))
    turn = case.ask("[[script:hello]]")
    case.command(case.holdfast, "session", "mode", "planning", "--session", turn.session)
    case.ask("[[script:outer]]", resume=turn.session)
    expect(len(case.sessions()) == 2, f"two runs, not {case.sessions()}")
    expect(not case.has("a.txt"), "no file by the run that the agent started")


ALL = [person_agrees, plan_approved, person_refuses, somebody_elses_answer, no_looser_child,
       mode_by_variable]
