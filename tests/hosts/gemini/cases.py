"""The cases: what Holdfast promises about Gemini CLI, shown on the real client."""
import json

from client import expect
from support import recording
from support.offered import expect_known_tools
from support.scripted_model import call, say

ALL_EVENTS = ("SessionStart", "BeforeAgent", "BeforeModel", "AfterModel", "BeforeToolSelection",
              "BeforeTool", "AfterTool", "AfterAgent", "PreCompress", "Notification", "SessionEnd")
DENIED = "[BLOCKED] Tool '{}' is not allowed in analysis mode."


def run(command, **more):
    return call("run_shell_command", command=command, **more)


def write(case, name="a.txt"):
    return call("write_file", file_path=case.path(name), content="text\n")


def kinds(case, session=None):
    """The journal's kinds without what stands between the events of the host."""
    return [kind for kind in case.kinds(session) if kind not in ("state", "metric")]


def payloads(case):
    """The client gives its hooks what we keep of it: every event, and every sort of tool."""
    case.opt_in()
    case.hook(recording.recorder(case), ALL_EVENTS)
    case.script("tools", call("run_shell_command", command="echo hello", description="Greet",
                              dir_path=".gemini"),
                {**call("run_shell_command", command="exit 3"), "tokens": 1200},
                call("write_file", file_path=case.path("a.txt"), content="one\n"),
                call("replace", file_path=case.path("a.txt"), old_string="one", new_string="two",
                     instruction="Two"),
                call("read_file", file_path="a.txt"), call("list_directory", dir_path="."),
                call("grep_search", pattern="two"), call("glob", pattern="*.txt"),
                call("write_todos", todos=[{"description": "Mend it", "status": "pending"}]),
                call("mcp_session-state_get_blocked_reason"), say("done"))
    case.script("hello", {**say("done"), "tokens": 1500})
    case.script("agent", call("invoke_agent", agent_name="generalist", prompt="[[script:task]]"),
                say("done"))
    case.script("task", {**call("run_shell_command", command="echo task"), "tokens": 300},
                call("complete_task", result={"response": "done"}))
    session = case.ask("[[script:tools]]")
    case.ask("[[script:hello]]", resume=session)
    case.ask("[[script:agent]]", resume=session)
    recording.expect_as_kept(case, "gemini.jsonl")


def names_that_the_client_mends(case):
    """A guarded file is not reached by a name that the client makes another one of."""
    case.opt_in()
    config = case.project / ".holdfast/config.yaml"
    before = config.read_text()
    # The client looks for files that git does not leave out.
    (case.project / ".git/info/exclude").write_text("")
    case.script("mend", call("replace", file_path="config.yaml", old_string="gate",
                             new_string="open", instruction="Open"),
                call("write_file", file_path="@.holdfast/config.yaml", content="x"),
                call("write_file", file_path="%2eholdfast/config.yaml", content="x"),
                call("write_file", file_path=".hold\0fast/config.yaml", content="x"), say("done"))
    case.ask("[[script:mend]]")
    expect(config.read_text() == before, f"the file as it was, not {config.read_text()}")
    denied = [gate["allowed"] for tool in ("Edit", "Write") for gate in case.gates(tool)]
    expect(denied == [False] * 4, f"four denials, not {denied}")


def hooks_fire(case):
    """A turn with two tools leaves start, prompt, gates, tools, end of turn and end in the journal."""
    case.opt_in()
    case.script("work", run("touch b.txt"), write(case), say("done"))
    session = case.ask("[[script:work]]")
    # The client does not wait for the hook of its end.
    case.wait_until(lambda: "session_end" in kinds(case, session), "the end in the journal")
    wanted = ["session_start", "prompt", "gate", "tool", "gate", "tool", "turn_end", "session_end"]
    expect(kinds(case, session) == wanted, f"the events {wanted}, not {kinds(case, session)}")
    expect(case.gates("Bash")[0]["allowed"] and case.gates("Write")[0]["allowed"],
           "allowed calls in the journal")
    expect(case.has("a.txt") and case.has("b.txt"), "the files that the allowed calls make")
    case.command(case.setup.program, "events", "--verify")
    expect_known_tools(case, "gemini")


def denied_bash(case):
    """A denied command does not run, and the model reads why."""
    case.opt_in(mode="analysis")
    case.script("bash", run("touch a.txt"), say("done"))
    case.ask("[[script:bash]]")
    expect(not case.has("a.txt"), "no file from the denied call")
    case.expect_refused(DENIED.format("Bash"))
    expect(not case.gates("Bash")[0]["allowed"], "the denial in the journal")


def denied_write(case):
    """Denied edits are not made, and the model reads why."""
    case.opt_in(mode="analysis")
    (case.project / "b.txt").write_text("one\n")
    case.script("edit", write(case), call("replace", file_path="b.txt", old_string="one",
                                          new_string="two", instruction="Two"), say("done"))
    case.ask("[[script:edit]]")
    expect(not case.has("a.txt"), "no file from the denied call")
    expect((case.project / "b.txt").read_text() == "one\n", "the other file as it was")
    case.expect_refused(DENIED.format("Write"))
    refused, text = case.tool_results()[-1]
    expect(refused and DENIED.format("Edit") in text, f"a denial of the second, not: {text}")


def guarded_file(case):
    """Holdfast's own configuration is not written, not even in coding mode."""
    case.opt_in()
    before = (case.project / ".holdfast/config.yaml").read_text()
    case.script("loosen", write(case, ".holdfast/config.yaml"), say("done"))
    case.ask("[[script:loosen]]")
    expect((case.project / ".holdfast/config.yaml").read_text() == before, "the same configuration")
    case.expect_refused("Holdfast configuration")


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
    found = kinds(case, session)
    expect(found.count("session_start") == 2 and found.count("prompt") == 2,
           f"two starts and two prompts in one journal, not {found}")


def context_at_start(case):
    """What Holdfast says at SessionStart is in the first request to the model."""
    case.opt_in(mode="planning")
    case.script("hello", say("done"))
    case.ask("[[script:hello]]")
    text = json.dumps(case.requests()[0]["contents"])
    expect("Holdfast" in text and "planning" in text, "'Holdfast' and the mode in it")


def requirement_holds_the_end(case):
    """A turn with an open requirement goes on once, with the guide, and then may end."""
    case.opt_in()
    (case.project / ".claude").mkdir(exist_ok=True)
    (case.project / ".claude/requirements.yaml").write_text(
        "requirements:\n  tests_run: {enabled: true, stop_only: true}\n")
    case.script("work", write(case), say("done"), say("really done"))
    session = case.ask("[[script:work]]")
    expect(case.has("a.txt"), "stop_only denies no call")
    expect(any("Cannot Complete: Unsatisfied Requirements" in json.dumps(request)
               for request in case.requests()), "the guide in what the model reads")
    actions = [event["payload"].get("action") for event in case.events(session, "requirement")]
    expect(actions.count("held") == 1 and "stopped_unsatisfied" in actions,
           f"held once, then a violation, not {actions}")


def mcp_server(case):
    """Our server is started, its tools are offered to the model, and one answers for this run."""
    case.opt_in()
    case.script("start", call("mcp_session-state_session_start", objective="Write a note"),
                say("done"))
    session = case.ask("[[script:start]]")
    is_error, text = case.tool_results()[-1]
    expect(not is_error and '"phase":"INIT"' in text, f"a session that begins, not: {text}")
    gates = case.gates("mcp__session-state__session_start", session)
    expect(gates and gates[0]["allowed"], f"the call in the journal, not {gates}")
    protocol = case.state(session).get("protocol", {})
    expect(protocol.get("objective") == "Write a note",
           f"the session in the run of this conversation, not {protocol}")


def gated_subagent(case):
    """A subagent's call is gated like the agent's own."""
    case.opt_in(mode="analysis")
    case.script("delegate", call("invoke_agent", agent_name="generalist", prompt="[[script:task]]"),
                say("done"))
    case.script("task", run("touch a.txt"), call("complete_task", result={"response": "done"}))
    case.ask("[[script:delegate]]")
    expect(not case.has("a.txt"), "no file from the denied call")
    expect(any(DENIED.format("Bash") in text for _, text in case.tool_results()),
           "why, in what the subagent read")
    expect(not case.gates("Bash")[0]["allowed"], "the denial in the journal")
    expect(case.gates("Agent"), "the call that started it in the journal, as one of Agent")


def missing_program(case):
    """Where the program of the hook is gone, no tool runs."""
    case.opt_in()
    settings = json.loads(case.settings_file.read_text())
    settings["hooks"] = {"BeforeTool": settings["hooks"]["BeforeTool"]}
    case.settings(**settings)
    case.holdfast.unlink()
    case.script("work", write(case), say("done"))
    case.ask("[[script:work]]")
    expect(not case.has("a.txt"), "no file")
    case.expect_refused("holdfast")


def hanging_program(case):
    """Where the hook hangs past the client's own limit, the client runs the tool all the same."""
    case.opt_in()
    case.holdfast.unlink()
    case.holdfast.write_text('#!/bin/sh\n[ "$2" != BeforeTool ] || exec sleep 5\n')
    case.holdfast.chmod(0o755)
    settings = json.loads(case.settings_file.read_text())
    settings["hooks"]["BeforeTool"][0]["hooks"][0]["timeout"] = 1000
    case.settings(**settings)
    case.script("work", write(case), say("done"))
    case.ask("[[script:work]]")
    expect(case.has("a.txt"), "the file, since the limit of the client opens the gate")


def untrusted_folder(case):
    """In a folder that no person has trusted the client does not start; --skip-trust runs no hooks."""
    case.opt_in(mode="analysis")
    (case.home / ".gemini/trustedFolders.json").unlink()
    case.script("work", write(case), say("done"))
    code = case.run_client(case.words("[[script:work]]"))
    expect(code != 0 and not case.requests(), f"no request to the model, and not exit {code}")
    said = (case.folder / "client.err").read_text()
    expect("trust" in said, f"a word about trust, not: {said}")
    # The option trusts the folder, but only after its settings, and so its hooks, were left out.
    case.ask("[[script:work]]", "--skip-trust")
    expect(case.has("a.txt") and not case.gates("Write"), "the file, since no hook was asked")
    case.script("again", write(case, "b.txt"), say("done"))
    case.more_environment["GEMINI_CLI_TRUST_WORKSPACE"] = "true"
    case.ask("[[script:again]]")
    expect(not case.has("b.txt"), "no file where the environment says that the folder is trusted")


# The longest first, so that the last ones end together.
ALL = [payloads, mode_changed_between_turns, untrusted_folder, mcp_server, gated_subagent,
       requirement_holds_the_end, hanging_program, hooks_fire, denied_bash, denied_write,
       guarded_file, names_that_the_client_mends, context_at_start, missing_program]
