#!/usr/bin/env python3
"""Refuses a page with a link that leads nowhere, or a command that the program does not have.

Run from anywhere: tools/check_docs.py PROGRAM [ROOT]. Prints one line a mistake; then exit 1.
"""
import functools
import pathlib
import re
import shlex
import subprocess
import sys

FENCE = re.compile(r"^\s*(```|~~~)")
HEADING = re.compile(r"^#+\s+(.*)")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
SPAN = re.compile(r"`([^`]+)`")
# The command up to where a shell would begin another one, or a person a remark.
CALL = re.compile(r"(?:^|[\s(])holdfast\s+([^|;&#<>)]*)")
OPTION = re.compile(r"^--[a-z][a-z-]*")


def lines_of(text):
    """(number, line, whether it is in a code block) of each line."""
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            in_code = not in_code
        else:
            yield number, line, in_code


def anchors(text):
    """What a link may name after `#`, as the pages' readers make it of headings."""
    found = set()
    for _, line, in_code in lines_of(text):
        heading = None if in_code else HEADING.match(line)
        if heading:
            words = re.sub(r"[^\w\- ]", "", heading[1].lower())
            found.add(words.strip().replace(" ", "-"))
    return found


def broken_link(page, target):
    """Why the link leads nowhere; empty where it leads somewhere, or out of the repository."""
    if re.match(r"[a-z]+:", target):
        return ""
    name, _, anchor = target.partition("#")
    path = page.parent / name if name else page
    if not path.exists():
        return f"{target}: there is no such file"
    if anchor and path.suffix == ".md" and anchor not in anchors(path.read_text()):
        return f"{target}: there is no such heading"
    return ""


class Program:
    """What the program's own help says that it has."""

    def __init__(self, path):
        self.path = path

    @functools.lru_cache(maxsize=None)
    def help_of(self, *command):
        ran = subprocess.run([self.path, *command, "--help"], capture_output=True, text=True,
                             timeout=20, check=False)
        return ran.stdout if ran.returncode == 0 else ""

    @functools.lru_cache(maxsize=None)
    def commands(self):
        rows = re.findall(r"^  ([a-z][a-z-]*(?: [a-z][a-z-]*)*)  +\S", self.help_of(), re.MULTILINE)
        return {tuple(row.split()) for row in rows}

    def mistake_in(self, call):
        """What the program would not know in `init --host codex`; empty where it knows it all."""
        try:
            words = shlex.split(call)
        except ValueError:
            words = call.split()
        if not words or not re.fullmatch(r"[a-z][a-z-]*", words[0]):
            return ""  # `holdfast --version`, or a sentence.
        command = next((tuple(words[:n]) for n in (2, 1) if tuple(words[:n]) in self.commands()), None)
        if command is None:
            groups = {known[0] for known in self.commands()}
            is_group = words[0] in groups and (len(words) == 1 or not re.match(r"[a-z]", words[1]))
            return "" if is_group or words[0] == "help" else f"there is no `holdfast {call.strip()}`"
        for word in words:
            option = OPTION.match(word)
            if option and not re.search(re.escape(option[0]) + r"(?![a-z-])", self.help_of(*command)):
                return f"`holdfast {' '.join(command)}` has no {option[0]}"
        return ""


def check_page(page, program):
    """(line's number, mistake) of each mistake."""
    for number, line, in_code in lines_of(page.read_text()):
        if not in_code:
            for target in LINK.findall(SPAN.sub("", line)):
                mistake = broken_link(page, target)
                if mistake:
                    yield number, mistake
        for code in [line] if in_code else SPAN.findall(line):
            for call in CALL.findall(code):
                mistake = program.mistake_in(call)
                if mistake:
                    yield number, mistake


def pages_of(root):
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "*.md"],
                            capture_output=True, text=True, check=True)
    return [root / name for name in listed.stdout.splitlines() if (root / name).exists()]


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 64
    root = pathlib.Path(arguments[1] if len(arguments) == 2 else __file__).resolve()
    if len(arguments) == 1:
        root = root.parents[1]
    program = Program(str(pathlib.Path(arguments[0]).resolve()))
    pages = pages_of(root)
    mistakes = [f"{page.relative_to(root)}:{number}: {mistake}"
                for page in pages for number, mistake in check_page(page, program)]
    print("\n".join(mistakes) if mistakes else f"{len(pages)} pages name what is there")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
