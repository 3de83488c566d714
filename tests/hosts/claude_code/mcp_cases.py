"""The cases in which the real client speaks to `holdfast mcp`."""
import hashlib
import json

from client import call, end_group, expect, say

SERVER = "session-state"
TOOLS = ("session_start", "record_evidence", "advance_phase", "session_end")
# What the client asks no permission for. None of it is a permission of ours: the hooks still decide.
ALLOWED = ",".join(["Write", "Bash", *(f"mcp__{SERVER}__{tool}" for tool in TOOLS)])
STATE = ".serena/memories/session-current-state.md"
COPY = "state-while-working.md"
HISTORY = ".serena/memories/session-history.md"
EMPTY = '{"mcpServers": {}}'
SERVER_SECONDS_MAX = 60
HANDOFF = "# Handoff\n\nNothing is open.\n"


def tool(name, **given):
    """A step of the model: it calls one tool of ours, by the name that the client gives it."""
    return call(f"mcp__{SERVER}__{name}", **given)


def opt_in_with_protocol(case):
    """A repository whose agents must go through the protocol's gates, and a first commit."""
    case.opt_in()
    # The prompt would begin the session otherwise; here the agent does.
    (case.project / ".holdfast/config.yaml").write_text(
        "gate:\n  initial_mode: coding\nprotocol:\n  enabled: true\n  auto_start: false\n")
    (case.project / ".agents").mkdir()
    (case.project / ".agents/HANDOFF.md").write_text(HANDOFF)
    case.command("git", "config", "user.email", "agent@example.com")
    case.command("git", "config", "user.name", "Agent")
    case.command("git", "add", ".agents")
    case.command("git", "commit", "-q", "-m", "First")


def whole_session(case):
    """A model goes from session_start to session_end, and on its way tries to write too early."""
    case.script(
        "session",
        tool("session_start", objective="Write a note"),
        tool("advance_phase", target_phase="WORKING"),
        call("Write", file_path=case.path("early.md"), content="early"),
        tool("record_evidence", phase="CONTEXT_RETRIEVAL", evidence_type="content_hash",
             evidence=hashlib.sha256(HANDOFF.encode()).hexdigest()),
        tool("advance_phase", target_phase="WORKING"),
        call("Write", file_path=case.path("note.md"), content="text\n"),
        call("Bash", command=f"cp {STATE} {COPY}; git add -A; git commit -q -m Note",
             description="Commit"),
        tool("session_end", summary="The note is written", next_session_notes="Read the note"),
        say("done"))
    return case.ask("[[script:session]]", allow=ALLOWED)


def expect_whole_session(case, turn):
    """What is left of whole_session: what the model read, the journal, the state, the memories."""
    started, stopped, early, evidence, working, _, _, ended = case.tool_results()
    session = read(started)["session_id"]
    expect(read(stopped)["blocked_by"] == ["CONTEXT_RETRIEVAL"], f"one gate, not {stopped}")
    expect(early[0] and "Session protocol incomplete" in early[1], f"a denial, not {early}")
    expect(read(evidence)["gate_status"] == "PASS", f"evidence that is checked, not {evidence}")
    expect(read(working)["current_phase"] == "WORKING", f"WORKING, not {working}")
    expect(read(ended)["status"] == "COMPLETE", f"COMPLETE, not {ended}")

    for name in TOOLS:
        gates = case.gates(f"mcp__{SERVER}__{name}", turn.session)
        expect(gates and all(gate["allowed"] for gate in gates), f"{name} allowed, not {gates}")
    writes = [gate["allowed"] for gate in case.gates("Write", turn.session)]
    expect(writes == [False, True], f"a Write denied before WORKING, allowed after, not {writes}")
    expect(case.has("note.md") and not case.has("early.md"), "the second file and not the first")

    state = case.state(turn.session)
    expect(state["protocolStartComplete"] and state["protocolEndComplete"], "a complete protocol")
    protocol = state["protocol"]
    expect((protocol["session_id"], protocol["objective"]) == (session, "Write a note"),
           f"the session in the run of this conversation, not {protocol}")
    expect(protocol["current_phase"] == "COMPLETE" and not protocol["violations"],
           f"COMPLETE without a violation, not {protocol}")
    expect(f"run={turn.session}" in (case.project / COPY).read_text(),
           "a memory of the open session that names this run")
    expect(not case.has(STATE), "no memory of an open session any more")
    expect_newest(case, session, "Write a note", "COMPLETE")
    expect("Read the note" in (case.project / HISTORY).read_text(), "the notes for the next one")


def read(result):
    """What a tool of ours answered, which must not be an error."""
    is_error, text = result
    expect(not is_error, f"a result, not the error: {text}")
    return json.loads(text)


def expect_newest(case, session, objective, outcome):
    """The history begins with this session."""
    entry = (case.project / HISTORY).read_text().partition("\n### ")[2].splitlines()
    wanted = [session, "", f"- **Objective**: {objective}", f"- **Outcome**: {outcome}"]
    expect(entry[:4] == wanted, f"{wanted} first in the history, not {entry[:4]}")


# SC-27, SC-36, S1-55, S1-70
def mcp_over_stdio(case):
    """After `init` an agent goes through the protocol by our tools, and the next one begins anew."""
    opt_in_with_protocol(case)
    listed = case.command(*case.client("mcp", "list"))
    expect(f"{SERVER}: " in listed and "Connected" in listed, f"a connected server, not {listed}")
    expect_whole_session(case, whole_session(case))

    # The seed's lifecycle in a repository without changes: what was left out is on record.
    case.script("seed", tool("session_start", objective="Look around"),
                tool("record_evidence", phase="SERENA_INIT", evidence_type="tool_output",
                     evidence="Serena answered"),
                tool("session_end", summary="Nothing to do", skip_qa=True), say("done"))
    turn = case.ask("[[script:seed]]", allow=ALLOWED)
    started, _, ended = (read(result) for result in case.tool_results()[-3:])
    expect(started["phase"] == "INIT", f"a session that begins anew, not {started}")
    expect(ended["status"] == "COMPLETE", f"COMPLETE, not {ended}")
    missing = json.dumps(case.state(turn.session)["protocol"]["violations"])
    expect("CONTEXT_RETRIEVAL" in missing, f"the gate that was not met on record, not {missing}")
    expect(not case.has(STATE), "no memory of an open session")
    expect_newest(case, ended["session_id"], "Look around", "COMPLETE")


# SC-27, S1-55, S1-70
def mcp_over_http(case):
    """The same over HTTP, where the client must show the token."""
    # A list of servers that a person wrote is left to them.
    (case.project / ".mcp.json").write_text(EMPTY)
    opt_in_with_protocol(case)
    expect((case.project / ".mcp.json").read_text() == EMPTY, "the same list of servers")
    server = case.start([case.holdfast, "mcp", "--http", "127.0.0.1:0"], "server",
                        SERVER_SECONDS_MAX)
    try:
        printed = case.folder / "server.out"
        case.wait_until(lambda: printed.read_text().endswith("\n"), "the address of the server")
        entry = {"type": "http", "url": printed.read_text().strip(),
                 "headers": {"Authorization": "Bearer ${HOLDFAST_MCP_TOKEN}"}}
        (case.project / ".mcp.json").write_text(json.dumps({"mcpServers": {SERVER: entry}}))
        case.settings(lambda settings: settings.update(enabledMcpjsonServers=[SERVER]))
        case.more_environment["HOLDFAST_MCP_TOKEN"] = "not the token"
        listed = case.command(*case.client("mcp", "list"))
        expect(f"{SERVER}: " in listed and "Connected" not in listed,
               f"a server that lets nobody in without the token, not {listed}")
        token = (case.home / ".config/holdfast/mcp-token").read_text().strip()
        case.more_environment["HOLDFAST_MCP_TOKEN"] = token
        expect_whole_session(case, whole_session(case))
    finally:
        end_group(server)


ALL = [mcp_over_stdio, mcp_over_http]
