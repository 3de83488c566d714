#!/usr/bin/env python3
"""What feeding a team's server costs from outside: `holdfast fleet push` of real journals.

    bench/fleet_machines.py build/release/holdfast [--events 1000000] [--machines 100]
        [--share metadata|full] [--quick] [--check] [--json FILE]

A server of its own, which keeps what it is told safe from a power cut. One machine sends all events,
then as many again come from many machines at once, then each of these sends what a turn leaves behind
(40 lines), all at once and again and again, and at last one sends when there is nothing to send. Of
each: events and journal bytes a second, the processors' seconds of clients and server, bytes of the
server's log (WAL). Then what a table and its indexes take, for each event. --check: exit 1 where a
feed is slower than 20,000 events a second.
"""
import argparse
import datetime
import json
import os
import pathlib
import resource
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/fleet"))
import machine  # noqa: E402
import server  # noqa: E402

EVENTS_A_SECOND_MIN = 20_000
LINES_OF_RUN = 500
LINES_OF_TURN = 40
TURNS = 5
TURNS_ALONE = 50  # The kernel counts a process by hundredths of a second.
PROJECTS = 5
SETTINGS = ("fsync=on", "synchronous_commit=on", "shared_buffers=256MB", "max_wal_size=4GB",
            "max_connections=220")
MANY = "all machines at once"
BETWEEN_RUNS = datetime.timedelta(minutes=15)
TICKS = os.sysconf("SC_CLK_TCK")


def seconds_of(pid, with_children):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0, -1
    times = [int(field) / TICKS for field in fields[11:15]]
    return sum(times if with_children else times[:2]), int(fields[1])


def server_seconds(one):
    """Of the postmaster, of those who have ended, and of those who work for it now."""
    master = int((one.folder / "data/postmaster.pid").read_text().split()[0])
    total, _ = seconds_of(master, with_children=True)
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        seconds, parent = seconds_of(folder.name, with_children=False)
        total += seconds if parent == master else 0
    return total


def client_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Meter:
    """What happens while it runs, over as many times as it does."""

    def __init__(self, one):
        self.server = one
        self.sums = {"events": 0, "seconds": 0.0, "client": 0.0, "server": 0.0, "wal": 0}

    def now(self):
        events, wal = self.server.value(
            "SELECT (SELECT count(*) FROM holdfast.events), pg_current_wal_lsn() - '0/0'").split("\t")
        return {"events": int(events), "wal": int(wal), "client": client_seconds(),
                "server": server_seconds(self.server), "seconds": time.monotonic()}

    def around(self, work):
        before = self.now()
        work()
        seconds, client, at_server = (time.monotonic(), client_seconds(),
                                      server_seconds(self.server))
        after = {**self.now(), "seconds": seconds, "client": client, "server": at_server}
        for name in self.sums:
            self.sums[name] += after[name] - before[name]

    def read(self, journal_bytes, pushes):
        sums = self.sums
        found = {"events": sums["events"], "pushes": pushes, "seconds": round(sums["seconds"], 2),
                 "client_cpu_ms_a_push": round(sums["client"] / pushes * 1000, 2),
                 "server_cpu_ms_a_push": round(sums["server"] / pushes * 1000, 2),
                 "wal_bytes_a_push": round(sums["wal"] / pushes)}
        if sums["events"]:
            each = 1e6 / sums["events"]
            found |= {"events_a_second": round(sums["events"] / sums["seconds"]),
                      "journal_mb_a_second": round(journal_bytes / sums["seconds"] / 1e6, 2),
                      "client_cpu_s_a_million": round(sums["client"] * each, 1),
                      "server_cpu_s_a_million": round(sums["server"] * each, 1),
                      "wal_bytes_an_event": round(sums["wal"] / sums["events"], 1)}
        return found


def prepared(given, folder, projects, url):
    """A machine that has joined, and whose projects the server knows, with nothing to send."""
    one = machine.Machine(given.program, folder)
    one.call(*one.join_command(url, given.share)[1:])
    for number in range(projects):
        one.push(project=one.add_project(f"project{number}"))
    return one


def grow(one, runs, lines):
    """So many new lines in each of so many journals; their bytes."""
    while len(one.journals) < runs:
        number = len(one.journals)
        one.add_journal(one.projects[number % len(one.projects)], machine.run_id(number),
                        machine.FIRST + number * BETWEEN_RUNS)
    grown = 0
    for journal in one.journals[:runs]:
        before = journal.path.stat().st_size if journal.path.exists() else 0
        journal.grow(lines)
        grown += journal.path.stat().st_size - before
    return grown


def push_all(machines):
    ended = machine.wait_all([one.start_push() for one in machines])
    failed = [said for code, said in ended if code != 0]
    if failed:
        raise SystemExit(f"{len(failed)} pushes failed: {failed[0]}")


def feed(one_server, machines, runs, lines, times=1):
    """Everybody sends at once, so many times; what it cost."""
    meter, bytes_sent = Meter(one_server), 0
    for _ in range(times):
        bytes_sent += sum(grow(one, runs, lines) for one in machines)
        meter.around(lambda: push_all(machines))
    return meter.read(bytes_sent, len(machines) * times)


def storage(one_server, events):
    """Bytes of each table and of its indexes for each event; what is under a byte is left out."""
    found = {}
    for line in one_server.lines(
            "SELECT coalesce(p.relname, c.relname), sum(pg_table_size(c.oid)), "
            "sum(pg_indexes_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid=c.relnamespace "
            "LEFT JOIN pg_inherits i ON i.inhrelid=c.oid LEFT JOIN pg_class p ON p.oid=i.inhparent "
            "WHERE n.nspname='holdfast' AND c.relkind='r' GROUP BY 1 ORDER BY 2 DESC"):
        table, heap, indexes = line.split("\t")
        if (int(heap) + int(indexes)) / events >= 0.5:
            found[table] = {"table": round(int(heap) / events, 1),
                            "indexes": round(int(indexes) / events, 1)}
    return found


def rows_per_event(one_server, events):
    return {table: round(int(one_server.value(f"SELECT count(*) FROM holdfast.{table}")) / events, 4)
            for table in ("events", "agent_logs", "denials", "search_documents", "runs")}


def measure(given, folder):
    found = {"load": machine.load_average(), "share": given.share}
    one_server = server.Server(folder / "url", os.getpid(), SETTINGS)
    try:
        runs = max(PROJECTS, given.events // LINES_OF_RUN)
        one = prepared(given, folder / "one", PROJECTS, one_server.url)
        found["one machine"] = feed(one_server, [one], runs, LINES_OF_RUN)
        many = [prepared(given, folder / f"m{number}", 1, one_server.url)
                for number in range(given.machines)]
        found[MANY] = feed(one_server, many, max(1, runs // given.machines), LINES_OF_RUN)
        found["a turn each, at once"] = feed(one_server, many, 1, LINES_OF_TURN, TURNS)
        found["a turn of one machine"] = feed(one_server, many[:1], 1, LINES_OF_TURN, TURNS_ALONE)
        found["nothing to send"] = feed(one_server, many[1:2], 1, 0, TURNS_ALONE)
        events = int(one_server.value("SELECT count(*) FROM holdfast.events"))
        found["bytes on disk, an event"] = storage(one_server, events)
        found["rows, an event"] = rows_per_event(one_server, events)
        found["journal bytes, an event"] = round(
            sum(journal.path.stat().st_size for journal in one.journals) / (runs * LINES_OF_RUN), 1)
    finally:
        one_server.stop()
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--machines", type=int, default=100)
    parser.add_argument("--share", choices=("metadata", "full"), default="metadata")
    parser.add_argument("--quick", action="store_true", help="100,000 events")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    given = parser.parse_args()
    if given.quick:
        given.events = min(given.events, 100_000)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="holdfast-bench."))
    try:
        found = measure(given, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for name, values in found.items():
        print(f"{name}: {json.dumps(values)}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=2) + "\n")
    is_slow = any(found[name]["events_a_second"] < EVENTS_A_SECOND_MIN
                  for name in ("one machine", MANY))
    return 1 if given.check and is_slow else 0


if __name__ == "__main__":
    sys.exit(main())
