#!/usr/bin/env python3
"""tools/check_docs.py finds links that lead nowhere and commands that the program does not have."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = """#!/bin/sh
case "$*" in
  --help) printf 'Commands:\\n  init   Opt in\\n  gate check   Ask\\n' ;;
  'init --help') printf '  --host NAME   The host\\n' ;;
  'gate check --help') printf '  --json   Print JSON\\n' ;;
  *) exit 64 ;;
esac
"""


class CheckDocsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        subprocess.run(["git", "init", "-q", self.root], check=True)
        (self.root / "program").write_text(PROGRAM)
        (self.root / "program").chmod(0o755)

    def check(self, text):
        """The lines that are printed about a page with this text."""
        (self.root / "page.md").write_text(text)
        ran = subprocess.run([sys.executable, ROOT / "tools/check_docs.py", self.root / "program",
                              self.root], capture_output=True, text=True, check=False)
        self.assertEqual(ran.stderr, "")
        lines = ran.stdout.splitlines()
        self.assertEqual(ran.returncode, 0 if lines == ["1 pages name what is there"] else 1)
        return [] if ran.returncode == 0 else lines

    def test_what_is_there_passes(self):
        self.assertEqual(self.check(
            "# A page, with `code`\n[here](#a-page-with-code) [file](page.md) [web](https://a.b/c)\n"
            "`holdfast init --host codex`, `holdfast gate check --json | jq .`, `holdfast gate`,\n"
            "`holdfast --version`, `[no](link)`\n```sh\nholdfast init  # --not an option\n```\n"), [])

    def test_links_that_lead_nowhere_are_named_with_their_line(self):
        self.assertEqual(self.check("# A\n\n[a](gone.md) [b](#none)\n[c](page.md#none)\n"),
                         ["page.md:3: gone.md: there is no such file",
                          "page.md:3: #none: there is no such heading",
                          "page.md:4: page.md#none: there is no such heading"])

    def test_commands_and_options_that_are_not_there_are_named(self):
        self.assertEqual(self.check("`holdfast fly`, `holdfast gate open`\n```\n"
                                    "$ holdfast init --hosts x\n"
                                    "holdfast gate check && holdfast init --host=a --jso\n```\n"),
                         ["page.md:1: there is no `holdfast fly`",
                          "page.md:1: there is no `holdfast gate open`",
                          "page.md:3: `holdfast init` has no --hosts",
                          "page.md:4: `holdfast init` has no --jso"])


if __name__ == "__main__":
    unittest.main()
