#!/usr/bin/env python3
"""Refuses an include in src/ that the layer table of ARCHITECTURE.md does not allow, and a name that
two files of a layer define for themselves: releases compile several files of a layer as one.

Run from anywhere: tools/check_layers.py [ROOT]. Prints one line a violation; then exit 1.
"""
import pathlib
import re
import sys

# Layer: (level, layers it may include besides itself). ARCHITECTURE.md has the same table.
LAYERS = {
    "base": (0, ""),
    "os": (1, "base"),
    "model": (1, "base"),
    "policy": (2, "base model"),
    "store": (2, "base os model"),
    "index": (2, "base os model"),
    "cost": (2, "base os model"),
    "jsonrpc": (2, "base os"),
    "http": (2, "base os"),
    "engine": (3, "base os model policy store index cost"),
    "host": (4, "base os model engine"),
    "cli": (4, "base os model engine"),
    "mcp": (4, "base os model jsonrpc http engine"),
    "web": (4, "base os model http engine"),
    "app": (5, " ".join(["base os model policy store index cost jsonrpc http engine",
                         "host cli mcp web"])),
}

# Folders of a layer that are compiled as a library of their own.
PARTS = ("src/index/postgres/",)

# The C library has a function `index`, so that no namespace can be called that.
NAMESPACE_OF = {"index": "indexing"}

# Library or system header: the layers that may include it.
OWNED_HEADERS = [
    (re.compile(r"(sys|net|netinet|arpa|linux|asm)/.+|"
                r"(unistd|fcntl|poll|signal|pwd|grp|dirent|netdb|termios|spawn|sched|pthread|ftw|"
                r"glob|dlfcn|syslog|utime|ifaddrs|mntent)\.h|csignal|fstream"), "os http"),
    (re.compile(r"boost/.+"), "http"),
    (re.compile(r"sqlite3\.h|libpq-fe\.h|libpq/.+|postgresql/.+"), "index"),
    (re.compile(r"cmark-gfm.*"), "store"),
    (re.compile(r"zstd.*\.h|zdict\.h"), "store"),
]

# Headers that take seconds to compile, or whose macros everybody would have: in no header of ours but
# those for tests and those that are private to a few files of their own layer, which are named so.
HEAVY_HEADERS = re.compile(r"nlohmann/json\.hpp|rapidjson/.+|yaml-cpp/.+|boost/.+|cmark-gfm.*|"
                           r"zstd.*\.h")
PRIVATE_HEADER = re.compile(r"_impl\.h$")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
NAMESPACE = re.compile(r"^[ \t]*(?:inline[ \t]+)?namespace[ \t]+([a-z_]+)[\w:]*[ \t]*\{",
                       re.MULTILINE)
FOR_TESTS = re.compile(r"(_test|(^|[/_])fake(_\w+)?|(^|/)test(_\w+|ing(_\w+)?))\.(cpp|h)$")

# What a file keeps to itself: the text between `namespace {` and its closing brace, and there what
# begins a line. Functions are told apart by their parameters, everything else by its name alone.
ANONYMOUS = re.compile(r"^namespace \{\n(.*?)^\}  // namespace\n", re.MULTILINE | re.DOTALL)
TYPE = re.compile(r"(?:struct|class|enum class|enum|union)\s+(\w+)")
VARIABLE = re.compile(r"[\w:<>,*&\s\[\]\"]*?\b(\w+)(?:\[[^\]]*\])*\s*(?:=|\{|;)")
FUNCTION = re.compile(r"[\w:<>,*&\s\[\]]*?[\s*&](\w+)(\(.*?\))(?=\s*(?:const|noexcept|->|\{|;))",
                      re.DOTALL)


def may_include(layer, is_test):
    """The layers whose headers a file of `layer` may include; a test also sees every lower one."""
    level, names = LAYERS[layer]
    allowed = {layer, *names.split()}
    if is_test:
        allowed |= {name for name, (other, _) in LAYERS.items() if other < level}
    return allowed


def check_include(layer, path, is_test, quote, header):
    """The sentence that says what is wrong with one include, or None."""
    is_header = path.endswith(".h")
    if quote == '"':
        target = header.split("/")[0]
        if "/" not in header or target not in LAYERS:
            return f'"{header}" is not named by its layer'
        if target not in may_include(layer, is_test):
            return f'{layer} may not include "{header}"'
        if FOR_TESTS.search(header) and not is_test:
            return f'"{header}" is for tests'
        if PRIVATE_HEADER.search(header) and (target != layer or is_header):
            return f'"{header}" is for the .cpp files of {target} alone'
    for pattern, owners in OWNED_HEADERS:
        if pattern.fullmatch(header) and layer not in owners.split() and not is_test:
            return f"<{header}> is for {' and '.join(owners.split())} alone"
    is_public = is_header and not is_test and not PRIVATE_HEADER.search(path)
    if is_public and HEAVY_HEADERS.fullmatch(header):
        return f"<{header}> belongs in no header"
    return None


def check_namespaces(layer, is_test, text):
    """A file speaks in its layer's namespace, and opens no other but to name what it may include."""
    layers = {NAMESPACE_OF.get(name, name): name for name in LAYERS}
    opened = {layers.get(name, name) for name in NAMESPACE.findall(text)}
    foreign = sorted((opened & LAYERS.keys()) - may_include(layer, is_test))
    if foreign:
        return f"opens namespace {foreign[0]}"
    if layer not in opened and not is_test and "int main(" not in text:
        return f"does not open namespace {layer}"
    return None


def own_names(text):
    """(line, namespace, name) of all that a file defines in its anonymous namespaces."""
    for block in ANONYMOUS.finditer(text):
        around = re.findall(r"^namespace ([\w:]+) \{", text[:block.start()], re.MULTILINE)[-1:]
        for start in re.finditer(r"^[A-Za-z]", block.group(1), re.MULTILINE):
            head = block.group(1)[start.start():start.start() + 1000]
            head = head.removeprefix("static ").removeprefix("inline ")
            if head.startswith(("template", "public", "using ", "namespace ", "TEST", "BENCHMARK")):
                continue
            line = text.count("\n", 0, block.start(1) + start.start()) + 1
            if match := TYPE.match(head):
                # A type that is only named stays free to be named again.
                if not re.match(r"[^{;=]*;", head):
                    yield line, *around, match.group(1)
            elif match := VARIABLE.match(head.split("(")[0]):
                yield line, *around, match.group(1)
            elif match := FUNCTION.match(head):
                yield line, *around, match.group(1) + " ".join(match.group(2).split())


def check_own_names(files):
    """Complaints about FILES, {path: text} of what may be compiled as one."""
    first, lines = {}, []
    for path, text in files.items():
        for line, *place, name in own_names(text):
            other = first.setdefault((*place, name), path)
            if other != path:
                lines.append(f"{path}:{line}: {name} is also defined in {other}: share it, or say "
                             f"in its name what this one is")
    return lines


def check_file(layer, path, text):
    """All complaints about one file as (line, sentence)."""
    is_test = bool(FOR_TESTS.search(path))
    complaints = []
    for match in INCLUDE.finditer(text):
        sentence = check_include(layer, path, is_test, *match.groups())
        if sentence:
            complaints.append((text.count("\n", 0, match.start(1)) + 1, sentence))
    sentence = check_namespaces(layer, is_test, text)
    if sentence:
        complaints.append((1, sentence))
    return complaints


def check_tree(root):
    """All complaints about ROOT/src as printable lines, and how many files were read."""
    lines, count, together = [], 0, {}
    for file in sorted((root / "src").rglob("*")):
        if file.suffix not in (".cpp", ".h"):
            continue
        count += 1
        path = file.relative_to(root).as_posix()
        parts = path.split("/")
        if len(parts) < 3 or parts[1] not in LAYERS:
            lines.append(f"{path}:1: lies in no layer")
            continue
        text = file.read_text(encoding="utf-8")
        lines += [f"{path}:{line}: {what}" for line, what in check_file(parts[1], path, text)]
        if file.suffix == ".cpp":
            part = next((part for part in PARTS if path.startswith(part)), parts[1])
            together.setdefault((part, path.endswith("_test.cpp")), {})[path] = text
    for files in together.values():
        lines += check_own_names(files)
    return lines, count


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    lines, count = check_tree(root.resolve())
    if count == 0:
        lines.append("src/ has no C++ file: wrong folder?")
    print("\n".join(lines) if lines else f"{count} files keep to the layers")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
