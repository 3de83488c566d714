"""The scripted model, whatever interface it speaks: an HTTP server on 127.0.0.1.

A client is pointed at http://127.0.0.1:PORT/case/NAME. The newest marker [[script:S]] in a message
that is not the model's own selects FOLDER/NAME/S.json, a list of steps; the step is the number of
the model's messages after the marker, so nothing is remembered here and retries, subagents and
continued turns all work. Past the last step, and without a marker, the model says "done".

A step is {"content": [BLOCK...]}, made by `say` and `call`; with "wait": SECONDS the answer comes
that much later. Each request is appended to FOLDER/NAME/requests.jsonl before it is answered, so
that a test can look up what the model read.

An interface is a subclass of Model in a file that is run as: FILE FOLDER SECONDS. It prints its
port, and ends with its standard input or after SECONDS.
"""
import http.server
import itertools
import json
import pathlib
import re
import sys
import threading
import time

MARKER = re.compile(r"\[\[script:([a-z_]+)\]\]")
ADDRESS = re.compile(r"/case/([a-z0-9_]+)(/.*)")
numbers = itertools.count(1)


def say(text):
    """A step of the model: it says this."""
    return {"content": [{"type": "text", "text": text}]}


def call(tool, **given):
    """A step of the model: it calls one tool."""
    block = {"type": "tool_use", "id": f"toolu_{next(numbers):06}", "name": tool, "input": given}
    return {"content": [block]}


DONE = say("done")


def select(messages):
    """The newest marker's script and the number of answers given since; (None, 0) without one.

    `messages` are [(is the model's own, text)...], oldest first.
    """
    answers = 0
    for own, text in reversed(messages):
        if own:
            answers += 1
            continue
        found = MARKER.findall(text)
        if found:
            return found[-1], answers
    return None, 0


class Model(http.server.BaseHTTPRequestHandler):
    """One request; a subclass says how the interface reads and writes in `reply`."""
    folder = None
    writing = threading.Lock()

    def reply(self, path, request):
        """(type, body) of the answer to what was asked of `path`, or None where there is none."""
        raise NotImplementedError

    def step(self, request, messages, scripted=True):
        """Records the request and selects what to answer, in time."""
        with self.writing, (self.case / "requests.jsonl").open("a") as log:
            log.write(json.dumps(request) + "\n")
        script, number = select(messages)
        if script is None or not scripted:
            return DONE
        steps = json.loads((self.case / f"{script}.json").read_text())
        step = steps[number] if number < len(steps) else DONE
        time.sleep(step.get("wait", 0))
        return step

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        address = ADDRESS.fullmatch(self.path)
        found = None
        if address:
            self.case = self.folder / address[1]
            found = self.reply(address[2], json.loads(body))
        if found:
            self.answer(200, *found)
        else:
            self.answer(404, "application/json", b'{"type":"error"}')

    def do_GET(self):
        self.answer(404, "application/json", b'{"type":"error"}')

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Nothing: what was asked is in requests.jsonl."""


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """A client that was killed in the middle of an answer is what some tests want."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def serve(model):
    model.folder = pathlib.Path(sys.argv[1])
    server = Server(("127.0.0.1", 0), model)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ended = threading.Thread(target=sys.stdin.read, daemon=True)
    ended.start()
    ended.join(float(sys.argv[2]))
