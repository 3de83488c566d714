"""The cases: what Holdfast promises about Gemini CLI, shown on the real client."""
from client import EVENTS, expect
from support import recording
from support.scripted_model import call, say

ALL_EVENTS = (*EVENTS, "BeforeModel", "AfterModel", "BeforeToolSelection", "Notification")


def payloads(case):
    """The client gives its hooks what we keep of it: every event, and every sort of tool."""
    case.command(case.holdfast, "init", "--yes")
    case.hook(recording.recorder(case), ALL_EVENTS)
    case.add_mcp_server()
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


ALL = [payloads]
