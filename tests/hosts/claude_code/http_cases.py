"""The cases in which the real client posts its hooks to `holdfast serve`."""
import json

from client import call, end_group, expect, say

VARIABLE = "HOLDFAST_MCP_TOKEN"
SERVER_SECONDS_MAX = 60
DENIED_WRITE = "[BLOCKED] Tool 'Write' is not allowed in analysis mode."


def serve(case):
    """Starts the server; its process and its address."""
    # In a folder of its own and with somebody's variables, which are none of the callers' business.
    process = case.start(["env", "--chdir", case.home, "CLAUDE_PROJECT_DIR=/",
                          "CLAUDE_CODE_SESSION_ID=another", case.holdfast, "serve", "--listen",
                          "127.0.0.1:0"], "server", SERVER_SECONDS_MAX)
    printed = case.folder / "server.out"
    case.wait_until(lambda: printed.read_text().endswith("\n"), "the address of the server")
    return process, printed.read_text().partition("/?")[0]


def post_hooks(case, address):
    """The hooks of `init`, posted, as docs/hosts.md writes them; the client starts the first one."""
    def change(settings):
        for event, groups in settings["hooks"].items():
            if event == "SessionStart":
                continue
            hook = {"type": "http", "url": f"{address}/hook/claude-code?event={event}",
                    "headers": {"Authorization": f"Bearer ${VARIABLE}"},
                    "allowedEnvVars": [VARIABLE], "timeout": 10}
            if event == "PreToolUse":
                hook["onFailure"] = "block"
            for group in groups:
                group["hooks"] = [hook]

    case.settings(change)
    case.more_environment[VARIABLE] = (
        case.home / ".config/holdfast/mcp-token").read_text().strip()


def write_script(case, name="write", file="a.txt"):
    case.script(name, call("Write", file_path=case.path(file), content="text"), say("done"))


def posted_hooks(case):
    """Hooks over HTTP: an allowed Write runs, a denied one does not, and the model reads why."""
    case.opt_in()
    server, address = serve(case)
    try:
        post_hooks(case, address)
        write_script(case)
        turn = case.ask("[[script:write]]")
        expect(case.has("a.txt"), "the file that the allowed call writes")
        wanted = ["session_start", "prompt", "gate", "tool", "turn_end", "session_end"]
        seen = [kind for kind in case.kinds(turn.session) if kind not in ("state", "metric")]
        expect(seen == wanted, f"the events {wanted}, not {seen}")
        case.command(case.setup.program, "events", "--verify")

        case.command(case.holdfast, "session", "mode", "analysis", "--session", turn.session)
        write_script(case, "second", "b.txt")
        case.ask("[[script:second]]", resume=turn.session)
        expect(not case.has("b.txt"), "no file from the denied call")
        refused, text = case.tool_results()[-1]
        expect(refused and DENIED_WRITE in text, f"the reason as tool result, not: {text}")
        expect(case.sessions() == [turn.session], f"one run alone, not {case.sessions()}")
        denied = case.gates("Write", turn.session)[-1]
        expect(not denied["allowed"], f"the denial in the journal, not {json.dumps(denied)}")
    finally:
        end_group(server)


def posted_hooks_fail_closed(case):
    """Without the token, and without the server, a posted hook lets no tool run."""
    case.opt_in()
    server, address = serve(case)
    try:
        post_hooks(case, address)
        write_script(case)
        case.more_environment[VARIABLE] = "not the token"
        case.ask("[[script:write]]")
        expect(not case.has("a.txt"), "no file where the server lets nobody in")
    finally:
        end_group(server)
    case.ask("[[script:write]]")
    expect(not case.has("a.txt"), "no file where there is no server")


ALL = [posted_hooks, posted_hooks_fail_closed]
