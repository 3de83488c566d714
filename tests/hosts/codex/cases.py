"""The cases: what Holdfast promises about Codex, shown on the real client."""
import json

from client import CODE_MODE_MODEL, expect
from support import recording
from support.offered import expect_known_tools
from support.scripted_model import call, say

ADD = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** Add File: gone.txt\n+one\n*** End Patch\n"
CHANGE = ("*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-one\n+two\n"
          "*** Delete File: gone.txt\n*** End Patch\n")
ALL_EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse",
              "PreCompact", "PostCompact", "Stop", "SubagentStart", "SubagentStop", "SessionEnd")
DENIED = "[BLOCKED] Tool '{}' is not allowed in analysis mode."


def run(command, **more):
    return call("exec_command", cmd=command, **more)


def kinds(case, session=None):
    """The journal's kinds without what stands between the events of the host."""
    return [kind for kind in case.kinds(session) if kind not in ("state", "metric")]


def doctor(case, code=0):
    return case.command(case.holdfast, "doctor", "--host", "codex", code=code)


def first_request(case, number=0):
    """What the client asked the model after `number` requests, as text."""
    requests = case.requests()[number:]
    expect(requests, "a request to the model")
    return json.dumps(requests[0]["input"], ensure_ascii=False)


def payloads(case):
    """The client gives its hooks what we keep of it: every event, and every sort of tool."""
    case.opt_in()
    case.configure("model_auto_compact_token_limit = 1000")
    case.hook(recording.recorder(case), ALL_EVENTS)
    case.script("tools", call("exec_command", cmd="echo hello", workdir="/tmp"),
                call("exec_command", cmd="exit 3"), call("apply_patch", input=ADD),
                call("apply_patch", input=CHANGE), call("view_image", path=case.path("b.txt")),
                call("tool_search", query="blocked"), call("get_blocked_reason"), say("done"))
    case.script("hello", say("done"))
    case.script("nested", call("exec", input="text(await tools.exec_command({cmd: 'pwd'}))"),
                call("spawn_agent", task_name="helper", message="[[script:task]]",
                     fork_turns="none"),
                call("wait_agent", timeout_ms=10000), say("done"))
    case.script("task", call("exec", input="text(await tools.exec_command({cmd: 'echo task'}))"),
                say("done"))
    # What follows the long answer is the summary, which leads the model on in what is left.
    case.script("long", {**call("exec_command", cmd="true"), "tokens": 2000},
                say("All is well so far. [[script:hello]]"))
    case.script("ask", call("exec_command", cmd="touch c.txt", justification="May I?",
                            sandbox_permissions="require_escalated"), say("done"))
    session = case.ask("[[script:tools]]")
    case.ask("[[script:hello]]", resume=session)
    case.ask("[[script:hello]]", fork=session)
    case.ask("[[script:nested]]", "--model", CODE_MODE_MODEL)
    # A model that the client does not know is offered an older way to have agents.
    case.script("spawn", call("spawn_agent", message="[[script:hello]]"),
                call("exec_command", cmd="sleep 2"), say("done"))
    case.ask("[[script:spawn]]", "--model", "scripted")
    case.ask("[[script:long]]")
    case.ask("[[script:ask]]", "--approve-for-me", trusting=False)
    recording.expect_as_kept(case, "codex.jsonl")


def hooks_fire(case):
    """A turn with two tools leaves start, prompt, gates, tools, end of turn and end in the journal."""
    case.opt_in()
    case.script("work", run("touch b.txt"), call("apply_patch", input=ADD), say("done"))
    session = case.ask("[[script:work]]")
    wanted = ["session_start", "prompt", "gate", "tool", "gate", "tool", "turn_end", "session_end"]
    expect(kinds(case, session) == wanted, f"the events {wanted}, not {kinds(case, session)}")
    expect(case.gates("Bash")[0]["allowed"] and case.gates("Write")[0]["allowed"],
           "allowed calls in the journal")
    expect(case.has("a.txt") and case.has("b.txt"), "the files that the allowed calls make")
    expect(not case.errors(), f"no complaint of the client about its hooks, not {case.errors()}")
    case.command(case.setup.program, "events", "--verify")
    expect_known_tools(case, "codex")


def denied_bash(case):
    """A denied command does not run, and the model reads why."""
    case.opt_in(mode="analysis")
    case.script("bash", run("touch a.txt"), say("done"))
    case.ask("[[script:bash]]")
    expect(not case.has("a.txt"), "no file from the denied call")
    case.expect_refused(DENIED.format("Bash"))
    expect(not case.gates("Bash")[0]["allowed"], "the denial in the journal")


def denied_patch(case):
    """A denied patch is not applied, not even as a command, and the model reads why."""
    case.opt_in(mode="analysis")
    case.script("patch", call("apply_patch", input=ADD), run(f"apply_patch <<'EOF'\n{ADD}EOF"),
                say("done"))
    case.ask("[[script:patch]]")
    expect(not case.has("a.txt"), "no file from the denied calls")
    case.expect_refused(DENIED.format("Write"))
    expect(not case.gates("Bash")[0]["allowed"], "the denied command in the journal")


def denied_in_code(case):
    """Where the model writes code that calls the tools, each of them is gated all the same."""
    case.opt_in(mode="analysis")
    code = ("for (const f of [() => tools.exec_command({cmd: 'touch a.txt'}), "
            f"() => tools.apply_patch({json.dumps(ADD)})]) "
            "{ try { text(await f()) } catch (e) { text(String(e)) } }")
    case.script("code", call("exec", input=code), say("done"))
    case.ask("[[script:code]]", "--model", CODE_MODE_MODEL)
    expect(not case.has("a.txt"), "no file from the denied calls")
    _, read = case.tool_results()[0]
    for tool in ("Bash", "Write"):
        expect(DENIED.format(tool) in read, f"why {tool} was denied in what the model read: {read}")
        expect(not case.gates(tool)[0]["allowed"], f"the denial of {tool} in the journal")


def denied_elsewhere(case):
    """A command that is to run in a folder outside of the project is gated like any other."""
    case.opt_in(mode="analysis")
    case.script("bash", run(f"touch {case.path('a.txt')}", workdir="/"), say("done"))
    case.ask("[[script:bash]]")
    expect(not case.has("a.txt"), "no file from the denied call")
    case.expect_refused(DENIED.format("Bash"))


def guarded_file(case):
    """Holdfast's own configuration is not patched, not even in coding mode, however it is named."""
    case.opt_in()
    (case.project / "sub").mkdir()
    before = (case.project / ".holdfast/config.yaml").read_text()
    patch = "*** Begin Patch\n{}*** Delete File: {}.holdfast/config.yaml\n*** End Patch\n".format
    case.script("loosen", call("apply_patch", input=patch("", "")),
                call("apply_patch", input=patch("*** Add File: z.txt\n+z\n\u00a0", "")),
                run(f"cd sub && apply_patch <<'EOF'\n{patch('', '../')}EOF"), say("done"))
    case.ask("[[script:loosen]]")
    expect((case.project / ".holdfast/config.yaml").read_text() == before, "the same configuration")
    results = case.tool_results()
    expect(len(results) == 3, f"three calls that were answered, not {results}")
    for refused, text in results:
        expect(refused and "Holdfast configuration" in text, f"a denial, not {text}")


# G1
def own_files(case):
    """Codex's files keep Holdfast's hooks, whether a patch or a shell would take them out."""
    case.opt_in()
    hooks = case.project / ".codex/hooks.json"
    before = hooks.read_text()
    gone = "*** Begin Patch\n*** Delete File: .codex/hooks.json\n*** End Patch\n"
    narrowed = ("*** Begin Patch\n*** Update File: .codex/hooks.json\n@@\n"
                "-        \"matcher\": \"*\",\n+        \"matcher\": \"none\",\n*** End Patch\n")
    case.script("take", call("apply_patch", input=gone), call("apply_patch", input=narrowed),
                run("rm -rf .codex"), run("echo '[features]' >> .codex/config.toml"),
                run("touch a.txt"), say("done"))
    case.ask("[[script:take]]")
    expect(hooks.read_text() == before, "the hooks as they were")
    told = [text for _, text in case.tool_results()]
    for text in told[:4]:
        expect("Holdfast's entries" in text, f"a denial that says what passes, not: {text}")
    expect(case.has("a.txt"), "the file of the one call that passes")


def typed_into_a_shell(case):
    """What is typed into a shell that was allowed to start is never shown to a hook."""
    # The client has no event for it: who may start a shell may do in it what the shell may do.
    case.opt_in()
    code = ("const shell = await tools.exec_command({cmd: 'sh', tty: true, yield_time_ms: 500}); "
            "text(await tools.write_stdin({session_id: shell.session_id, yield_time_ms: 1000, "
            "chars: 'echo changed: >>.holdfast/config.yaml; exit\\n'}))")
    case.script("type", call("exec", input=code), say("done"))
    session = case.ask("[[script:type]]", "--model", CODE_MODE_MODEL)
    expect("changed:" in (case.project / ".holdfast/config.yaml").read_text(),
           "a change that no other tool could make")
    expect(kinds(case, session).count("gate") == 1, "one call in the journal, that of the shell")


def mode_changed_between_turns(case):
    """A person's `session mode` holds from the next call on, and `resume` goes on in the same run."""
    case.opt_in()
    case.script("first", run("touch a.txt"), say("done"))
    case.script("second", run("touch b.txt"), say("done"))
    session = case.ask("[[script:first]]")
    case.command(case.holdfast, "session", "mode", "analysis", "--session", session)
    case.ask("[[script:second]]", resume=session)
    expect(case.has("a.txt") and not case.has("b.txt"), "the first file and not the second")
    expect(case.sessions() == [session], f"one run, not {case.sessions()}")
    found = kinds(case, session)
    expect(found.count("session_start") == 2 and found.count("prompt") == 2,
           f"two starts and two prompts in one journal, not {found}")
    fork = case.ask("[[script:first]]", fork=session)
    expect(sorted(case.sessions()) == sorted([session, fork]), "another run after `fork`")


def context_at_start(case):
    """What Holdfast says at SessionStart is in the first request to the model."""
    case.opt_in(mode="planning")
    case.script("hello", say("done"))
    case.ask("[[script:hello]]")
    text = first_request(case)
    expect("Holdfast" in text and "planning" in text, "'Holdfast' and the mode in it")


def requirement_holds_the_end(case):
    """A turn with an open requirement goes on once, with the guide, and then may end."""
    case.opt_in()
    (case.project / ".claude").mkdir(exist_ok=True)
    (case.project / ".claude/requirements.yaml").write_text(
        "requirements:\n  tests_run: {enabled: true, stop_only: true}\n")
    case.script("work", call("apply_patch", input=ADD), say("done"), say("really done"))
    session = case.ask("[[script:work]]")
    expect(case.has("a.txt"), "stop_only denies no call")
    expect(any("Cannot Complete: Unsatisfied Requirements" in json.dumps(request)
               for request in case.requests()), "the guide in what the model reads")
    actions = [event["payload"].get("action") for event in case.events(session, "requirement")]
    expect(actions.count("held") == 1 and "stopped_unsatisfied" in actions,
           f"held once, then a violation, not {actions}")


def mcp_server(case):
    """Our server is started, its tools are found by the model, and one answers for this run."""
    case.opt_in()
    case.script("start", call("tool_search", query="session start"),
                call("session_start", objective="Write a note"), say("done"))
    session = case.ask("[[script:start]]")
    is_error, text = case.tool_results()[-1]
    expect(not is_error and '"phase":"INIT"' in text, f"a session that begins, not: {text}")
    gates = case.gates("mcp__session_state__session_start", session)
    expect(gates and gates[0]["allowed"], f"the call in the journal, not {gates}")
    protocol = case.state(session).get("protocol", {})
    expect(protocol.get("objective") == "Write a note",
           f"the session in the run of this conversation, not {protocol}")


def compacted(case):
    """A compaction stays in the same run, its mode still holds, and the state is told again."""
    case.opt_in(mode="analysis")
    case.configure("model_auto_compact_token_limit = 1000")
    case.trust_hooks()
    # The step after the long one answers the question for a summary.
    case.script("long", {**run("true"), "tokens": 2000}, say("The user said hello. [[script:go_on]]"))
    case.script("go_on", run("touch a.txt"), say("done"))
    session = case.ask("[[script:long]]")
    found = kinds(case, session)
    expect("before_compaction" in found, f"the compaction in the journal, not {found}")
    expect(case.sessions() == [session], "one run")
    expect(not case.has("a.txt"), "no file from the denied call")
    text = json.dumps(case.requests()[-1])
    expect("The user said hello." in text and "<session-state" in text,
           "the summary and the state in the last request")


def gated_subagent(case):
    """A subagent's call is gated like the agent's own, and the journal says whose it was."""
    case.opt_in(mode="analysis")
    case.script("delegate", call("spawn_agent", task_name="helper", message="[[script:task]]",
                                 fork_turns="none"),
                call("wait_agent", timeout_ms=10000), say("done"))
    code = "try { await tools.exec_command({cmd: 'touch a.txt'}) } catch (e) { text(String(e)) }"
    case.script("task", call("exec", input=code), say("done"))
    session = case.ask("[[script:delegate]]", "--model", CODE_MODE_MODEL)
    expect(not case.has("a.txt"), "no file from the denied call")
    expect(any(DENIED.format("Bash") in text for _, text in case.tool_results()),
           "why, in what the subagent read")
    gate = case.gates("Bash")[0]
    expect(not gate["allowed"] and gate.get("agent"), f"a denial with the agent's id, not: {gate}")
    expect(case.gates("Agent"), "the call that started it in the journal, as one of Agent")
    expect("agent_stop" in kinds(case, session), "the end of the agent in the journal")


def task_is_no_prompt(case):
    """The task that an agent gives to another is not taken for a person's prompt."""
    case.opt_in()
    case.script("delegate", call("spawn_agent", message="[[script:task]]"), run("sleep 3"),
                say("done"))
    case.script("task", run("touch a.txt"), say("done"))
    session = case.ask("[[script:delegate]]", "--model", "scripted")
    expect(case.has("a.txt"), "the file that the subagent makes")
    expect(kinds(case, session).count("prompt") == 1, f"one prompt, not {kinds(case, session)}")


def missing_program(case):
    """Where the program of the hook is gone, no tool runs."""
    # The client itself would run it; the command that `init` wrote ends with a denial.
    case.opt_in()
    case.holdfast.unlink()
    case.script("bash", run("touch a.txt"), say("done"))
    case.ask("[[script:bash]]")
    expect(not case.has("a.txt"), "no file")
    case.expect_refused("holdfast")


def hanging_program(case):
    """Where the hook hangs past the client's own limit, the client runs the tool all the same."""
    case.opt_in()
    script = case.folder / "bin/hang"
    script.write_text("#!/bin/sh\nexec sleep 30\n")
    script.chmod(0o755)
    case.configure()
    case.hook(str(script), ["PreToolUse"])
    case.script("bash", run("touch a.txt"), say("done"))
    case.ask("[[script:bash]]")
    expect(case.has("a.txt"), "the file, since the limit of the client opens the gate")


def untrusted_hooks(case):
    """Hooks that no person has trusted are not run; the client says nothing of it, `doctor` does."""
    case.opt_in(mode="analysis")
    expect("are trusted" not in doctor(case), "no word about trust where the client has it on record")
    case.configure()
    expect("are trusted" in doctor(case, code=1), "a word about trust where it is gone")
    case.script("bash", run("touch a.txt"), say("done"))
    case.ask("[[script:bash]]")
    expect(case.has("a.txt"), "the file, since no hook was asked")
    expect(not case.errors(), f"no word about it, not {case.errors()}")
    case.script("again", run("touch b.txt"), say("done"))
    case.ask("[[script:again]]", "--dangerously-bypass-hook-trust")
    expect(not case.has("b.txt"), "no file where the hooks are run unseen")


# The longest first, so that the last ones end together.
ALL = [payloads, task_is_no_prompt, hanging_program, mode_changed_between_turns, untrusted_hooks,
       typed_into_a_shell, mcp_server, compacted, gated_subagent, hooks_fire, denied_bash,
       denied_patch, denied_in_code, denied_elsewhere, guarded_file, own_files, context_at_start,
       requirement_holds_the_end, missing_program]
