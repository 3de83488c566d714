"""The cases in linked worktrees, of whose files clients read more or fewer."""
import json

from client import call, expect, say

TOOL = "mcp__session-state__session_get_state"
DENIED_WRITE = "[BLOCKED] Tool 'Write' is not allowed in planning mode."


def enter_worktree(case):
    """A worktree beside the project, where everything happens from now on."""
    main, tree = case.project, case.folder / "tree"
    case.command("git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q",
                 "--allow-empty", "-m", "First")
    case.command("git", "worktree", "add", "-q", tree, "-b", "tree")
    case.project = tree
    answers = json.loads((case.home / ".claude.json").read_text())
    answers["projects"][str(tree)] = answers["projects"][str(main)]
    (case.home / ".claude.json").write_text(json.dumps(answers))
    return main


def try_it(case, name, **more):
    """A model that writes a file and then asks our server; both results."""
    case.script(name, call("Write", file_path=case.path(f"{name}.txt"), content="text"),
                call(TOOL), say("done"))
    case.ask(f"[[script:{name}]]", allow=f"Write,{TOOL}", **more)
    return case.tool_results()[-2:]


def expect_gated(case, name, results):
    (refused, why), (failed, state) = results
    expect(refused and DENIED_WRITE in why, f"a denied Write, not: {why}")
    expect(not case.has(f"{name}.txt"), "no file from the denied call")
    expect(not failed and "planning" in state, f"the state from our server, not: {state}")


def expect_no_trace(case, main):
    """Git sees nothing, and uninstalling leaves nothing in the worktree."""
    expect(case.command("git", "status", "--porcelain") == "", "a clean worktree")
    case.command("env", "-C", main, case.holdfast, "uninstall")
    left = sorted(path.name for path in case.project.iterdir())
    expect(left == [".git"], f"an empty worktree, not {left}")


# C3
def worktree(case):
    """In a linked worktree the gate holds as it is, and `init` there brings the MCP server."""
    case.opt_in(mode="planning")
    main = enter_worktree(case)
    (refused, why), (failed, _) = try_it(case, "before")
    expect(refused and DENIED_WRITE in why, f"a denied Write, not: {why}")
    expect(failed, "no server of ours before `init` in the worktree")
    said = case.command(case.holdfast, "doctor")
    expect("the MCP server is missing" in said, f"that the server is missing, not: {said}")
    case.command(case.holdfast, "init", "--yes")
    expect(not case.has(".claude"), "no second set of hooks for a client that reads the first")
    expect_gated(case, "after", try_it(case, "after"))
    expect_no_trace(case, main)


# C3
def worktree_of_an_old_client(case):
    """A client that does not read the main worktree's settings is gated by `init` in the linked one."""
    case.opt_in(mode="planning", old=True)
    main = enter_worktree(case)
    (refused, _), _ = try_it(case, "before", old=True)
    expect(not refused and case.has("before.txt"), "a client that does not ask us here")
    (case.project / "before.txt").unlink()
    said = case.command(case.holdfast, "doctor", code=1)
    expect("is not gated" in said, f"that the worktree is not gated, not: {said}")
    case.command(case.holdfast, "init", "--yes")
    expect_gated(case, "after", try_it(case, "after", old=True))
    case.command(case.holdfast, "doctor")
    expect_no_trace(case, main)


ALL = [worktree_of_an_old_client, worktree]
