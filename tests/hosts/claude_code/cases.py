"""The cases: what Holdfast promises about Claude Code, shown on the real client."""
import json
import os
import uuid

import attended_cases
import continuity_cases
import http_cases
import mcp_cases
import mod_cases
import worktree_cases
from client import call, end_group, expect, say
from support.anthropic_model import text_of

PLUGIN = "plugin/claude-code"
DENIED_WRITE = "[BLOCKED] Tool 'Write' is not allowed in analysis mode."
DENIED_BASH = "[BLOCKED] Tool 'Bash' is not allowed in analysis mode."


def write_script(case, name="write", file="a.txt"):
    """A model that writes one file and is done."""
    case.script(name, call("Write", file_path=case.path(file), content="text"), say("done"))


# S0-85, S0-86
def hooks_fire(case):
    """A turn with one tool leaves start, prompt, gate, tool, end of turn and end in the journal."""
    case.opt_in()
    gate = case.settings()["hooks"]["PreToolUse"][0]["hooks"][0]
    expect(gate["args"] == ["hook", "PreToolUse"], f"the exec form for this client, not {gate}")
    expect("SubagentStart" in case.settings()["hooks"], "events that older clients do not know")
    write_script(case)
    turn = case.ask("[[script:write]]")
    wanted = ["session_start", "prompt", "gate", "tool", "turn_end", "session_end"]
    seen = [kind for kind in case.kinds(turn.session) if kind not in ("state", "metric")]
    expect(seen == wanted, f"the events {wanted}, not {seen}")
    expect(case.gates("Write")[0]["allowed"], "an allowed call of Write in the journal")
    expect(case.has("a.txt"), "the file that the allowed call writes")
    case.command(case.setup.program, "events", "--verify")


# S0-86
def denied_write(case):
    """A denied Write does not run, and the model reads why."""
    case.opt_in(mode="analysis")
    write_script(case)
    case.ask("[[script:write]]")
    expect(not case.has("a.txt"), "no file from the denied call")
    case.expect_refused(DENIED_WRITE)
    expect(not case.gates("Write")[0]["allowed"], "the denial in the journal")


def denied_bash(case):
    """A denied Bash does not run, and the model reads why."""
    case.opt_in(mode="analysis")
    case.script("bash", call("Bash", command="touch a.txt", description="Make a file"), say("done"))
    case.ask("[[script:bash]]")
    expect(not case.has("a.txt"), "no file from the denied call")
    case.expect_refused(DENIED_BASH)


def mode_changed_between_turns(case):
    """A person's `session mode` holds from the next call of the same conversation on."""
    case.opt_in()
    write_script(case, "first", "a.txt")
    write_script(case, "second", "b.txt")
    turn = case.ask("[[script:first]]")
    case.command(case.holdfast, "session", "mode", "analysis", "--session", turn.session)
    case.ask("[[script:second]]", resume=turn.session)
    expect(case.has("a.txt") and not case.has("b.txt"), "the first file and not the second")
    expect(DENIED_WRITE in case.tool_results()[-1][1], "the reason in the second result")


# U1, U2, U4, G6
def persons_word(case):
    """What a person set the agent loosens neither by its shell nor by our own MCP tool."""
    case.opt_in(mode="planning")
    lift = "holdfast session mode coding"
    tries = [call("Bash", command=command, description="Go on") for command in (
        lift, f"setsid -f sh -c \"sleep 1; script -qec '{lift}' /dev/null\"",
        f"tmux new -d '{lift}'", "echo '{}' | holdfast hook PostToolUse", "holdfast uninstall")]
    case.script("free", *tries, call("mcp__session-state__session_set_mode", mode="coding"),
                call("Write", file_path=case.path("a.txt"), content="text"), say("done"))
    turn = case.ask("[[script:free]]", allow="Bash,Write,mcp__session-state__session_set_mode")
    results = case.tool_results()
    expect(len(results) == len(tries) + 2, f"a result of each call, not {len(results)}")
    for refused, text in results[:len(tries)]:
        expect(refused and "not an agent's to run" in text, f"a denial of our command, not: {text}")
        expect("terminal" not in text, f"no way round for the model in: {text}")
    expect("needs a person" in results[-2][1], f"a refusal by our tool, not: {results[-2][1]}")
    expect(results[-1][0] and not case.has("a.txt"), "no file")
    expect(case.state(turn.session)["currentMode"] == "planning", "planning as before")
    case.command(case.holdfast, "session", "mode", "coding", "--session", turn.session)
    write_script(case, "again")
    case.ask("[[script:again]]", resume=turn.session)
    expect(case.has("a.txt"), "the file, once the person has said so")


# G2, G3
def taken_away(case):
    """A Makefile takes marker and hooks away: they are back before the next call, which is denied."""
    case.opt_in(mode="planning")
    settings = case.settings()
    (case.project / "Makefile").write_text("all:\n\tgit clean -fdxq -e Makefile; sleep 1\n")
    case.script("clean", call("Bash", command="make", description="Clean"),
                call("Write", file_path=case.path("a.txt"), content="text"), say("done"))
    case.ask("[[script:clean]]")
    expect(len(case.tool_results()) == 2, "a result of each call")
    expect("not allowed in planning mode" in case.tool_results()[-1][1], "a denial as before")
    expect(not case.has("a.txt"), "no file")
    expect(case.has(".holdfast/config.yaml") and case.settings() == settings, "all is back")
    told = json.dumps([request.get("messages") for request in case.requests()])
    expect("All of it was put back" in told, "the model is told")


def guarded_file(case):
    """Holdfast's own configuration is not written, not even in coding mode."""
    case.opt_in()
    before = (case.project / ".holdfast/config.yaml").read_text()
    # The client wants to have seen what it overwrites.
    path = case.path(".holdfast/config.yaml")
    case.script("loosen", call("Read", file_path=path),
                call("Write", file_path=path, content="gate: {}"), say("done"))
    case.ask("[[script:loosen]]")
    expect((case.project / ".holdfast/config.yaml").read_text() == before, "the same configuration")
    refused, text = case.tool_results()[-1]
    expect(refused and "Holdfast configuration" in text, f"a denial as second result, not: {text}")


# G1, U3
def own_settings(case):
    """The client's settings keep Holdfast's hooks; what else stands in them the agent may edit."""
    case.opt_in()
    path = case.path(".claude/settings.local.json")
    before = case.settings()
    plain = json.loads(json.dumps(before)) | {"outputStyle": "Explanatory"}
    off = plain | {"disableAllHooks": True}
    matcher = '"matcher": "*"'
    case.script("edit", call("Read", file_path=path),
                call("Edit", file_path=path, old_string=matcher, new_string='"matcher": "Glob"',
                     replace_all=True),
                call("Write", file_path=path, content=json.dumps(off)),
                call("Bash", command="rm -rf .claude", description="Tidy up"),
                call("Write", file_path=path, content=json.dumps(plain)), say("done"))
    case.ask("[[script:edit]]", allow="Read,Edit,Write,Bash")
    results = case.tool_results()
    for refused, text in results[1:4]:
        expect(refused and "Holdfast's entries" in text, f"a denial that says what passes, not: {text}")
    # The last one we let pass; the client asks for a leave of its own before it writes there.
    expect(case.gates("Write")[-1]["allowed"], "the one edit that leaves hooks alone passes")
    expect(case.settings() == before, f"the settings as they were, not {case.settings()}")
    write_script(case, "again")
    case.ask("[[script:again]]")
    expect(case.has("a.txt") and len(case.gates("Write")) == 3, "a gate that is still asked")


def context_at_start(case):
    """What Holdfast says at SessionStart is in the first request to the model."""
    case.opt_in(mode="planning")
    case.script("hello", say("done"))
    case.ask("[[script:hello]]")
    first = json.dumps(case.requests()[0]["messages"])
    expect("Holdfast" in first and "planning" in first, "'Holdfast' and the mode in it")


def blocked_stop(case):
    """A blocked Stop continues the turn, and the model reads the reason."""
    case.opt_in()
    reply = case.setup.program.parent / "tests/stop_reply"
    expect(os.access(reply, os.X_OK), f"the test program {reply}")
    reason = "Run the tests first. [[script:more]]"
    command = {"type": "command", "command": f"{reply} '{reason}'", "timeout": 10}
    case.settings(lambda settings: settings["hooks"]["Stop"].append({"hooks": [command]}))
    case.script("hello", say("that is all"))
    write_script(case, "more")
    turn = case.ask("[[script:hello]]")
    expect(len(case.requests()) == 3, f"3 requests, not {len(case.requests())}")
    expect("Run the tests first." in json.dumps(case.requests()[1]), "the reason in the second one")
    expect(case.has("a.txt"), "the file that the continued turn writes")
    expect(case.kinds(turn.session).count("turn_end") == 2, "two ends of a turn in the journal")


def gated_subagent(case):
    """A subagent's call is gated like the agent's own, and the journal says whose it was."""
    case.opt_in(mode="analysis")
    case.script("delegate", call("Agent", description="Write a file", prompt="[[script:write]]",
                                 subagent_type="general-purpose", run_in_background=False),
                say("done"))
    write_script(case)
    case.ask("[[script:delegate]]")
    expect(not case.has("a.txt"), "no file from the denied call")
    case.expect_refused(DENIED_WRITE)
    gate = case.gates("Write")[0]
    expect(not gate["allowed"] and gate.get("agent"), f"a denial with the agent's id, not: {gate}")
    expect(not case.gates("Agent")[0].get("agent"), "the call of Agent itself without one")
    stops = [event["payload"].get("agent") for event in case.events(kind="agent_stop")]
    expect(gate["agent"] in stops, "the end of that agent in the journal")
    history = case.state(case.sessions()[0])["orchestratorWorkflow"]["agentHistory"]
    expect([(one["agent"], one["status"]) for one in history] == [("general-purpose", "completed")],
           f"one completed invocation in the state, not {history}")


def missing_program(case):
    """Where the program of the hook is gone, no tool runs."""
    case.opt_in()
    case.holdfast.unlink()
    write_script(case)
    case.ask("[[script:write]]")
    expect(not case.has("a.txt"), "no file")
    case.expect_refused("failed; blocking because onFailure")


def hanging_program(case):
    """Where the hook hangs, the client's timeout blocks the tool."""
    case.opt_in()
    case.holdfast.unlink()
    case.holdfast.write_text('#!/bin/sh\n[ "$2" != PreToolUse ] || exec sleep 30\n')
    case.holdfast.chmod(0o755)

    def shorten(settings):
        settings["hooks"]["PreToolUse"][0]["hooks"][0]["timeout"] = 1

    case.settings(shorten)
    write_script(case)
    case.ask("[[script:write]]")
    expect(not case.has("a.txt"), "no file")
    case.expect_refused("timed out; blocking because onFailure")


def no_permission_given(case):
    """An allowed call still needs the client's own permission: Holdfast grants none."""
    case.opt_in()
    write_script(case)
    turn = case.ask("[[script:write]]", allow=None)
    expect(case.gates("Write")[0]["allowed"], "an allowed call in the journal")
    expect(not case.has("a.txt"), "no file, since the client refuses")
    expect(turn.denials == ["Write"], f"the client's own refusal, not {turn.denials}")


def resumed(case):
    """--resume goes on in the same run; --fork-session starts another."""
    case.opt_in()
    case.script("hello", say("done"))
    turn = case.ask("[[script:hello]]")
    case.ask("[[script:hello]]", resume=turn.session)
    expect(case.sessions() == [turn.session], f"one run, not {case.sessions()}")
    kinds = case.kinds(turn.session)
    expect(kinds.count("session_start") == 2 and kinds.count("prompt") == 2,
           f"two starts and two prompts in one journal, not {kinds}")
    fork = case.ask("[[script:hello]]", "--fork-session", resume=turn.session)
    expect(fork.session != turn.session, "another session id after --fork-session")
    expect(sorted(case.sessions()) == sorted([turn.session, fork.session]), "two runs")
    expect(case.kinds(turn.session) == kinds, "the first run's journal as it was")
    expect(case.state(fork.session).get("resumedFrom") == turn.session, "the first run named as the fork's parent")


def killed_client(case):
    """After a client was killed in the middle of a turn, its run and a new one both work."""
    case.opt_in()
    write_script(case)
    write_script(case, "again", "b.txt")
    case.script("slow", call("Bash", command="true", description="Nothing"),
                {**say("too late"), "wait": 30})
    session = str(uuid.uuid4())
    process = case.begin("[[script:slow]]", session=session)
    try:
        case.wait_until(lambda: len(case.requests()) == 2, "the model asked a second time")
    finally:
        end_group(process)
    expect("session_end" not in case.kinds(session), "a run that ended without a word")
    turn = case.ask("[[script:write]]")
    expect(case.has("a.txt") and case.kinds(turn.session)[-1] == "session_end", "a new run")
    case.ask("[[script:again]]", resume=session)
    expect(case.has("b.txt") and case.kinds(session)[-1] == "session_end", "the old run resumed")
    for each in (session, turn.session):
        case.command(case.holdfast, "session", "verify", "--session", each)


def compacted(case):
    """A compaction stays in the same run, and its mode still holds."""
    case.opt_in(mode="analysis")
    case.script("hello", say("done"))
    case.script("summary", say("<summary>The user said hello.</summary>"))
    write_script(case)
    turn = case.ask("[[script:hello]]")
    case.ask("/compact [[script:summary]]", resume=turn.session)
    expect("before_compaction" in case.kinds(turn.session), "the compaction in the journal")
    case.ask("[[script:write]]", resume=turn.session)
    expect("The user said hello." in json.dumps(case.requests()[-1]), "the summary in the request")
    expect(case.sessions() == [turn.session], "one run")
    expect(not case.has("a.txt"), "no file from the denied call")


def init_only(case):
    """`claude -p --init-only` fires the hooks of start and end without asking the model."""
    case.opt_in()
    case.script("hello", say("done"))
    turn = case.ask("hello", "--init-only", allow=None)
    expect(turn.code == 0, f"exit 0, not {turn.code}")
    kinds = [kind for kind in case.kinds() if kind not in ("state", "metric")]
    expect(kinds == ["session_start", "session_end"], f"start and end, not {kinds}")
    expect(not case.requests(), "no request to the model")


def old_client(case):
    """What `init` writes is honoured by a client of before the exec form and half of the events."""
    case.opt_in(mode="analysis", old=True)
    case.script("two", call("Write", file_path=case.path("a.txt"), content="text"),
                call("Read", file_path=case.path(".holdfast/config.yaml")), say("done"))
    turn = case.ask("[[script:two]]", old=True)
    expect(not case.has("a.txt"), "no file from the denied call")
    case.expect_refused(DENIED_WRITE)
    kinds = [kind for kind in case.kinds(turn.session) if kind not in ("state", "metric")]
    wanted = ["session_start", "prompt", "gate", "gate", "tool", "turn_end", "session_end"]
    expect(kinds == wanted, f"the events {wanted}, not {kinds}")


def plugin_is_valid(case):
    """The plugin and its marketplace pass the client's checks; installed, its hooks fire."""
    root = case.setup.root
    case.command(*case.client("plugin", "validate", "--strict", root))
    case.command(*case.client("plugin", "validate", "--strict", root / PLUGIN))
    # Not strict: the directory of plugins would like an icon, too.
    case.command(*case.client("plugin", "validate", "--profile", "directory", root / PLUGIN))
    version = json.loads((root / PLUGIN / ".claude-plugin/plugin.json").read_text())["version"]
    program = case.command(case.holdfast, "--version").split()[-1]
    expect(version == program, f"the program's version {program} in plugin.json, not {version}")
    case.command(*case.client("plugin", "marketplace", "add", root))
    case.command(*case.client("plugin", "install", "holdfast@holdfast"))
    case.opt_in()
    expect("hooks" not in case.settings(), "no hooks of `init` beside the plugin's")
    write_script(case)
    case.ask("[[script:write]]")
    expect(len(case.gates("Write")) == 1, "one gate in the journal, by the installed plugin")


def plugin_gates(case):
    """With --plugin-dir the plugin's hooks fire, also those that `init` does not install."""
    opt_in_without_hooks(case, mode="planning")
    case.script("three", call("Write", file_path=case.path("a.txt"), content="text"),
                call("Bash", command="exit 3", description="Fail"),
                call("Agent", description="Say hello", prompt="[[script:hello]]",
                     subagent_type="general-purpose", run_in_background=False), say("done"))
    case.script("hello", say("done"))
    turn = case.ask("[[script:three]]", "--plugin-dir", case.setup.root / PLUGIN)
    expect(not case.has("a.txt"), "no file from the denied call")
    case.expect_refused("[BLOCKED] Tool 'Write' is not allowed in planning mode.")
    kinds = [kind for kind in case.kinds(turn.session) if kind not in ("state", "metric")]
    wanted = ["session_start", "prompt", "gate", "gate", "tool_failed", "gate", "agent_start",
              "agent_stop", "tool", "turn_end", "session_end"]
    expect(kinds == wanted, f"the events {wanted}, not {kinds}")


def plugin_explains(case):
    """/holdfast:why gives the model the rule, also in a mode in which it may not run commands."""
    opt_in_without_hooks(case, mode="analysis")
    write_script(case)
    turn = case.ask("[[script:write]]", "--plugin-dir", case.setup.root / PLUGIN)
    for command, words in (("why", "rule       mode_table"), ("status", "mode       analysis")):
        case.ask(f"/holdfast:{command}", "--plugin-dir", case.setup.root / PLUGIN,
                 resume=turn.session, allow=None)
        read = text_of(case.requests()[-1]["messages"][-1]["content"])
        expect(words in read, f"'{words}' in what the model read after /holdfast:{command}: {read}")


# BX-1
def plugin_without_program(case):
    """Where the plugin finds no program, only projects that use Holdfast are closed."""
    opt_in_without_hooks(case)
    write_script(case)
    case.holdfast.unlink()
    case.ask("[[script:write]]", "--plugin-dir", case.setup.root / PLUGIN)
    expect(not case.has("a.txt"), "no file in a project that uses Holdfast")
    case.expect_refused("the program holdfast is not on the PATH")
    (case.project / ".holdfast/config.yaml").unlink()
    case.ask("[[script:write]]", "--plugin-dir", case.setup.root / PLUGIN)
    expect(case.has("a.txt"), "the file in a project that does not")


# S4-11, S4-37, S4-39, SC-75, B4-12
def requirement_by_skill(case):
    """An edit is denied, a skill is run, the edit is allowed; a new session is denied again."""
    case.opt_in()
    (case.project / ".claude/requirements.yaml").write_text(
        "requirements:\n  commit_plan: {enabled: true, auto_resolve_skill: arch-review}\n")
    skill = case.project / ".claude/skills/arch-review"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text(
        "---\nname: arch-review\ndescription: Reviews a plan.\n---\nReview the plan.\n")
    case.script("plan", call("Write", file_path=case.path("a.txt"), content="text"),
                call("Skill", skill="arch-review"),
                call("Write", file_path=case.path("b.txt"), content="text"), say("done"))
    first = case.ask("[[script:plan]]", allow="Write,Skill")
    results = case.tool_results()
    expect(results[0][0] and "commit_plan" in results[0][1], f"a denial first, not {results[0]}")
    expect(case.has("b.txt") and not case.has("a.txt"), "the second file and not the first")
    write_script(case, "again", "c.txt")
    second = case.ask("[[script:again]]")
    expect(second.session != first.session, "a new session")
    expect(not case.has("c.txt"), "no file from a session that has not reviewed")
    case.expect_refused("Requirement 'commit_plan' is not satisfied")


# S4-29, S4-30, SC-78
def requirement_holds_the_end(case):
    """A turn with an open requirement goes on once, with the guide, and then may end."""
    case.opt_in()
    (case.project / ".claude/requirements.yaml").write_text(
        "requirements:\n  tests_run: {enabled: true, stop_only: true}\n")
    case.script("work", call("Write", file_path=case.path("a.txt"), content="text"), say("done"),
                say("really done"))
    turn = case.ask("[[script:work]]")
    expect(case.has("a.txt"), "stop_only denies no call")
    expect(any("Cannot Complete: Unsatisfied Requirements" in json.dumps(request)
               for request in case.requests()), "the guide in what the model reads")
    actions = [event["payload"].get("action") for event in case.events(turn.session, "requirement")]
    expect(actions.count("held") == 1 and "stopped_unsatisfied" in actions,
           f"held once, then a violation, not {actions}")


def opt_in_without_hooks(case, **more):
    case.opt_in(**more)
    (case.project / ".claude/settings.local.json").unlink(missing_ok=True)


# The longest first, so that the last ones end together.
ALL = [*attended_cases.ALL, *mcp_cases.ALL, *continuity_cases.ALL, *http_cases.ALL,
       *worktree_cases.ALL, *mod_cases.ALL, plugin_explains, plugin_is_valid,
       killed_client, requirement_by_skill, resumed, compacted, plugin_without_program,
       requirement_holds_the_end, mode_changed_between_turns, persons_word, own_settings, taken_away,
       old_client, hanging_program, hooks_fire, denied_write, denied_bash, guarded_file,
       context_at_start, blocked_stop, gated_subagent, plugin_gates, missing_program,
       no_permission_given, init_only]
