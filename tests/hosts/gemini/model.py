"""The scripted model behind Google's Gemini interface, streaming or not."""
import json
import re

from support import scripted_model

ADDRESS = re.compile(r"/v1beta/models/([^/:]+):(\w+)(\?.*)?")


def text_of(part):
    """The text of a message's part, also that in a tool's result."""
    if "functionResponse" in part:
        return json.dumps(part["functionResponse"].get("response"), ensure_ascii=False)
    return part.get("text", "")


def messages_of(contents):
    """[(is the model's own, text)...]."""
    return [(content.get("role") == "model", "\n".join(map(text_of, content["parts"])))
            for content in contents]


def tool_results(requests):
    """What the model read about its calls, oldest first: [(is_error, text)...]."""
    found = {}
    for request in requests:
        for content in request["contents"]:
            for part in content["parts"]:
                answer = part.get("functionResponse")
                if answer:
                    response = answer.get("response", {})
                    text = response.get("error") or response.get("output") or json.dumps(response)
                    found[answer.get("id") or len(found)] = ("error" in response, text)
    return list(found.values())


def part_of(block):
    if block["type"] == "text":
        return {"text": block["text"]}
    return {"functionCall": {"id": block["id"], "name": block["name"], "args": block["input"]}}


def answer_to(name, step):
    """A step may say how many tokens it read, so that the client compresses the conversation."""
    read, said = step.get("tokens", 10), 5
    return {"candidates": [{"index": 0, "finishReason": "STOP", "content": {
                "role": "model", "parts": [part_of(block) for block in step["content"]]}}],
            "usageMetadata": {"promptTokenCount": read, "candidatesTokenCount": said,
                              "cachedContentTokenCount": 2, "thoughtsTokenCount": 3,
                              "totalTokenCount": read + said + 3},
            "modelVersion": name}


class Model(scripted_model.Model):
    def reply(self, path, request):
        address = ADDRESS.fullmatch(path)
        if not address:
            return None
        name, method = address[1], address[2]
        if method == "countTokens":
            return "application/json", b'{"totalTokens": 10}'
        # Which model is to answer is asked with the user's own words, but without tools.
        step = self.step(request, messages_of(request["contents"]),
                         scripted=bool(request.get("tools")))
        answer = json.dumps(answer_to(name, step))
        if method == "streamGenerateContent":
            return "text/event-stream", f"data: {answer}\r\n\r\n".encode()
        return "application/json", answer.encode()


if __name__ == "__main__":
    scripted_model.serve(Model)
