#!/usr/bin/env python3
"""Listens to the dashboard's live feed, for scenarios.

    live.py LINK listen FILE [LAST-ID]   writes every event to FILE as a line of JSON (id, event,
                                         data), until the stream ends or this process is ended
    live.py LINK crowd COUNT FILE        opens COUNT streams, says `ready` in FILE, and ends when
                                         each of them has got the next activity, or after 30 s
    live.py LINK status METHOD           prints the status that METHOD gets at the feed's address

LINK is what `holdfast serve` prints.
"""
import http.client
import json
import selectors
import socket
import sys
import time
import urllib.parse

PATIENCE_S = 30


def place_of(link):
    """Host, port and token of the printed link."""
    parts = urllib.parse.urlsplit(link)
    return parts.hostname, parts.port, urllib.parse.parse_qs(parts.query)["token"][0]


def headers_of(token, last_id):
    headers = {"Authorization": "Bearer " + token, "Accept": "text/event-stream"}
    if last_id:
        headers["Last-Event-ID"] = last_id
    return headers


def events_of(lines):
    """Events of a stream's lines, as browsers read them."""
    event = {}
    for line in lines:
        line = line.rstrip("\n")
        if not line:
            if "data" in event:
                yield event
            event = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            event[name] = value


def listen(link, file, last_id=""):
    host, port, token = place_of(link)
    connection = http.client.HTTPConnection(host, port, timeout=None)
    connection.request("GET", "/api/v1/live", headers=headers_of(token, last_id))
    answer = connection.getresponse()
    if answer.status != 200:
        raise SystemExit(f"status {answer.status}")
    lines = (line.decode() for line in iter(answer.readline, b""))
    with open(file, "a", encoding="utf-8") as out:
        for event in events_of(lines):
            print(json.dumps({"id": event.get("id"), "event": event.get("event"),
                              "data": json.loads(event["data"])}), file=out, flush=True)


class Crowd:
    """Many raw streams that are read together."""

    def __init__(self, link, count):
        host, port, token = place_of(link)
        request = (f"GET /api/v1/live HTTP/1.1\r\nHost: {host}:{port}\r\n"
                   f"Authorization: Bearer {token}\r\n\r\n").encode()
        self.selector = selectors.DefaultSelector()
        self.seen = {}
        for _ in range(count):
            stream = socket.create_connection((host, port), timeout=PATIENCE_S)
            stream.sendall(request)
            stream.setblocking(False)
            self.seen[stream] = b""
            self.selector.register(stream, selectors.EVENT_READ)

    def await_all(self, wanted):
        """When the last of them has got `wanted`; what each saw before is forgotten."""
        end = time.monotonic() + PATIENCE_S
        waiting = set(self.seen)
        while waiting:
            ready = self.selector.select(timeout=max(0, end - time.monotonic()))
            if not ready:
                raise SystemExit(f"{len(waiting)} streams did not get {wanted}")
            for key, _ in ready:
                piece = key.fileobj.recv(65536)
                if not piece:
                    raise SystemExit("a stream was closed")
                self.seen[key.fileobj] += piece
                if wanted in self.seen[key.fileobj]:
                    waiting.discard(key.fileobj)
        done = time.perf_counter()
        for stream in self.seen:
            self.seen[stream] = b""
        return done

    def close(self):
        for stream in self.seen:
            stream.close()


def crowd(link, count, file):
    streams = Crowd(link, int(count))
    streams.await_all(b"event: hello")
    with open(file, "w", encoding="utf-8") as out:
        print("ready", file=out, flush=True)
    streams.await_all(b"event: activity")
    streams.close()


def status(link, method):
    host, port, token = place_of(link)
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE_S)
    connection.request(method, "/api/v1/live", headers=headers_of(token, ""))
    print(connection.getresponse().status)


if __name__ == "__main__":
    {"listen": listen, "crowd": crowd, "status": status}[sys.argv[2]](sys.argv[1], *sys.argv[3:])
