"""The scripted model behind OpenAI's Responses interface, always as a stream."""
import json
import time

from support import scripted_model

OWN = ("function_call", "custom_tool_call", "tool_search_call")
RESULTS = ("function_call_output", "custom_tool_call_output")


def text_of(content):
    """All text of a message or of a tool's output."""
    if isinstance(content, str):
        return content
    # A task for a subagent is kept from readers; this model reads it as it was given.
    return "\n".join(part.get("text") or part.get("encrypted_content") or "" for part in content)


def messages_of(items):
    """[(is the model's own, text)...]; calls that were made together are one message."""
    found = []
    for item in items:
        own = item.get("type") in OWN or item.get("role") == "assistant"
        if own and found and found[-1][0]:
            continue
        # What hooks add may repeat an older prompt, which is not to be followed again.
        if item.get("role") != "developer":
            found.append((own, text_of(item.get("content") or item.get("output") or "")))
    return found


def tool_results(requests):
    """What the model read about its calls, oldest first: [text...]."""
    found = {}
    for request in requests:
        for item in request["input"]:
            if item.get("type") in RESULTS:
                found[item["call_id"]] = text_of(item["output"])
    return list(found.values())


def tools_of(request):
    """The tools that the client offers: all at once, or piece by piece in the conversation."""
    found = list(request.get("tools", []))
    for item in request["input"]:
        if item.get("type") in ("additional_tools", "tool_search_output"):
            found += item.get("tools", [])
    return found


def offered(request, name):
    """(namespace, type) of the tool of this name."""
    for tool in tools_of(request):
        if name in (tool.get("name"), tool["type"]):
            return None, tool["type"]
        for inner in tool.get("tools", []):
            if inner["name"] == name:
                return tool["name"], inner["type"]
    return None, "function"


def item_of(request, number, block):
    """An answer's block as an item of the interface."""
    item = {"id": f"item_{time.monotonic_ns()}_{number}", "status": "completed"}
    if block["type"] == "text":
        return {**item, "type": "message", "role": "assistant",
                "content": [{"type": "output_text", "text": block["text"], "annotations": []}]}
    namespace, kind = offered(request, block["name"])
    item["call_id"] = block["id"]
    if kind == "tool_search":
        return {**item, "type": "tool_search_call", "execution": "client",
                "arguments": block["input"]}
    item["name"] = block["name"]
    if namespace:
        item["namespace"] = namespace
    if kind == "custom":
        return {**item, "type": "custom_tool_call", "input": block["input"]["input"]}
    return {**item, "type": "function_call", "arguments": json.dumps(block["input"])}


def usage_of(step):
    """A step may say how many tokens it read, so that the client compacts the conversation."""
    read, said = step.get("tokens", 10), 5
    return {"input_tokens": read, "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": said, "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": read + said}


def stream_of(request, step):
    response = {"id": f"resp_{time.monotonic_ns()}", "object": "response", "status": "in_progress",
                "model": request.get("model"), "output": []}
    yield {"type": "response.created", "response": response}
    items = [item_of(request, number, block) for number, block in enumerate(step["content"])]
    for index, item in enumerate(items):
        yield {"type": "response.output_item.added", "output_index": index, "item": item}
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": "response.completed",
           "response": {**response, "status": "completed", "output": items,
                        "usage": usage_of(step)}}


class Model(scripted_model.Model):
    def reply(self, path, request):
        if path != "/v1/responses":
            return None
        step = self.step(request, messages_of(request["input"]))
        events = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"
                         for event in stream_of(request, step))
        return "text/event-stream", events.encode()


if __name__ == "__main__":
    scripted_model.serve(Model)
