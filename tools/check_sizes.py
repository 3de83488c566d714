#!/usr/bin/env python3
"""Refuses files over 600 lines and functions over 70; names files over 400, which should be split.

Run from anywhere: tools/check_sizes.py [ROOT]. Reads src, tests, tools and bench, and the scripts at
the root. Functions of tests may be longer: a table of rows is one. Exit 1 if anything is refused.
"""
import ast
import pathlib
import re
import sys

FILE_LINES_GOOD = 400
FILE_LINES_MAX = 600
FUNCTION_LINES_MAX = 70
FOLDERS = ("src", "tests", "tools", "bench")
ENDINGS = (".cpp", ".h", ".py", ".sh", ".cmake", "")
IS_TEST = re.compile(r"(_test\.(cpp|h|py)$)|(^tests/)")

# Comments, strings and characters, whose braces count for nothing; a digit separator is no quote.
NOISE = re.compile(
    r'//(?:\\\n|[^\n])*|/\*.*?\*/'
    r'|\bu?8?[LU]?R"(?P<tag>[^\s()\\]{0,16})\(.*?\)(?P=tag)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'",
    re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
SCOPE = re.compile(r"\s*((public|private|protected)\s*:\s*)*(template\s*<.*>\s*)?(inline\s+)?"
                   r"(namespace|class|struct|union|enum|extern)\b", re.DOTALL)


def without_noise(text):
    """The same lines, with comments, literals and preprocessor lines blanked out."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    return DIRECTIVE.sub(blank, NOISE.sub(blank, text))


def kind_of_block(head, enclosing):
    """What a `{` after the text `head` opens: a scope, a function or anything else."""
    if any(kind != "scope" for kind in enclosing):
        return "other"
    if SCOPE.match(head):
        return "scope"
    return "function" if ")" in head and not re.search(r"=\s*$", head) else "other"


def cpp_functions(text):
    """(first line, lines) of every function body that is not inside another."""
    text = without_noise(text)
    found, blocks, head, line, parentheses = [], [], "", 1, 0
    for at, char in enumerate(text):
        if char == "\n":
            line += 1
        if char in "()":
            parentheses += 1 if char == "(" else -1
        if char == "{":
            kind = "other" if parentheses > 0 else kind_of_block(head, [b[0] for b in blocks])
            blocks.append((kind, line, parentheses, head))
            parentheses, head = 0, ""
        elif char == "}" and blocks:
            kind, first, parentheses, before = blocks.pop()
            # In `Foo(int a) : a_{a}, b_{0} {` the first two pairs of braces are no body.
            initialiser = re.match(r"\s*[,{]", text[at + 1:at + 200])
            if kind == "function" and not initialiser:
                found.append((first, line - first + 1))
            head = before if kind == "function" and initialiser else ""
        elif char == ";" and parentheses == 0:
            head = ""
        else:
            head += char
    if blocks:
        raise ValueError(f"the brace of line {blocks[-1][1]} is not closed")
    return found


def python_functions(text):
    """(first line, lines) of every function."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [(node.lineno, node.end_lineno - node.lineno + 1)
            for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]


def check_file(path, text):
    """What is refused and what is only worth saying, as two lists of printable lines."""
    refused, said = [], []
    lines = text.count("\n")
    if lines > FILE_LINES_MAX:
        refused.append(f"{path}: {lines} lines, over {FILE_LINES_MAX}")
    elif lines > FILE_LINES_GOOD:
        said.append(f"{path}: {lines} lines, better under {FILE_LINES_GOOD}")
    functions = []
    if not IS_TEST.search(path):
        try:
            if path.endswith((".cpp", ".h")):
                functions = cpp_functions(text)
            elif path.endswith(".py"):
                functions = python_functions(text)
        except (ValueError, SyntaxError) as error:
            refused.append(f"{path}: cannot be measured: {error}")
    for first, length in functions:
        if length > FUNCTION_LINES_MAX:
            refused.append(f"{path}:{first}: a function of {length} lines, "
                           f"over {FUNCTION_LINES_MAX}")
    return refused, said


def files_of(root):
    """The files that the limits are for."""
    for file in sorted(root.iterdir()):
        if file.is_file() and file.suffix == "" and not file.name.startswith("."):
            if file.read_bytes()[:2] == b"#!":
                yield file
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            inside = file.relative_to(root).parts
            if file.is_file() and file.suffix in ENDINGS and not {"corpus", "data"} & set(inside):
                yield file


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    root = root.resolve()
    refused, said, count = [], [], 0
    for file in files_of(root):
        count += 1
        path = file.relative_to(root).as_posix()
        more_refused, more_said = check_file(path, file.read_text(encoding="utf-8"))
        refused += more_refused
        said += more_said
    if count == 0:
        refused.append("nothing to measure: wrong folder?")
    print("\n".join(said + refused + ([] if refused else [f"{count} files are within the limits"])))
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
