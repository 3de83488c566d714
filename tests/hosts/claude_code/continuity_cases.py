"""The cases in which one conversation of the real client goes on where another one ended."""
import json

from client import call, expect, say

WRAPPER = "<session-continuity"
AGAIN = "<session-state"
PIN = "The parser is done, its tests are not"


def first_request(case, number):
    """What the client asked the model after `number` requests, as text."""
    requests = [request for request in case.requests()[number:] if request.get("tools")]
    expect(requests, "a request to the model")
    return json.dumps(requests[0]["messages"], ensure_ascii=False)


def restored(case):
    """A second conversation's first request carries the preamble of the first one."""
    case.opt_in()
    case.script("hello", say("done"))
    case.script("pinning", call("Bash", command=f"holdfast pins pin '{PIN}' --label parser",
                                description="Pin it"), say("done"))
    case.script("look", call("Bash", command="holdfast pins view", description="Look"),
                say("done"))
    first = case.ask("Mend the tokenizer of the parser [[script:pinning]]")
    asked = len(case.requests())
    expect(WRAPPER not in first_request(case, 0), "no preamble in the very first conversation")
    second = case.ask("[[script:look]]")
    text = first_request(case, asked)
    expect(text.count(WRAPPER) == 1, f"the preamble once in the first request, not: {text}")
    expect(PIN in text and "tokenizer" in text, f"the pin and the topics in it, not: {text}")
    expect(any(PIN in result and "inherited from" in result for _, result in case.tool_results()),
           "the pin with its provenance among those of the second conversation")
    chain = json.loads(case.command(case.holdfast, "session", "chain", second.session, "--json"))
    ids = [session["session_id"] for session in chain["sessions"]]
    expect(ids == [second.session, first.session], f"both in the chain, not {ids}")


def told_again(case):
    """After a compaction the state is in the next request, once."""
    case.opt_in()
    case.script("hello", say("done"))
    case.script("pinning", call("Bash", command=f"holdfast pins pin '{PIN}' --label parser",
                                description="Pin it"), say("done"))
    case.script("summary", say("<summary>The user works on a parser.</summary>"))
    turn = case.ask("[[script:pinning]]")
    case.ask("/compact [[script:summary]]", resume=turn.session)
    asked = len(case.requests())
    case.ask("[[script:hello]]", resume=turn.session)
    text = first_request(case, asked)
    expect(text.count(AGAIN) == 1, f"the state once after the compaction, not: {text}")
    expect(text.count(PIN) == 1, f"the pin once after the compaction, not: {text}")
    report = json.loads(case.command(case.holdfast, "continuity", "report", "--session",
                                     turn.session, "--json"))
    told = [one for one in report["injections"] if one.get("source") == "compact"]
    expect(len(told) == 1 and told[0]["bytes"] > 0, f"its cost in the report, not {report}")


ALL = [restored, told_again]
