"""The cases: what Holdfast promises about OpenClaw, shown on the real host."""
import json
import shutil
import sqlite3

from client import expect, mcp, on_request
from support.offered import expect_known_tools
from support.scripted_model import call, say

BROKEN = "Holdfast's gate is broken"
TASK = "TODO task-042 finish the parser"


def what_happens_is_journalled(case):
    """Hooks fire in order, what they say reaches the model, and our MCP tool answers."""
    case.opt_in()
    case.script("work", call("exec", command="echo hi > hi.txt"), mcp("session_get_state"),
                call("read", path="nothing.txt"), say("all done"))
    with case.gateway():
        case.ask("please work [[script:work]]")
    expect(case.has("hi.txt"), "an allowed command that ran")
    expect(any("Holdfast keeps the state of this session" in text for text in case.prompts()),
           "the words of the session's start in the prompt")
    expect(any("currentMode" in text for _, text in case.tool_results()),
           "the answer of session_get_state")
    kinds = case.kinds()
    seen = iter(kinds)
    for kind in ("session_start", "prompt", "gate", "tool", "turn_end", "session_end"):
        expect(kind in seen, f"{kind} in its place in {kinds}")
    gate = case.gates("Bash")[0]
    expect(gate["allowed"] and gate["command"] == "echo hi > hi.txt", f"the command in {gate}")
    expect(kinds.count("tool_failed") == 1, f"one failed call in {kinds}")
    expect_known_tools(case, "openclaw")


def a_denied_tool_does_not_run(case):
    """In analysis mode nothing is written, and the model reads why; a broken gate blocks too."""
    case.opt_in(mode="analysis")
    case.script("own", mcp("session_get_state"), say("done"))
    case.script("denied", call("exec", command="echo x > by_command.txt"),
                call("write", path="by_tool.txt", content="x"),
                call("apply_patch", input="*** Begin Patch\n*** Add File: by_patch.txt\n+x\n"
                                          "*** End Patch\n"), say("done"))
    for name in ("failing", "gone"):
        case.script(name, call("read", path=".holdfast/config.yaml"), say("done"))
    with case.gateway():
        case.ask("try [[script:denied]]")
        for refused, text in case.tool_results():
            expect(refused and "not allowed in analysis mode" in text, f"a denial, not {text}")
        expect(len(case.tool_results()) == 3, "three calls that were answered")
        case.ask("look [[script:own]]")
        refused, text = case.last_result()
        expect(not refused and "currentMode" in text, f"an answer of our own tool, not {text}")
        expect_programs_to_be_asked_about(case)
        case.holdfast.unlink()  # The MCP server runs from it.
        case.holdfast.write_text("#!/bin/sh\nexit 3\n")
        case.holdfast.chmod(0o755)
        case.ask("again [[script:failing]]")
        refused, text = case.last_result()
        expect(refused and BROKEN in text and "exit code 3" in text, f"a blocked call, not {text}")
        case.holdfast.unlink()
        case.ask("and again [[script:gone]]")
        refused, text = case.last_result()
        expect(refused and BROKEN in text and "ENOENT" in text, f"a blocked call, not {text}")
    for name in ("by_command.txt", "by_tool.txt", "by_patch.txt"):
        expect(not case.has(name), f"no {name}")


def expect_programs_to_be_asked_about(case):
    """Each call of a program that the model wrote is decided by itself, as the call that it is."""
    for name, code in (("wrote", 'return await write({path: "by_program.txt", content: "x"})'),
                       ("read", 'return await read({path: ".holdfast/config.yaml"})'),
                       ("asked", "return await MCP.sessionState.getBlockedReason({})")):
        case.script(name, call("exec", code=code), say("done"))
    case.ask("try [[script:wrote]]", agent="programmer")
    _, text = case.last_result()
    expect("not allowed in analysis mode" in text, f"a denial of the program's call, not {text}")
    case.ask("look [[script:read]]", agent="programmer")
    _, text = case.last_result()
    expect("initial_mode" in text, f"the file that the program read, not {text}")
    case.ask("ask [[script:asked]]", agent="programmer")
    _, text = case.last_result()
    expect("is_blocked" in text, f"an answer of our own tool, not {text}")
    expect(not case.has("by_program.txt"), "no file from the denied call")
    ran = [event["payload"]["tool"] for event in case.events(kind="tool")]
    expect("ToolSearch" in ran and "Bash" not in ran, f"no shell command in {ran}")


def a_subagent_works_where_it_was_told_to(case):
    """The names of a subagent with a folder of its own are meant from there."""
    case.opt_in()
    (case.project / "sub").mkdir()
    before = (case.project / ".holdfast/config.yaml").read_text()
    case.script("start", on_request("sessions_spawn", task="help [[script:help]]",
                                    cwd=case.path("sub")), say("done"))
    case.script("help", call("write", path="../.holdfast/config.yaml", content="x"),
                call("write", path="made.txt", content="x"), say("done"))
    with case.gateway():
        case.ask("please delegate [[script:start]]")
        case.wait_until(lambda: case.has("sub/made.txt"), "what the subagent may write")
    expect((case.project / ".holdfast/config.yaml").read_text() == before, "the same configuration")
    denied = [gate for gate in case.gates("Write") if not gate["allowed"]]
    expect(len(denied) == 1 and denied[0]["rule"] == "guarded_file", f"one denial, not {denied}")
    expect(len(case.sessions()) == 1, f"one run of both, not {case.sessions()}")


def a_session_leaves_to_the_next(case):
    """Pins of working_memory.json and open tasks reach the next session; brain.db has the rows."""
    case.opt_in()
    pins = {"items": [{"content": "The user likes tabs", "pinnedAt": "2026-01-01T00:00:00Z",
                       "label": "style", "mood": "good"}]}
    (case.memory / "working_memory.json").write_text(json.dumps(pins))
    with sqlite3.connect(case.memory / "brain.db") as brain:
        brain.execute("CREATE TABLE stm(id TEXT PRIMARY KEY, content TEXT)")
        brain.execute("INSERT INTO stm VALUES('a', 'a memory of another program')")
    brain.close()
    case.script("first", mcp("working_memory", action="pin", content=TASK, label="parser"),
                call("exec", command="echo hi > hi.txt"), say("done"))
    case.script("second", mcp("working_memory", action="view"), say("done"))
    with case.gateway():
        case.ask("the parser please [[script:first]]")
        case.ask("/new")
        case.ask("what is open with the parser [[script:second]]")
    told = [text for text in case.prompts() if "<session-continuity" in text]
    expect(told and f"[task-042] {TASK}" in told[0], f"the open task in the prompt, not {told}")
    expect(len(set(told)) == 1 and told[0].count("<session-continuity") == 1, "said once")
    _, viewed = case.last_result()
    expect("The user likes tabs" in viewed and TASK in viewed, f"both pins in {viewed}")
    expect_brain(case, case.sessions())


def expect_brain(case, sessions):
    """brain.db has a row for each session, and what another program keeps there."""
    expect(len(sessions) == 2, f"two sessions, not {sessions}")
    brain = sqlite3.connect(case.memory / "brain.db")
    rows = dict(brain.execute("SELECT id, pending_tasks FROM session_states"))
    expect(set(rows) == set(sessions), f"rows of {sessions}, not of {list(rows)}")
    expect(all("task-042" in tasks for tasks in rows.values()), f"the task in {rows}")
    ended = brain.execute("SELECT count(end_time) FROM session_states").fetchone()[0]
    expect(ended == 2, "two sessions that ended")
    memories = brain.execute("SELECT content FROM stm").fetchall()
    expect(memories == [("a memory of another program",)], f"the other table, not {memories}")
    brain.close()
    pins = json.loads((case.memory / "working_memory.json").read_text())["items"]
    expect(pins[0]["mood"] == "good", f"what another program wrote with a pin in {pins}")


def it_comes_and_goes(case):
    """What init wrote is found after OpenClaw wrote its settings, and uninstall leaves a good host."""
    before = case.settings.read_text()
    case.opt_in(mode="analysis")
    case.command(case.holdfast, "uninstall", "--host", "openclaw", "--scope", "user")
    expect(case.settings.read_text() == before, "the bytes that were there before")
    expect(not case.plugin.exists(), "no folder of ours")
    case.opt_in(mode="analysis")
    written = case.settings.read_text()
    case.manage("config", "set", "agents.defaults.timeoutSeconds", "120")
    anew = case.settings.read_text()
    expect("meta" in json.loads(anew) and anew.count("\n") > written.count("\n") + 10,
           f"settings that OpenClaw wrote itself, not {anew[:300]}")
    said = case.command(case.holdfast, "doctor", "--host", "openclaw")
    expect("openclaw: hooks are installed" in said, f"all in order, not {said}")
    expect_a_gone_plugin_is_found(case)
    case.command(case.holdfast, "uninstall", "--host", "openclaw", "--scope", "user")
    left = case.settings.read_text()
    settings = json.loads(left)
    expect(not case.plugin.exists() and settings["plugins"] == {"allow": ["memory-core"]}
           and "mcp" not in settings, f"nothing of ours, not {left}")
    expect(settings["agents"]["defaults"]["timeoutSeconds"] == 120, "the person's setting")
    case.script("free", call("exec", command="echo x > free.txt"), say("done"))
    with case.gateway():
        case.ask("try [[script:free]]")
    expect(case.has("free.txt") and not case.kinds(), "a tool that runs, and nobody who is told")
    expect(case.settings.read_text() == left, "settings that OpenClaw did not put back")


def expect_a_gone_plugin_is_found(case):
    """To OpenClaw it is a warning, and its tools would run without the gate; to doctor a problem."""
    shutil.rmtree(case.plugin)
    said = case.manage("config", "validate")
    expect("load path is unavailable" in said, f"a warning of OpenClaw, not {said}")
    said = case.command(case.holdfast, "doctor", "--host", "openclaw", code=1)
    expect("hooks are missing in" in said, f"a problem, not {said}")
    case.command(case.holdfast, "doctor", "--fix", "--host", "openclaw")


def the_types_agree(case):
    """The plugin compiles against the host's own types."""
    modules = case.setup.clients["modules"]
    plugin = case.folder / "plugin"
    plugin.mkdir()
    (plugin / "node_modules").symlink_to(modules)
    for source in (case.setup.root / "plugin/openclaw").glob("*.[tj]s*"):
        (plugin / source.name).write_text(source.read_text())
    code = case.run_client([case.setup.clients["node"], modules / "typescript/bin/tsc", "-p", plugin])
    expect(code == 0, "no errors, not: " + (case.folder / "client.out").read_text()[:1500])


def the_plugin_keeps_its_word(case):
    """What no model can be made to do: other hosts, answers of every kind, a gate that hangs."""
    test = case.setup.root / "tests/hosts/openclaw/plugin.test.mjs"
    code = case.run_client([case.setup.clients["node"], "--test", test])
    expect(code == 0, "no failures, not: " + (case.folder / "client.out").read_text()[-2500:])


ALL = [a_session_leaves_to_the_next, a_denied_tool_does_not_run, what_happens_is_journalled,
       a_subagent_works_where_it_was_told_to, it_comes_and_goes, the_types_agree, the_plugin_keeps_its_word]
