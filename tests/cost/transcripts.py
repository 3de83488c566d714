"""Makes transcripts of Claude Code as it writes them: compact JSON, one message on several lines."""
import datetime
import json
import pathlib
import random

# Models that our price file and ccusage 20.0.24 both know, with equal prices below 200,000 tokens.
MODELS = ["claude-sonnet-4-5", "claude-opus-4-8", "claude-haiku-4-5", "claude-sonnet-5",
          "claude-opus-4-1", "claude-fable-5", "claude-sonnet-4-5-20250929"]
WORDS = ("the gate reads one note and answers before the tool may run; const auto value = find(key); "
         "if (!value) return error; \\\"usage\\\": 12 \\n\\t// says why, not what \\u2014 {} [] ").split(" ")
START = datetime.datetime(2026, 10, 1, 8, 0, 0)


class Writer:
    """One session's lines, with the sums that a reader must find."""

    def __init__(self, seed, session, day_offset=0):
        self.random = random.Random(seed)
        self.session = session
        self.time = START + datetime.timedelta(days=day_offset, minutes=self.random.randrange(600))
        self.count = 0
        self.filler = [self.text(size) for size in (200, 600, 1500, 4000, 9000) for _ in range(8)]

    def text(self, size):
        words = []
        length = 0
        while length < size:
            word = self.random.choice(WORDS)
            words.append(word)
            length += len(word) + 1
        return " ".join(words)

    def stamp(self):
        self.time += datetime.timedelta(milliseconds=self.random.randrange(200, 20000))
        return self.time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{self.time.microsecond // 1000:03d}Z"

    def frame(self, kind, sidechain):
        self.count += 1
        return (f'"uuid":"{self.random.getrandbits(128):032x}","timestamp":"{self.stamp()}",'
                f'"userType":"external","entrypoint":"cli","cwd":"/home/dev/proj",'
                f'"sessionId":"{self.session}","version":"2.1.325","gitBranch":'
                f'"{"main" if self.count % 7 else "feature/x"}","type":"{kind}",'
                f'"isSidechain":{"true" if sidechain else "false"}')

    def usage(self, output):
        pick = self.random.randrange
        write = pick(3000)
        hour = pick(write + 1) if pick(2) else 0
        self.now = {"input": pick(2000), "write": write, "hour": hour, "read": pick(150000)}
        return self.usage_text(output)

    def usage_text(self, output):
        now = self.now
        return (f'{{"input_tokens":{now["input"]},"cache_creation_input_tokens":{now["write"]},'
                f'"cache_read_input_tokens":{now["read"]},"output_tokens":{output},'
                '"server_tool_use":{"web_search_requests":0,"web_fetch_requests":0},'
                '"service_tier":"standard","cache_creation":{"ephemeral_1h_input_tokens":'
                f'{now["hour"]},"ephemeral_5m_input_tokens":{now["write"] - now["hour"]}}},'
                '"inference_geo":"","iterations":[],"speed":"standard"}')

    def turn(self, sidechain=False):
        """A question's answer: two or three lines of one message, then a tool's result."""
        pick = self.random.randrange
        model = MODELS[pick(len(MODELS))]
        identity = f"msg_{self.random.getrandbits(96):024x}"
        request = f"req_{self.random.getrandbits(96):024x}"
        output = 20 + pick(2000)
        usage = self.usage(output)
        lines = []
        for block in range(2 + pick(2)):
            filler = self.random.choice(self.filler[:24])
            content = (f'{{"type":"text","text":"{filler}"}}' if block == 0 else
                       f'{{"type":"tool_use","id":"toolu_{pick(10**9)}","name":"Edit","input":'
                       f'{{"file_path":"/home/dev/proj/a.cpp","new_string":"{filler}"}}}}')
            # The first line of a streamed message may know less of its output than the last one.
            shown = self.usage_text(output // 2) if block == 0 and pick(3) == 0 else usage
            lines.append(
                f'{{"parentUuid":null,"message":{{"id":"{identity}","type":"message",'
                f'"role":"assistant","model":"{model}","content":[{content}],"stop_reason":'
                f'"tool_use","stop_sequence":null,"usage":{shown}}},"requestId":"{request}",'
                f'{self.frame("assistant", sidechain)}}}')
        result = self.random.choice(self.filler)
        lines.append(
            f'{{"parentUuid":null,"message":{{"role":"user","content":[{{"type":"tool_result",'
            f'"tool_use_id":"toolu_{pick(10**9)}","content":"{result}"}}]}},'
            f'"toolUseResult":{{"stdout":"{result}","stderr":"","interrupted":false}},'
            f'{self.frame("user", sidechain)}}}')
        return "\n".join(lines) + "\n"


def session_id(number):
    return f"{number:08x}-0000-4000-8000-{number:012x}"


def make(folder, files, bytes_each, seed=1):
    """Writes FILES transcripts below FOLDER/projects: one in ten is a subagent's."""
    folder = pathlib.Path(folder) / "projects"
    for number in range(files):
        project = folder / f"-home-dev-proj-{number % 20}"
        subagent = number % 10 == 9
        session = session_id(number - 1 if subagent else number)
        path = project / f"{session}.jsonl"
        if subagent:
            project = folder / f"-home-dev-proj-{(number - 1) % 20}"
            path = project / session / "subagents" / f"agent-a{number}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        writer = Writer(seed * 100003 + number, session, number % 30)
        with path.open("w", encoding="utf-8") as file:
            size = 0
            while size < bytes_each:
                text = writer.turn(sidechain=subagent)
                size += file.write(text)
        if subagent:
            path.with_suffix(".meta.json").write_text(json.dumps({"agentType": "Explore"}))
    return folder
