"""The scripted model behind Anthropic's Messages interface, streaming or not."""
import json
import re
import time

from support import scripted_model

ADDRESS = re.compile(r"/v1/messages(/count_tokens)?(\?.*)?")
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


def tool_results(requests):
    """What the model read about its calls, oldest first: [(is_error, text)...]."""
    found = {}
    for request in requests:
        for message in request["messages"]:
            blocks = message["content"] if isinstance(message["content"], list) else []
            for block in blocks:
                if block.get("type") == "tool_result":
                    found[block["tool_use_id"]] = (bool(block.get("is_error")),
                                                   text_of(block.get("content") or ""))
    return list(found.values())


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


class Model(scripted_model.Model):
    def reply(self, path, request):
        address = ADDRESS.fullmatch(path)
        if not address:
            return None
        if address[1]:
            return "application/json", json.dumps(USAGE).encode()
        messages = [(message["role"] == "assistant", text_of(message["content"]))
                    for message in request["messages"]]
        # Old clients ask for titles and the like with the user's own words, but offer no tools there.
        step = self.step(request, messages, scripted=bool(request.get("tools")))
        message = message_of(request, step)
        if not request.get("stream"):
            return "application/json", json.dumps(message).encode()
        events = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"
                         for event in stream_of(message))
        return "text/event-stream", events.encode()


if __name__ == "__main__":
    scripted_model.serve(Model)
