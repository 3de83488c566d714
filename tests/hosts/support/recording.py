"""What a real client gives to its hooks: recorded as it comes, and compared with what we keep.

tests/data/hosts holds one payload of each kind a line, with names in place of a case's folders and
ids. Unit tests read it; the case `payloads` of each host sees that the client still says the same.
"""
import json
import re

from support.processes import expect

NAMES = ("hook_event_name", "hookName", "tool_name", "toolName", "source", "trigger", "reason",
         "notification_type")
TOOLS_OWN = ("tool_input", "tool_response", "toolArgs", "toolInput")
TEXT_MAX = 400
IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def recorder(case):
    """The command of a hook that keeps its input and says nothing."""
    kept = case.folder / "payloads"
    script = case.folder / "bin/record"
    script.write_text(f"#!/bin/sh\nexec flock {kept}.lock sh -c 'cat; echo' >>{kept}\n")
    script.chmod(0o755)
    return str(script)


def recorded(case):
    """All payloads, oldest first, as they would be on anybody's machine."""
    text = anonymous(case, (case.folder / "payloads").read_text())
    return [shortened(json.loads(line)) for line in text.splitlines() if line]


def anonymous(case, text):
    """The text with other names for a case's folders and for what is random."""
    for folder, name in ((case.project, "/work/project"), (case.home, "/home/user"),
                         (case.folder / "tmp", "/tmp"), (case.folder, "/usr/local")):
        text = text.replace(str(folder), name)
    for number, found in enumerate(dict.fromkeys(IDS.findall(text)), 1):
        text = text.replace(found, f"00000000-0000-7000-8000-{number:012}")
    return text


def shortened(value):
    """A whole conversation is nothing to keep."""
    if isinstance(value, dict):
        return {name: shortened(each) for name, each in value.items()}
    if isinstance(value, list):
        return [shortened(each) for each in value]
    if isinstance(value, str) and len(value) > TEXT_MAX:
        return value[:TEXT_MAX] + "..."
    return value


def form(value):
    """The names and types of a value, without what it says."""
    if isinstance(value, dict):
        return {name: form(each) for name, each in sorted(value.items())}
    return type(value).__name__


def kind(payload):
    """What two payloads have in common that a reader of them treats alike."""
    # What a tool is given and answers is the tool's own; its name stands for it.
    plain = {name: value if name in NAMES else "any" if name in TOOLS_OWN else form(value)
             for name, value in payload.items()}
    return json.dumps(plain, sort_keys=True)


def one_of_each(payloads):
    found = {}
    for payload in payloads:
        found.setdefault((kind(payload), json.dumps(payload.get("tool_input"))), payload)
    return list(found.values())


def expect_as_kept(case, file, is_not_asked_for=lambda payload: False):
    """The client said what tests/data/hosts/`file` keeps: no kind is missing, none is new.

    What `is_not_asked_for` is kept, although the case does not bring the client to say it.
    """
    payloads = one_of_each(recorded(case))
    fresh = case.folder / file
    fresh.write_text("".join(json.dumps(payload) + "\n" for payload in payloads))
    kept = case.setup.root / "tests/data/hosts" / file
    known = kept.read_text().splitlines() if kept.exists() else []
    before = {kind(payload) for payload in map(json.loads, known) if not is_not_asked_for(payload)}
    now = {kind(payload) for payload in payloads}
    expect(before == now, f"the payloads of {file}; no more: {sorted(before - now)}, "
           f"new: {sorted(now - before)}; with --keep they are in {fresh}")
