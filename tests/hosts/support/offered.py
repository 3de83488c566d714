"""The tools that a client offers to its model, against those that we know.

tests/data/hosts/HOST.tools says by which name rules know each tool; a unit test holds the adapter
to it. A client that learns a new tool is found here, so that somebody says what it may do.
"""
from support.processes import expect

OUR_SERVER = ("session-state", "session_state")


def names(tools):
    """The names in a request's list of tools, whichever interface it is written for."""
    found = set()
    for tool in tools or []:
        if "functionDeclarations" in tool:
            found |= names(tool["functionDeclarations"])
        elif "function" in tool:
            found.add(tool["function"]["name"])
        else:
            found.add(tool.get("name") or tool["type"])
    return found


def expect_known_tools(case, host):
    """Every tool that the model was offered in this case stands in our list."""
    offered = set()
    for request in case.requests():
        offered |= names(request.get("tools"))
    offered = {name for name in offered if not any(ours in name for ours in OUR_SERVER)}
    expect(offered, "tools that are offered to the model")
    kept = case.setup.root / "tests/data/hosts" / f"{host}.tools"
    known = {line.split()[0] for line in kept.read_text().splitlines()}
    expect(offered <= known, f"only tools of {kept.name}, not {sorted(offered - known)}")
