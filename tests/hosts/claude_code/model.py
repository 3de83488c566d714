#!/usr/bin/env python3
"""A scripted model: answers POST /case/NAME/v1/messages on 127.0.0.1, streaming or not.

usage: model.py FOLDER SECONDS     prints its port; ends with its standard input or after SECONDS

A client is pointed at http://127.0.0.1:PORT/case/NAME. The newest marker [[script:S]] in a message
that is not the model's own selects FOLDER/NAME/S.json, a list of steps; the step is the number of
the model's messages after the marker, so nothing is remembered here and retries, subagents and
continued turns all work. Past the last step, and without a marker, the model says "done".

A step is {"content": [BLOCK...]}, the blocks as the interface has them; with "wait": SECONDS the
answer comes that much later. Each request is appended to FOLDER/NAME/requests.jsonl before it is
answered, so that a test can look up what the model read.
"""
import http.server
import json
import pathlib
import re
import sys
import threading
import time

MARKER = re.compile(r"\[\[script:([a-z_]+)\]\]")
ADDRESS = re.compile(r"/case/([a-z0-9_]+)/v1/messages(/count_tokens)?(\?.*)?")
DONE = {"content": [{"type": "text", "text": "done"}]}
USAGE = {"input_tokens": 10, "output_tokens": 5}


def text_of(content):
    """All text of a message, that in tool results included."""
    if isinstance(content, str):
        return content
    parts = []
    for block in content:
        if block.get("type") == "text":
            parts.append(block["text"])
        elif block.get("type") == "tool_result":
            parts.append(text_of(block.get("content") or ""))
    return "\n".join(parts)


def select(messages):
    """The newest marker's script and the number of answers given since; (None, 0) without one."""
    answers = 0
    for message in reversed(messages):
        if message["role"] == "assistant":
            answers += 1
            continue
        found = MARKER.findall(text_of(message["content"]))
        if found:
            return found[-1], answers
    return None, 0


def step_for(folder, request):
    script, number = select(request["messages"])
    # Old clients ask for titles and the like with the user's own words, but offer no tools there.
    if script is None or not request.get("tools"):
        return DONE
    steps = json.loads((folder / f"{script}.json").read_text())
    return steps[number] if number < len(steps) else DONE


def message_of(request, step):
    calls = any(block["type"] == "tool_use" for block in step["content"])
    return {"id": f"msg_{time.monotonic_ns()}", "type": "message", "role": "assistant",
            "model": request.get("model", "scripted"), "content": step["content"],
            "stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None,
            "usage": USAGE}


def stream_of(message):
    """The message as the events of a stream."""
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            start = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": block["text"]}
        else:
            start = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "usage": USAGE,
           "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None}}
    yield {"type": "message_stop"}


class Model(http.server.BaseHTTPRequestHandler):
    folder = None
    writing = threading.Lock()

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        address = ADDRESS.fullmatch(self.path)
        if not address:
            self.answer(404, "application/json", b'{"type":"error"}')
            return
        if address[2]:
            self.answer(200, "application/json", json.dumps(USAGE).encode())
            return
        request = json.loads(body)
        case = self.folder / address[1]
        with self.writing, (case / "requests.jsonl").open("a") as log:
            log.write(json.dumps(request) + "\n")
        step = step_for(case, request)
        time.sleep(step.get("wait", 0))
        message = message_of(request, step)
        if request.get("stream"):
            events = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"
                             for event in stream_of(message))
            self.answer(200, "text/event-stream", events.encode())
        else:
            self.answer(200, "application/json", json.dumps(message).encode())

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


def main():
    Model.folder = pathlib.Path(sys.argv[1])
    server = Server(("127.0.0.1", 0), Model)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ended = threading.Thread(target=sys.stdin.read, daemon=True)
    ended.start()
    ended.join(float(sys.argv[2]))


if __name__ == "__main__":
    main()
