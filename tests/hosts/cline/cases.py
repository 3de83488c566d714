"""The cases: what Holdfast promises about Cline, shown on its command line."""
from client import EVENTS_OF_A_TURN, HOOK_FOLDERS, SERVER
from support.offered import expect_known_tools
from support.processes import expect
from support.scripted_model import call, say


def run(*commands):
    return call("run_commands", commands=list(commands))


def what_happens_is_journalled(case):
    """Installed for the user, hooks fire in order and once, and our MCP tool answers."""
    case.opt_in(scope="user")
    case.script("work", run("echo hi > hi.txt", "ls"), call(f"{SERVER}__session_get_state"),
                call("spawn_agent", systemPrompt="help", task="please help [[script:help]]"),
                say("all done"))
    case.script("help", call("editor", path=case.path("helped.txt"), new_text="x"), say("done"))
    case.ask("please work [[script:work]]")
    expect(case.has("hi.txt") and case.has("helped.txt"), "allowed calls that ran")
    expect(any('"mode"' in text for _, text in case.tool_results()),
           f"the answer of session_get_state in {case.tool_results()}")
    sessions = case.sessions()
    expect(len(sessions) == 1, f"one session, also with a subagent, not {sessions}")
    case.wait_until(lambda: "turn_end" in case.kinds(), "the end of the turn in the journal")
    kinds = case.kinds()
    for kind, times in (("session_start", 1), ("gate", 4), ("tool", 4), ("turn_end", 1)):
        expect(kinds.count(kind) == times, f"{kind} {times} times in {kinds}")
    gate = case.gates("Bash")[0]
    expect(gate["allowed"] and "echo hi > hi.txt" in gate["command"], f"the command in {gate}")
    expect(len(case.gates("Edit")) == 1, "the subagent's call in the journal")
    case.command(case.holdfast, "uninstall", "--host", "cline", "--scope", "user")
    left = [folder for folder in HOOK_FOLDERS if (case.folder / folder).exists()]
    expect(not left, f"no folder of hooks after uninstall, not {left}")
    expect_known_tools(case, "cline")


def a_denied_tool_does_not_run(case):
    """In analysis mode nothing is written: the run ends, and the end is journalled once."""
    case.opt_in(mode="analysis")
    case.script("command", run("echo x > by_command.txt"), say("done"))
    case.script("editor", call("editor", path=case.path("by_tool.txt"), new_text="x"), say("done"))
    for number, script in enumerate(("command", "editor"), 1):
        case.ask(f"try [[script:{script}]]")
        expect(len(case.requests()) == number, "no request after the denied call")
        case.wait_until(lambda: case.kinds().count("session_end") == number, "the end of the run")
    denied = [gate for tool in ("Bash", "Edit") for gate in case.gates(tool)]
    expect([gate["allowed"] for gate in denied] == [False, False], f"two denials, not {denied}")
    for name in ("by_command.txt", "by_tool.txt"):
        expect(not case.has(name), f"no {name}")


def a_broken_gate_blocks(case):
    """A program that fails or is gone lets no call pass."""
    case.opt_in()
    for name in ("failing", "gone"):
        case.script(name, run(f"echo x > {name}.txt"), say("done"))
    case.holdfast.write_text("#!/bin/sh\nexit 3\n")
    case.ask("try [[script:failing]]")
    case.holdfast.unlink()
    case.ask("again [[script:gone]]")
    expect(len(case.requests()) == 2, "no request after a blocked call")
    expect(not case.has("failing.txt") and not case.has("gone.txt"), "no call that ran")


def every_folder_is_read(case):
    """The command line runs the hooks of all four folders: ours in two would count twice."""
    fired = case.folder / "fired"
    for folder in HOOK_FOLDERS:
        for event in EVENTS_OF_A_TURN:
            hook = case.folder / folder / event
            hook.parent.mkdir(parents=True, exist_ok=True)
            hook.write_text(f"#!/bin/sh\necho {folder} {event} >>{fired}\n")
    case.script("work", run("ls"), say("done"))
    case.ask("please work [[script:work]]")
    expected = {f"{folder} {event}" for folder in HOOK_FOLDERS for event in EVENTS_OF_A_TURN}
    seen = lambda: fired.read_text().splitlines()
    case.wait_until(lambda: len(seen()) >= len(expected), "a hook of every folder and event")
    expect(sorted(seen()) == sorted(expected), f"each hook once, not {seen()}")


ALL = [what_happens_is_journalled, a_denied_tool_does_not_run, a_broken_gate_blocks,
       every_folder_is_read]
