#!/usr/bin/env python3
"""Our MCP client and the memory stores on it, against made-up servers: run.py CLIENT.

CLIENT is mcp_client_fixture; fake_server.py beside this file is what it talks to.
"""
import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

CLIENT = pathlib.Path(sys.argv.pop(1)).resolve()
SERVER = pathlib.Path(__file__).with_name("fake_server.py")


def command(kind, *arguments):
    return [sys.executable, "-B", str(SERVER), kind, *map(str, arguments)]


class Dialogue:
    """One client process: every say is a line to it and its answer."""

    def __init__(self, process):
        self.process = process

    def say(self, *words):
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        return self.hear()

    def hear(self):
        return json.loads(self.process.stdout.readline())


@contextlib.contextmanager
def dialogue(*options, server):
    with subprocess.Popen([CLIENT, *options, "--", *server], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        spoken = Dialogue(process)
        yield spoken
        process.stdin.close()
        spoken.log = process.stderr.read()
        process.wait(timeout=20)


def refusal(kind, *options):
    """What the client says of a server that it cannot use, and how long that took."""
    before = time.monotonic()
    with dialogue(*options, server=command(kind)) as client:
        return client.hear(), time.monotonic() - before


class BareClient(unittest.TestCase):
    # contracts 2.1-2.3
    def test_both_eras_are_found_and_all_pages_are_listed(self):
        for kind, version in [("modern", "2026-07-28"), ("modern-only", "2026-07-28"),
                              ("legacy", "2025-11-25"), ("old", "2024-11-05"),
                              ("dies-on-probe", "2025-11-25"), ("noisy", "2025-11-25")]:
            with self.subTest(kind), dialogue("--timeout", "4000", server=command(kind)) as client:
                self.assertEqual(client.say("server"), {"version": version, "name": kind})
                self.assertEqual(client.say("tools"), {"value": ["echo", "slow", "ask"]})
                self.assertEqual(client.say("call", "echo", {"value": "grün\n"}),
                                 {"value": "grün\n", "structured": {"was": "grün\n"},
                                  "is_error": False})

    def test_a_server_that_asks_gets_an_answer_and_its_log_is_heard(self):
        with dialogue(server=command("legacy")) as client:
            said = json.loads(client.say("call", "ask", {"value": ""})["value"])
        self.assertEqual(said, {"ping": {}, "roots/list": -32601,
                                "elicitation/create": {"action": "decline"}})
        self.assertIn('log warning "asked"', client.log)

    def test_a_question_of_the_modern_era_that_nobody_can_answer_fails_the_call(self):
        with dialogue(server=command("asks-modern")) as client:
            said = client.say("call", "echo", {"value": ""})
        self.assertEqual(said["code"], "REFUSED")
        self.assertIn("elicitation/create", said["message"])

    def test_a_late_answer_is_not_taken_for_the_next_one(self):
        with dialogue("--timeout", "700", server=command("legacy")) as client:
            self.assertEqual(client.say("call", "slow", {"value": "1"})["code"], "UNAVAILABLE")
            time.sleep(1.2)
            self.assertEqual(client.say("call", "echo", {"value": "2"})["value"], "2")

    def test_a_server_that_ends_leaves_its_last_words(self):
        for kind in ["dies", "dies-at-start"]:
            with self.subTest(kind):
                said, _ = refusal(kind)
                self.assertEqual(said["code"], "UNAVAILABLE")
                self.assertIn("has ended with exit code", said["message"])
        said, _ = refusal("dies")
        self.assertIn("no module named? memory", said["message"])
        self.assertNotIn("\x1b", said["message"])

    def test_servers_that_never_answer_cost_no_more_than_their_time(self):
        for kind in ["hangs", "floods", "noise-only", "endless-line", "ancient"]:
            with self.subTest(kind):
                said, seconds = refusal(kind, "--timeout", "500")
                self.assertIn(said["code"], ["UNAVAILABLE", "PARSE_ERROR"])
                self.assertLess(seconds, 15)

    def test_after_its_end_the_connection_is_closed(self):
        with tempfile.TemporaryDirectory() as folder:
            server = command("dies-later", pathlib.Path(folder) / "mark")
            with dialogue(server=server) as client:
                self.assertEqual(client.say("call", "echo", {"value": "1"})["code"], "UNAVAILABLE")
                self.assertEqual(client.say("call", "echo", {"value": "1"})["message"],
                                 "the connection is closed")

    def test_a_program_that_is_not_there_is_named(self):
        with dialogue(server=["no-such-program-here"]) as client:
            self.assertIn("no-such-program-here", client.hear()["message"])


class Stores(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="holdfast-mcp-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "notes"
        self.folder.mkdir()

    TEXTS = ["# Plain\n\ntext\n", "", "no line break", "---\ntitle: mine\n---\nbody\n",
             "  leading\n\n\n", "<!-- memory begins -->\nx", "grün \U0001f331\n", "x" * 5000 + "\n"]

    def keep_and_find(self, client):
        self.assertEqual(client.say("list"), {"value": []})
        self.assertEqual(client.say("read", "session-1")["code"], "NOT_FOUND")
        self.assertEqual(client.say("remove", "session-1")["code"], "NOT_FOUND")
        for text in self.TEXTS:
            with self.subTest(text[:20]):
                self.assertEqual(client.say("write", "session-1", text), {"value": None})
                self.assertEqual(client.say("read", "session-1"), {"value": text})
        self.assertEqual(client.say("write", "a/b", "x\n"), {"value": None})
        self.assertEqual(sorted(client.say("list")["value"]), ["a/b", "session-1"])
        self.assertEqual(client.say("remove", "session-1"), {"value": None})
        self.assertEqual(client.say("list"), {"value": ["a/b"]})
        for name in ["../x", "/etc/passwd", "a//b", "", "a\nb"]:
            self.assertEqual(client.say("read", name)["code"], "INVALID_PARAMS")

    # S1-38 to S1-42, B1-2
    def test_serena_keeps_memories_in_both_spellings_of_its_argument(self):
        for kind in ["serena", "old-serena"]:
            with self.subTest(kind):
                for path in self.folder.rglob("*.md"):
                    path.unlink()
                server = command(kind, self.folder)
                with dialogue("--store", "serena", server=server) as client:
                    self.keep_and_find(client)

    def test_basic_memory_gives_back_what_it_was_given(self):
        server = command("basic-memory", self.folder)
        with dialogue("--store", "basic-memory", "--project", "notes", server=server) as client:
            self.keep_and_find(client)

    # B1-3
    def test_a_failure_is_never_an_absence(self):
        server = command("serena", self.folder)
        with dialogue("--store", "serena", server=server) as client:
            client.say("write", "session-1", "x\n")
            (self.folder / "broken").touch()
            for words in [["read", "session-1"], ["read", "no-such"], ["list"],
                          ["write", "session-1", "y\n"], ["remove", "session-1"]]:
                self.assertEqual(client.say(*words)["code"], "UNAVAILABLE")
            (self.folder / "broken").unlink()
            self.assertEqual(client.say("read", "session-1"), {"value": "x\n"})
        server = command("basic-memory", self.folder)
        with dialogue("--store", "basic-memory", "--project", "wrong", server=server) as client:
            self.assertEqual(client.say("read", "session-1")["code"], "UNAVAILABLE")

    def test_a_note_of_the_same_title_elsewhere_is_another_note(self):
        (self.folder / "session-1.md").write_text("---\ntitle: x\n---\n\nother\n")
        server = command("basic-memory", self.folder)
        with dialogue("--store", "basic-memory", "--project", "notes", server=server) as client:
            self.assertEqual(client.say("read", "session-1")["code"], "NOT_FOUND")

    # S1-98: what is not there now is asked again later, and nobody waits twice.
    def test_a_server_that_fails_makes_nobody_wait_twice(self):
        with dialogue("--store", "serena", "--timeout", "600", server=command("hangs")) as client:
            before = time.monotonic()
            self.assertEqual(client.say("read", "x")["code"], "UNAVAILABLE")
            first = time.monotonic() - before
            before = time.monotonic()
            self.assertEqual(client.say("read", "x")["code"], "UNAVAILABLE")
            self.assertLess(time.monotonic() - before, min(0.3, first))


if __name__ == "__main__":
    unittest.main()
