"""The cases: what Holdfast promises about OpenCode, shown on the real host."""
from client import SERVER
from support.offered import expect_known_tools
from support.processes import expect
from support.scripted_model import call, say

BROKEN = "Holdfast's gate is broken"
PATCH = "*** Begin Patch\n*** Add File: by_patch.txt\n+x\n*** End Patch\n"


def what_happens_is_journalled(case):
    """Hooks fire in order, what they say reaches the model, and our MCP tool answers."""
    case.opt_in()
    case.script("work", call("bash", command="echo hi > hi.txt", description="Say hi"),
                call(f"{SERVER}_session_get_state"),
                call("read", filePath=case.path("nothing.txt")),
                call("task", description="Help", prompt="please help [[script:help]]",
                     subagent_type="general"), say("all done"))
    case.script("help", call("write", filePath=case.path("helped.txt"), content="x"), say("done"))
    case.ask("please work [[script:work]]")
    expect(case.has("hi.txt") and case.has("helped.txt"), "allowed calls that ran")
    expect(any("Holdfast keeps the state of this session" in text for text in case.prompts()),
           "the words of the session's start in the prompt")
    expect(any('"mode"' in text for _, text in case.tool_results()),
           "the answer of session_get_state")
    sessions = case.sessions()
    expect(len(sessions) == 1, f"one session, also with a subagent, not {sessions}")
    kinds = case.kinds()
    seen = iter(kinds)
    for kind in ("session_start", "prompt", "gate", "tool", "turn_end", "session_end"):
        expect(kind in seen, f"{kind} in its place in {kinds}")
    gate = case.gates("Bash")[0]
    expect(gate["allowed"] and gate["command"] == "echo hi > hi.txt", f"the command in {gate}")
    expect(len(case.gates("Write")) == 1, "the subagent's call in the journal")
    expect(kinds.count("tool_failed") == 1, f"one failed call in {kinds}")
    expect_known_tools(case, "opencode")


def a_subagent_of_a_subagent_is_of_the_same_session(case):
    """However deep an agent is started, the session that the person began is asked about it."""
    case.opt_in()
    case.allow_agents_to_start_agents()
    for name, inner in (("first", "second"), ("second", "third")):
        case.script(name, call("task", description="Help", prompt=f"help [[script:{inner}]]",
                               subagent_type="general"), say("done"))
    case.script("third", call("write", filePath=case.path("deep.txt"), content="x"), say("done"))
    case.ask("please [[script:first]]")
    expect(case.has("deep.txt"), f"a call two agents deep, not {case.tool_results()}")
    sessions = case.sessions()
    expect(len(sessions) == 1, f"one session, not {sessions}")
    expect(len(case.gates("Write", sessions[0])) == 1, "the innermost call in its journal")


def a_denied_tool_does_not_run(case):
    """In analysis mode nothing is written, and the model reads why."""
    case.opt_in(mode="analysis")
    case.script("denied", call("bash", command="echo x > by_command.txt", description="Write"),
                call("write", filePath=case.path("by_tool.txt"), content="x"), say("done"))
    case.script("patch", call("apply_patch", patchText=PATCH), say("done"))
    case.ask("try [[script:denied]]")
    case.configure("gpt-5")
    case.ask("try [[script:patch]]")
    results = case.tool_results()
    expect(len(results) == 3, f"three calls that were answered, not {results}")
    for refused, text in results:
        expect(refused and "not allowed in analysis mode" in text, f"a denial, not {text}")
    for name in ("by_command.txt", "by_tool.txt", "by_patch.txt"):
        expect(not case.has(name), f"no {name}")


def a_script_is_asked_about_call_by_call(case):
    """Where nothing but our own server's tools may run, a script reaches those and no others."""
    case.opt_in()
    case.offer_tools_by_script()
    with (case.project / ".holdfast/config.yaml").open("a") as config:
        config.write("protocol:\n  enabled: true\n")
    own, other = 'tools["session-state"].get_blocked_reason({})', 'tools.notes.save_note({title: "x"})'
    case.script("work", call("execute", code=f"return await {own}"),
                call("execute", code=f"return await {other}"), say("done"))
    case.ask("please work [[script:work]]")
    results = [text for _, text in case.tool_results()]
    expect('blocked' in results[0].lower(), f"the answer of our tool, not {results}")
    expect("Session protocol incomplete" in results[1], f"a denial of the other's tool in {results}")


def a_broken_gate_blocks(case):
    """A program that fails or is gone lets no call pass, and everything else goes on."""
    case.opt_in()
    for name in ("failing", "gone"):
        case.script(name, call("read", filePath=case.path(".holdfast/config.yaml")), say("done"))
    case.holdfast.write_text("#!/bin/sh\nexit 3\n")
    case.ask("try [[script:failing]]")
    case.holdfast.unlink()
    case.ask("again [[script:gone]]")
    results = [text for refused, text in case.tool_results() if refused and BROKEN in text]
    expect(len(results) == 2, f"two blocked calls, not {case.tool_results()}")
    expect("exit code 3" in results[0] and "ENOENT" in results[1], f"their causes in {results}")


def the_plugin_keeps_its_word(case):
    """What no model can be made to do: a host that does not answer, and one that is late."""
    test = case.setup.root / "tests/hosts/opencode/plugin.test.mjs"
    code = case.run_client(["node", "--test", test])
    expect(code == 0, "no failures, not: " + (case.folder / "client.out").read_text()[-2500:])


ALL = [what_happens_is_journalled, a_subagent_of_a_subagent_is_of_the_same_session,
       a_denied_tool_does_not_run, a_broken_gate_blocks,
       a_script_is_asked_about_call_by_call, the_plugin_keeps_its_word]
