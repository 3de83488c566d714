#!/usr/bin/env python3
"""tools/check_includes.py reads each changed file alone, and what a changed header may have broken."""
import contextlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_includes  # noqa: E402  (found through the line above)

FILES = {
    "src/a/a.h": "#pragma once\n#include <string>\nstd::string a();\n",
    "src/a/a.cpp": '#include "a/a.h"\nstd::string a() { return {}; }\n',
    "src/a/user.cpp": '#include "a/a.h"\nint user() { return static_cast<int>(a().size()); }\n',
    "src/a/other.cpp": "int other() { return 1; }\n",
}


class CheckIncludesTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.enterContext(mock.patch.object(check_includes, "ROOT", self.root))
        self.enterContext(mock.patch.object(check_includes, "commands", self.commands))
        self.git("init", "-q")
        self.write(FILES)
        self.commit("2020-01-01")
        self.write({"README.md": "A later one.\n"})
        self.commit("2020-02-01")

    def commands(self):
        return {str(source.relative_to(self.root)): ["-std=c++20", f"-I{self.root}/src"]
                for source in self.root.rglob("*.cpp")}

    def git(self, *words, **variables):
        identity = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
        subprocess.run(["git", *identity, *words], cwd=self.root, check=True,
                       env={**os.environ, **variables})

    def commit(self, day):
        self.git("add", "-A")
        self.git("commit", "-qm", day, GIT_COMMITTER_DATE=f"{day}T12:00:00Z")

    def write(self, files):
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def run_check(self, *words):
        said = io.StringIO()
        with mock.patch.object(sys, "argv", ["check_includes.py", *words]), \
                contextlib.redirect_stdout(said):
            code = check_includes.main()
        return code, said.getvalue()

    def test_only_what_changed_within_a_week_of_the_newest_commit_is_read(self):
        self.write({"src/a/other.cpp": "int other() { return 2; }\n"})
        self.commit("2020-02-01")
        self.assertEqual(check_includes.sources_to_check(), {"src/a/other.cpp"})
        self.write({"src/a/new.cpp": "int fresh() { return 3; }\n"})
        self.assertEqual(check_includes.sources_to_check(), {"src/a/other.cpp", "src/a/new.cpp"})
        self.assertEqual(self.run_check(), (0, "2 files were compiled alone\n"))
        self.assertEqual(self.run_check("--all"), (0, "4 files were compiled alone\n"))

    def test_a_file_that_forgets_an_include_is_refused(self):
        self.write({"src/a/other.cpp": "std::string other() { return {}; }\n"})
        code, said = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn("src/a/other.cpp:1", said)

    def test_a_header_is_read_with_its_own_source(self):
        self.write({"src/a/a.h": FILES["src/a/a.h"] + "int b();\n"})
        self.assertEqual(check_includes.sources_to_check(), {"src/a/a.cpp"})

    def test_a_folder_of_headers_stays_with_its_option(self):
        words = check_includes.words_for_includes(
            "c++ -O3 -Isrc -isystem /usr/include/x -DA=1 -std=c++20 -c a.cpp")
        self.assertEqual(words, ["-Isrc", "-isystem", "/usr/include/x", "-DA=1", "-std=c++20"])

    def test_what_includes_a_header_that_lost_an_include_is_read_too(self):
        self.write({"src/a/a.h": "#pragma once\nint a();\n",
                    "src/a/a.cpp": '#include "a/a.h"\nint a() { return 0; }\n'})
        code, said = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn("src/a/user.cpp:2", said)


if __name__ == "__main__":
    unittest.main()
