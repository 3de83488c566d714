#!/usr/bin/env python3
"""How fast the MCP server is, beside two servers from npm in the same run.

    bench/mcp_bench.py build/release/holdfast [--quick]

Prints a table: start to the first tools/list answer, calls a second, resident memory, and the time
of a call over HTTP while thousands of event streams are open. Every process is started and ended
here. tools/npm/install.sh mcp-servers fetches the peers.
"""
import argparse
import http.client
import json
import os
import pathlib
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEERS = ROOT / "build/npm/mcp-servers/node_modules/@modelcontextprotocol"
OPENING = [
    {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}},
]
MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {}}


class Server:
    """A server on standard input and output."""

    def __init__(self, argv, folder, environment):
        self.started = time.perf_counter()
        self.number = 1
        self.process = subprocess.Popen(argv, cwd=folder, env=environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def send(self, *messages):
        text = "".join(json.dumps(message) + "\n" for message in messages)
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def answer(self, wanted):
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the server ended")
            message = json.loads(line)
            if message.get("id") == wanted:
                return message

    def open(self):
        """Milliseconds from the start to the answer of tools/list."""
        self.send(*OPENING)
        self.answer(1)
        return (time.perf_counter() - self.started) * 1000

    def resident_mb(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0

    def calls_a_second(self, tool, arguments, count):
        """One after the other; the client does as little as it can, since it is in the figure."""
        requests = [json.dumps({"jsonrpc": "2.0", "id": self.number + i + 1, "method": "tools/call",
                                "params": {"name": tool, "arguments": arguments}}).encode() + b"\n"
                    for i in range(count)]
        self.number += count
        pipe_in, pipe_out = self.process.stdin.fileno(), self.process.stdout
        begun = time.perf_counter()
        for request in requests:
            os.write(pipe_in, request)
            answer = pipe_out.readline()
            if not answer or b'"isError":true' in answer or b'"error":{' in answer[:60]:
                raise SystemExit(f"{tool}: {answer[:300]}")
        return count / (time.perf_counter() - begun)

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def start_times(argv, folder, environment, count):
    times = []
    for _ in range(count):
        server = Server(argv, folder, environment)
        times.append(server.open())
        server.close()
    return statistics.median(times)


def post(port, token, body, headers=None):
    """One call over a connection of its own; the milliseconds it took."""
    begun = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", "/mcp", json.dumps(body), {
        "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
        "Authorization": "Bearer " + token, "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": body["method"], **(headers or {})})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != 200 or b'"error"' in text:
        raise SystemExit(f"{answer.status} {text[:300]}")
    return (time.perf_counter() - begun) * 1000


def call_rows(ours, peer, folder, environment, calls):
    """Both servers with their client on one core, then wherever the system puts them: there the time
    that another core takes to wake up is in the figure of both."""
    cores = os.sched_getaffinity(0)
    for where, chosen in (("one core", {min(cores)}), ("any core", cores)):
        os.sched_setaffinity(0, chosen)
        for name, argv, tools in (("", ours, {"get_blocked_reason": {}, "session_get_state": {}}),
                                  ("… server-everything's ", peer, {"echo": {"message": "x"}})):
            server = Server(argv, folder, environment)
            server.open()
            for tool, arguments in tools.items():
                server.calls_a_second(tool, arguments, calls // 10)
                rate = server.calls_a_second(tool, arguments, calls)
                yield f"{name}{tool}, {where}", f"{rate:.0f} a second"
            yield f"{name or 'ours '}resident", f"{server.resident_mb():.1f} MB"
            server.close()


def open_streams(port, token, count):
    """Sockets, each with a subscription's event stream."""
    sockets = []
    for number in range(count):
        body = json.dumps({"jsonrpc": "2.0", "id": f"listen:{number}",
                           "method": "subscriptions/listen", "params": {
                               "_meta": MODERN, "notifications": {
                                   "resourceSubscriptions": ["session://state"]}}})
        stream = socket.create_connection(("127.0.0.1", port), timeout=30)
        stream.sendall((
            f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
            "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
            "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}").encode())
        sockets.append(stream)
    for stream in sockets:
        seen = b""
        while b"acknowledged" not in seen:
            piece = stream.recv(4096)
            if not piece:
                raise SystemExit("a stream was closed: " + seen.decode(errors="replace")[:300])
            seen += piece
    return sockets


def http_rows(program, folder, environment, streams, calls):
    token = "bench-" + "0" * 40
    process = subprocess.Popen([program, "mcp", "--http", "127.0.0.1:0"], cwd=folder,
                               env={**environment, "HOLDFAST_MCP_TOKEN": token},
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = int(process.stdout.readline().strip().rsplit(":", 1)[1].split("/")[0])
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "get_blocked_reason", "arguments": {}, "_meta": MODERN}}
        name = {"Mcp-Name": "get_blocked_reason"}
        alone = sorted(post(port, token, body, name) for _ in range(calls))
        sockets = open_streams(port, token, streams)
        busy = sorted(post(port, token, body, name) for _ in range(calls))
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        memory = int(status.split("VmRSS:")[1].split()[0]) / 1024
        for stream in sockets:
            stream.close()
    finally:
        process.terminate()
        process.wait(timeout=10)
    p99 = lambda times: times[int(len(times) * 0.99)]
    yield "HTTP call, no stream open, p50 / p99", f"{alone[calls // 2]:.1f} / {p99(alone):.1f} ms"
    yield (f"HTTP call, {streams} streams open, p50 / p99",
           f"{busy[calls // 2]:.1f} / {p99(busy):.1f} ms")
    yield f"resident with {streams} streams open", f"{memory:.1f} MB"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    program = str(pathlib.Path(options.program).resolve())
    starts, calls, streams = (5, 500, 200) if options.quick else (21, 5000, 2000)
    node = shutil.which("node")
    peers = {name: [node, str(PEERS / f"server-{name}/dist/index.js")]
             for name in ("memory", "everything")}
    with tempfile.TemporaryDirectory() as home:
        folder = pathlib.Path(home) / "project"
        folder.mkdir()
        environment = {"PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8",
                       "MEMORY_FILE_PATH": str(pathlib.Path(home) / "memory.json")}
        run = lambda *argv: subprocess.run(argv, cwd=folder, env=environment, check=True,
                                           capture_output=True)
        run("git", "init", "-q")
        run("git", "-c", "user.email=a@b", "-c", "user.name=a", "commit", "-q", "--allow-empty",
            "-m", "one")
        run(program, "init", "--yes")
        environment["CLAUDE_CODE_SESSION_ID"] = "0b9a1d52-7c3e-4f60-8a2b-5d6e7f801234"
        ours = [program, "mcp"]
        true = min(start_true() for _ in range(50))
        rows = [("start of /bin/true", f"{true:.2f} ms")]
        first = start_times(ours, folder, environment, starts)
        memory = start_times(peers["memory"], folder, environment, max(5, starts // 3))
        rows.append(("start to first tools/list", f"{first:.2f} ms"))
        rows.append(("… server-memory", f"{memory:.0f} ms ({memory / first:.0f} times)"))
        begin = Server(ours, folder, environment)
        begin.open()
        begin.calls_a_second("session_start", {"objective": "bench"}, 1)
        begin.close()
        time.sleep(0.2)
        rows += call_rows(ours, peers["everything"], folder, environment, calls)
        rows += http_rows(program, folder, environment, streams, max(200, calls // 5))
    for name, value in rows:
        print(f"{name:45} {value}")


def start_true():
    begun = time.perf_counter()
    subprocess.run(["/bin/true"], check=True)
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    sys.exit(main())
