"""The cases: what Holdfast promises about Codex, shown on the real client."""
from client import CODE_MODE_MODEL, EVENTS, expect
from support import recording
from support.scripted_model import call, say

ADD = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** Add File: gone.txt\n+one\n*** End Patch\n"
CHANGE = ("*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-one\n+two\n"
          "*** Delete File: gone.txt\n*** End Patch\n")


def payloads(case):
    """The client gives its hooks what we keep of it: every event, and every sort of tool."""
    case.command(case.holdfast, "init", "--yes")
    case.configure("model_auto_compact_token_limit = 1000")
    case.hook(recording.recorder(case), ("PermissionRequest", *EVENTS))
    case.trust_hooks()
    case.add_mcp_server()
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


ALL = [payloads]
