#!/usr/bin/env python3
"""How fast the dashboard is with many runs in the index, and what it costs to leave it running.

    bench/serve_bench.py build/release/holdfast [--runs 10000,1000000] [--quick] [--check]

For each size: an index of that many runs (build/release/bench/serve_data makes it), the server on it,
then the first contentful paint of fresh browsers (tools/npm/install.sh browser; Debian's chromium),
a list page by requests one after the other on a kept connection, requests a second by wrk, and the
resident memory: after the start, after a minute without a request, and after the load. Then, how long
after the start of a hook's process its event is on an open page, and with all of 200 open streams; and
a hook over HTTP (build/release/bench/serve_hook_bench). --check: exit 1 where a limit is missed.
"""
import argparse
import contextlib
import http.client
import itertools
import json
import os
import pathlib
import re
import selectors
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = "/api/v1/runs?limit=50"
LIMITS = {"fcp_ms": 300, "list_p95_ms": 10, "requests_per_s": 2000, "idle_mb": 25, "live_ms": 300,
          "hook_ms": 0.3}
STREAMS = 200
EVENTS = 20
PATIENCE_S = 20


def quantile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


class Server:
    """`holdfast serve` on a home of its own."""

    def __init__(self, program, home, environment):
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0"], cwd=home, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.link = self.process.stdout.readline().strip()
        match = re.match(r"http://127\.0\.0\.1:(\d+)/\?token=(\w+)$", self.link)
        if not match:
            raise SystemExit("the server did not say where it is")
        self.port, self.token = int(match[1]), match[2]

    def resident_mb(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def get(self, connection, address):
        connection.request("GET", address, headers={"Authorization": f"Bearer {self.token}"})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{address}: {answer.status} {body[:200]}")
        return body

    def times(self, addresses, warm=20):
        """Milliseconds of each request, one after the other on one connection."""
        connection = self.connection()
        found = []
        for number, address in enumerate(addresses):
            begun = time.perf_counter()
            self.get(connection, address)
            if number >= warm:
                found.append((time.perf_counter() - begun) * 1000)
        connection.close()
        return found

    def pages(self, count):
        """Addresses of the first pages of the list, each by the cursor of the one before."""
        connection = self.connection()
        address, found = LIST, []
        while len(found) < count:
            found.append(address)
            cursor = json.loads(self.get(connection, address)).get("next")
            if cursor is None:
                break
            address = f"{LIST}&cursor={cursor}"
        connection.close()
        return found

    def wrk(self, seconds):
        done = subprocess.run(
            ["wrk", "-t1", "-c16", f"-d{seconds}s", "-H", f"Authorization: Bearer {self.token}",
             f"http://127.0.0.1:{self.port}{LIST}"], check=True, capture_output=True, text=True,
            timeout=seconds + 30).stdout
        if "Non-2xx" in done:
            raise SystemExit(f"wrk: {done}")
        return float(re.search(r"Requests/sec:\s+([\d.]+)", done)[1])

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=20)


def browser(link, rounds, hook=None):
    argv = ["node", str(ROOT / "bench/serve_page.mjs"), link, str(rounds)]
    done = subprocess.run(argv + ([json.dumps(hook)] if hook else []), check=True, timeout=600,
                          stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def environment_of(home):
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", "TZ": "UTC"}


def measure(options, runs):
    """Yields (what, how it reads, the limit's name, the number)."""
    with tempfile.TemporaryDirectory(prefix="holdfast-serve-bench-") as name:
        home = pathlib.Path(name)
        environment = environment_of(home)
        subprocess.run([options.data, str(home), str(runs)], check=True, env=environment, cwd=home,
                       timeout=1800, stdout=subprocess.DEVNULL)
        server = Server(options.program, home, environment)
        with contextlib.closing(server):
            time.sleep(1)
            yield "resident after the start", "MB", None, server.resident_mb()
            time.sleep(options.idle_s)
            yield f"resident after {options.idle_s} s idle", "MB", "idle_mb", server.resident_mb()
            seen = browser(server.link, options.rounds)
            yield (f"first contentful paint, median of {options.rounds}", "ms", "fcp_ms",
                   statistics.median(seen["fcp_ms"]))
            yield "… with the data on the page", "ms", None, statistics.median(seen["content_ms"])
            first = server.times([LIST] * options.requests)
            yield "first page of the list, p50", "ms", None, quantile(first, 0.5)
            yield "… p95", "ms", "list_p95_ms", quantile(first, 0.95)
            pages = server.times(server.pages(options.requests))
            yield "pages behind it, p95", "ms", "list_p95_ms", quantile(pages or [0], 0.95)
            yield "wrk -t1 -c16, the list", "requests/s", "requests_per_s", server.wrk(options.wrk_s)
            yield "resident after that", "MB", None, server.resident_mb()


class Streams:
    """Open event streams, as so many browsers hold them."""

    def __init__(self, server, count):
        self.selector = selectors.DefaultSelector()
        self.heard = {}
        for _ in range(count):
            stream = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)
            stream.sendall(f"GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                           f"Authorization: Bearer {server.token}\r\n\r\n".encode())
            self.heard[stream] = b""
            self.selector.register(stream, selectors.EVENT_READ)
        self.until_all_hear(b"event: hello")

    def until_all_hear(self, word):
        end = time.monotonic() + PATIENCE_S
        missing = {stream for stream, heard in self.heard.items() if word not in heard}
        while missing:
            if time.monotonic() > end:
                raise SystemExit(f"{len(missing)} of {len(self.heard)} streams did not hear {word!r}")
            for key, _ in self.selector.select(timeout=1):
                stream = key.fileobj
                part = stream.recv(1 << 16)
                if not part:
                    raise SystemExit("the server ended a stream")
                self.heard[stream] = self.heard[stream][-8192:] + part
                if word in self.heard[stream]:
                    missing.discard(stream)

    def close(self):
        self.selector.close()
        for stream in self.heard:
            stream.close()


def live(options):
    """Pages and streams are open while hooks are called; the server sees them by the files."""
    with tempfile.TemporaryDirectory(prefix="holdfast-serve-bench-") as name:
        home = pathlib.Path(name)
        project = home / "project"
        project.mkdir()
        environment = environment_of(home)
        run = lambda *argv, **more: subprocess.run(argv, cwd=project, env=environment, check=True,
                                                   capture_output=True, text=True, **more)
        run("git", "init", "-q")
        run(options.program, "init", "--yes")
        payload = {"session_id": "0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234", "cwd": str(project),
                   "transcript_path": str(project / "none.jsonl"), "hook_event_name": "PreToolUse",
                   "tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "toolu_1"}
        argv = [options.program, "hook", "PreToolUse"]
        begin = {**payload, "hook_event_name": "SessionStart", "source": "startup"}
        run(options.program, "hook", "SessionStart", input=json.dumps(begin))
        run(*argv, input=json.dumps(payload))
        server = Server(options.program, project, environment)
        with contextlib.closing(server):
            hook = {"argv": argv, "cwd": str(project), "environment": environment, "payload": payload}
            delays = browser(server.link, 0, hook)["live_ms"]
            yield "a hook's event on the page, median", "ms", "live_ms", statistics.median(delays)
            yield f"… the slowest of {len(delays)}", "ms", None, max(delays)
            with contextlib.closing(Streams(server, STREAMS)) as streams:
                delays = []
                for number in range(EVENTS):
                    word = f"echo many-{number}-"
                    begun = time.perf_counter()
                    run(*argv, input=json.dumps({**payload, "tool_input": {"command": word}}))
                    streams.until_all_hear(word.encode())
                    delays.append((time.perf_counter() - begun) * 1000)
                yield f"… on the last of {STREAMS} streams, median", "ms", "live_ms", statistics.median(delays)
                yield f"resident with {STREAMS} streams", "MB", None, server.resident_mb()


def hook_over_http(options):
    done = subprocess.run([options.hook_bench, "--program", options.program], check=True, timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    *_, posted = done.strip().splitlines()
    p50, p95 = [float(number) for number in re.findall(r"\d+\.\d+", posted)[:2]]
    yield "a hook over HTTP, kept connection, p50", "ms", "hook_ms", p50
    yield "… p95", "ms", None, p95


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--data", default=str(ROOT / "build/release/bench/serve_data"))
    parser.add_argument("--hook-bench", default=str(ROOT / "build/release/bench/serve_hook_bench"))
    parser.add_argument("--runs", default="10000,1000000")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    for name in ("program", "data", "hook_bench"):
        setattr(options, name, str(pathlib.Path(getattr(options, name)).resolve()))
    options.rounds, options.requests, options.idle_s, options.wrk_s = (
        (5, 200, 5, 3) if options.quick else (20, 2000, 60, 10))
    for tool in ("wrk", "chromium", "node"):
        if shutil.which(tool) is None:
            raise SystemExit(f"{tool} is missing: tools/install_packages.sh test")
    subprocess.run([str(ROOT / "tools/npm/install.sh"), "browser"], check=True)
    missed = []

    def show(what, unit, limit, number):
        is_missed = limit and (number < LIMITS[limit] if limit == "requests_per_s" else number > LIMITS[limit])
        if is_missed:
            missed.append(what)
        wanted = f"  (limit {LIMITS[limit]})" if limit else ""
        digits = 3 if limit == "hook_ms" else 1
        print(f"{what:45} {number:9.{digits}f} {unit}{wanted}{'  MISSED' if is_missed else ''}", flush=True)

    for runs in [int(text) for text in options.runs.split(",")]:
        print(f"\n{runs:,} runs, {os.cpu_count()} cores")
        for row in measure(options, runs):
            show(*row)
    print("\nlive, and hooks")
    for row in itertools.chain(live(options), hook_over_http(options)):
        show(*row)
    return 1 if options.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
