"""The cases: what Holdfast promises about Copilot CLI, shown on the real client."""
import json

from support import recording
from support.offered import expect_known_tools
from support.processes import expect
from support.scripted_model import call, say

OWN_EVENTS = ("sessionStart", "userPromptSubmitted", "preToolUse", "permissionRequest",
              "postToolUse", "postToolUseFailure", "subagentStart", "subagentStop", "agentStop",
              "preCompact", "sessionEnd")
CLAUDE_EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest",
                 "PostToolUse", "PostToolUseFailure", "SubagentStart", "SubagentStop", "Stop",
                 "PreCompact", "SessionEnd")
DENIED = "[BLOCKED] Tool '{}' is not allowed in analysis mode."


def run(command):
    return call("bash", command=command, description="Run it")


def write(case, name="a.txt"):
    return call("create", path=case.path(name), file_text="text\n")


def view(case, name="a.txt"):
    return call("view", path=case.path(name))


def task(script, agent="general-purpose", mode="sync"):
    return call("task", description="Help", prompt=f"[[script:{script}]]", agent_type=agent,
                name="helper", mode=mode)


def kinds(case, session=None):
    """The journal's kinds without what stands between the events of the host."""
    return [kind for kind in case.kinds(session) if kind not in ("state", "metric")]


def expect_turn(case, session, *between):
    """The journal of a conversation with one turn, in which this happened."""
    found = kinds(case, session)
    # The client does not wait for the hook of the start before it starts that of the prompt.
    wanted = ["prompt", "session_start", *between, "turn_end", "session_end"]
    expect(sorted(found[:2]) + found[2:] == wanted, f"the events {wanted}, not {found}")


def is_not_asked_for(payload):
    """A patch needs a model of another make, a compaction a long conversation."""
    is_patch = payload.get("toolName") == "apply_patch" or isinstance(payload.get("tool_input"), str)
    return is_patch or "trigger" in payload


def payloads(case):
    """The client gives its hooks what we keep of it: every event in both forms, and every sort of tool."""
    case.serve_notes("notes", "my-notes")
    case.hook(recording.recorder(case), OWN_EVENTS + CLAUDE_EVENTS)
    case.script("tools", run("echo hi"), write(case), call("edit", path=case.path("a.txt"),
                old_str="text", new_str="more"), view(case), call("grep", pattern="more"),
                call("glob", pattern="*.txt"), call("notes-save_note", title="x"),
                call("notes-bar-baz", title="x"), call("my-notes-bar-baz", title="x"),
                view(case, "missing.txt"), run("exit 3"), task("look", agent="explore"),
                task("help"), say("done"))
    case.script("look", view(case), say("done"))
    case.script("help", task("nested"), say("done"))
    case.script("nested", run("echo nested"), say("done"))
    case.script("hello", say("done"))
    session = case.ask("[[script:tools]]")
    case.ask("[[script:hello]]", resume=session)
    recording.expect_as_kept(case, "copilot.jsonl", is_not_asked_for)


def hooks_fire(case):
    """A turn with two tools leaves start, prompt, gates, tools, end of turn and end in the journal."""
    case.opt_in()
    case.script("work", run("touch b.txt"), write(case), view(case, "missing.txt"), say("done"))
    session = case.ask("[[script:work]]")
    expect_turn(case, session, "gate", "tool", "gate", "tool", "gate", "tool_failed")
    expect(case.gates("Bash")[0]["allowed"] and case.gates("Write")[0]["allowed"],
           "allowed calls in the journal")
    expect(case.has("a.txt") and case.has("b.txt"), "the files that the allowed calls make")
    case.command(case.setup.program, "events", "--verify")
    said = case.command(case.holdfast, "doctor", "--host", "copilot")
    expect("copilot" in said.lower(), f"a doctor that knows the host, not: {said}")
    expect_known_tools(case, "copilot")


def denied_tools(case):
    """A command that writes and files are denied in analysis mode, and the model reads why."""
    case.opt_in(mode="analysis")
    (case.project / "b.txt").write_text("one\n")
    case.script("work", run("touch a.txt"), write(case),
                call("edit", path=case.path("b.txt"), old_str="one", new_str="two"), say("done"))
    case.ask("[[script:work]]")
    for place, tool in enumerate(("Bash", "Write", "Edit")):
        case.expect_read(DENIED.format(tool), place)
        expect(not case.gates(tool)[0]["allowed"], f"the denial of {tool} in the journal")
    expect(not case.has("a.txt"), "no file from the denied calls")
    expect((case.project / "b.txt").read_text() == "one\n", "the other file as it was")


def rename_by_a_language_server(case):
    """A new name that a language server writes into files is an edit; a question to it is none."""
    case.serve_language(".txt")
    names = ("a.txt", "b.txt")
    for name in names:
        (case.project / name).write_text("name\n")
    place = {"file": case.path("a.txt"), "line": 1, "character": 2}
    case.script("work", call("lsp", operation="hover", **place),
                call("lsp", operation="rename", newName="other", **place), say("done"))
    case.opt_in(mode="analysis")
    case.ask("[[script:work]]")
    case.expect_read("a name", 0)
    case.expect_read(DENIED.format("Edit"), 1)
    expect(all((case.project / name).read_text() == "name\n" for name in names), "unchanged files")
    case.configure("coding")
    case.ask("[[script:work]]")
    expect(all((case.project / name).read_text() == "other\n" for name in names), "changed files")
    expect_known_tools(case, "copilot")


def rule_on_a_server(case):
    """A rule on a server holds for its tools with hyphens, and not for another server's."""
    case.opt_in()
    case.serve_notes("notes", "my-notes")
    case.require(trigger_tools=["mcp__notes__*"])
    case.script("work", call("notes-bar-baz", title="x"), call("notes-save_note", title="x"),
                call("my-notes-bar-baz", title="x"), say("done"))
    case.ask("[[script:work]]")
    case.expect_read("notes_checked", 0)
    case.expect_read("notes_checked", 1)
    case.expect_read("ran bar-baz", 2)
    expect(not case.gates("mcp__notes__bar-baz")[0]["allowed"], "the denial in the journal")
    expect(case.gates("mcp__my-notes__bar-baz")[0]["allowed"], "the other call in the journal")


def context_at_start(case):
    """What Holdfast says at the session's start is in the first request to the model."""
    case.opt_in(mode="planning")
    case.script("hello", say("done"))
    case.ask("[[script:hello]]")
    text = json.dumps(case.requests()[0]["messages"])
    expect("Holdfast" in text and "planning" in text, "'Holdfast' and the mode in it")


def mcp_server(case):
    """Our server is started, its tools are offered to the model, and one answers for this run."""
    case.opt_in()
    case.script("start", call("session-state-session_start", objective="Write a note"),
                say("done"))
    session = case.ask("[[script:start]]")
    case.expect_read('"phase":"INIT"')
    gates = case.gates("mcp__session-state__session_start", session)
    expect(gates and gates[0]["allowed"], f"the call in the journal, not {gates}")
    protocol = case.state(session).get("protocol", {})
    expect(protocol.get("objective") == "Write a note",
           f"the session in the run of this conversation, not {protocol}")


def another_server_file(case):
    """Beside a .mcp.json the client does not read .github/mcp.json: our server is not there."""
    case.opt_in()
    case.serve_notes("notes", file=case.project / ".mcp.json")
    case.script("hello", say("done"))
    case.ask("[[script:hello]]")
    offered = [tool["name"] for tool in case.requests()[0]["tools"]]
    expect("notes-save_note" in offered, f"the server of .mcp.json in {offered}")
    expect(not [name for name in offered if name.startswith("session-state")],
           f"no server of .github/mcp.json in {offered}")


def counted_once(case):
    """Where Claude Code's settings have our hooks too, each event counts once."""
    case.command(case.holdfast, "init", "--yes")
    case.opt_in()
    expect((case.project / ".claude/settings.local.json").exists(), "Claude Code's settings")
    case.script("work", write(case), say("done"))
    session = case.ask("[[script:work]]")
    expect_turn(case, session, "gate", "tool")


def by_claude_codes_settings(case):
    """With Claude Code's hooks alone the gate holds as well."""
    case.command(case.holdfast, "init", "--yes")
    case.configure("analysis")
    case.script("work", write(case), say("done"))
    session = case.ask("[[script:work]]")
    case.expect_read(DENIED.format("Write"))
    expect(not case.has("a.txt"), "no file from the denied call")
    expect(kinds(case, session).count("gate") == 1, "one gate in the journal")


def nested_agents(case):
    """Agents of agents belong to the conversation: its mode holds for them, and there is one run."""
    # In a run of their own they would be in coding mode.
    case.opt_in()
    case.script("hello", say("done"))
    case.script("work", task("help"), task("help", mode="background"), say("done"))
    case.script("help", task("nested"), say("done"))
    case.script("nested", write(case), task("deeper"), say("done"))
    case.script("deeper", write(case, "b.txt"), say("done"))
    session = case.ask("[[script:hello]]")
    case.command(case.holdfast, "session", "mode", "analysis", "--session", session)
    case.ask("[[script:work]]", resume=session)
    expect(case.sessions() == [session], f"one run, not {case.sessions()}")
    expect(not case.has("a.txt") and not case.has("b.txt"), "no file from the denied calls")
    denied = case.gates("Write", session)
    expect(len(denied) == 4 and not any(gate["allowed"] for gate in denied),
           f"four denials in the conversation's journal, not {denied}")
    found = kinds(case, session)
    expect(found.count("agent_start") == 6 and found.count("agent_stop") == 6,
           f"six agents in {found}")


def mode_changed_between_turns(case):
    """A person's `session mode` holds from the next call on, and --resume stays in the same run."""
    case.opt_in()
    case.script("first", write(case), say("done"))
    case.script("second", write(case, "b.txt"), say("done"))
    session = case.ask("[[script:first]]")
    case.command(case.holdfast, "session", "mode", "analysis", "--session", session)
    case.ask("[[script:second]]", resume=session)
    expect(case.has("a.txt") and not case.has("b.txt"), "the first file and not the second")
    expect(case.sessions() == [session], f"one run, not {case.sessions()}")


def requirement_holds_the_end(case):
    """A turn with an open requirement goes on once, with the guide, and then may end."""
    case.opt_in()
    case.require(stop_only=True)
    case.script("work", write(case), say("done"), say("really done"))
    session = case.ask("[[script:work]]")
    expect(case.has("a.txt"), "stop_only denies no call")
    expect(any("Cannot Complete: Unsatisfied Requirements" in json.dumps(request)
               for request in case.requests()), "the guide in what the model reads")
    actions = [event["payload"].get("action") for event in case.events(session, "requirement")]
    expect(actions.count("held") == 1 and "stopped_unsatisfied" in actions,
           f"held once, then a violation, not {actions}")


def missing_program(case):
    """Where the program of the hook is gone, no tool runs."""
    case.opt_in()
    case.holdfast.unlink()
    case.script("work", write(case), view(case, ".holdfast/config.yaml"), say("done"))
    case.ask("[[script:work]]")
    expect(not case.has("a.txt"), "no file")
    case.expect_read("preToolUse hook", 0)
    case.expect_read("preToolUse hook", 1)


def hanging_program(case):
    """Where the hook hangs past the client's own limit, the client runs the tool all the same."""
    case.opt_in()
    case.holdfast.unlink()
    case.holdfast.write_text('#!/bin/sh\n[ "$2" != preToolUse ] || exec sleep 5\n')
    case.holdfast.chmod(0o755)
    hooks = json.loads(case.hooks_file.read_text())
    hooks["hooks"]["preToolUse"][0]["timeoutSec"] = 1
    case.hooks_file.write_text(json.dumps(hooks))
    case.script("work", write(case), say("done"))
    case.ask("[[script:work]]")
    expect(case.has("a.txt"), "the file, since the limit of the client opens the gate")


def untrusted_folder(case):
    """In a folder that nobody trusts the client runs no hook of the project, with --trust-folder all."""
    case.opt_in(mode="analysis")
    case.trust_file.unlink()
    case.script("first", write(case), say("done"))
    case.script("second", write(case, "b.txt"), say("done"))
    case.ask("[[script:first]]")
    expect(case.has("a.txt") and not case.gates("Write"), "the file, since no hook was asked")
    case.ask("[[script:second]]", "--trust-folder")
    expect(not case.has("b.txt") and case.gates("Write"), "no file where the folder is trusted")


# The longest first, so that the last ones end together.
ALL = [nested_agents, payloads, mode_changed_between_turns, hanging_program, mcp_server,
       rename_by_a_language_server, rule_on_a_server, denied_tools, hooks_fire,
       requirement_holds_the_end, counted_once, by_claude_codes_settings, another_server_file,
       untrusted_folder, context_at_start, missing_program]
