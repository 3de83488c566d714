// The plugin in a host that is made up here, with a program that records and answers as it is told.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

import plugin from "../../../plugin/openclaw/index.ts";

const PROGRAM = `#!/bin/sh
here=$(dirname "$0")
if [ "$1" = hook ]; then tr -d '\\n' >>"$here/events"; echo >>"$here/events"; fi
if [ -f "$here/$2.sh" ]; then . "$here/$2.sh"; fi
`;
const BOOK = Symbol.for("holdfast.openclaw.sessions");

let folder;

beforeEach(() => {
  delete globalThis[BOOK];
  folder = mkdtempSync(join(tmpdir(), "holdfast-plugin."));
  writeFileSync(join(folder, "holdfast"), PROGRAM);
  chmodSync(join(folder, "holdfast"), 0o755);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A host of that version with the plugin in it. */
function host({ version = "2026.9.6", config = {} } = {}) {
  const made = { hooks: new Map(), service: undefined, warnings: [] };
  plugin.register({
    pluginConfig: { program: join(folder, "holdfast"), ...config },
    config: {},
    runtime: { version, agent: { resolveAgentWorkspaceDir: () => "/work/project" } },
    logger: { warn: (text) => made.warnings.push(text) },
    on: (name, handler) => made.hooks.set(name, handler),
    registerService: (service) => {
      made.service = service;
    },
  });
  made.fire = (name, event, context = {}) => {
    const known = { agentId: "main", sessionId: "s1", sessionKey: "agent:main:main", runId: "r1" };
    return made.hooks.get(name)(event, { ...known, ...context });
  };
  return made;
}

function answer(event, script) {
  writeFileSync(join(folder, `${event}.sh`), script);
}

function say(event, given) {
  answer(event, `printf '%s' '${JSON.stringify(given)}'`);
}

function told() {
  const file = join(folder, "events");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

const names = () => told().map((event) => event.hook_event_name);
const prompt = (text, messages = []) => ({ prompt: text, messages });
const call = (id = "t1") => ({ toolName: "exec", params: { command: "true" }, toolCallId: id });

test("a session starts once, and every prompt is told", async () => {
  say("SessionStart", { context: "START" });
  say("UserPromptSubmit", { context: "PROMPT" });
  const { fire } = host();
  const first = await fire("before_prompt_build", prompt("a"));
  assert.deepEqual(first, { prependContext: "START\n\nPROMPT" });
  assert.deepEqual(await fire("before_prompt_build", prompt("a")), first, "built again");
  const second = await fire("before_prompt_build", prompt("b"), { runId: "r2" });
  assert.deepEqual(second, { prependContext: "PROMPT" });
  assert.deepEqual(names(), ["SessionStart", "UserPromptSubmit", "UserPromptSubmit"]);
  assert.equal(told()[0].source, "startup");
});

test("a session with a history is resumed", async () => {
  const { fire } = host();
  await fire("before_prompt_build", prompt("a", [{ role: "user" }]));
  assert.equal(told()[0].source, "resume");
});

test("an early host is answered by its own hook, and nothing is told twice", async () => {
  say("SessionStart", { context: "START" });
  const old = host({ version: "2026.2.13" });
  const context = { runId: undefined, sessionId: undefined, workspaceDir: "/w" };
  const first = await old.fire("before_agent_start", prompt("a"), context);
  assert.deepEqual(first, { prependContext: "START" });
  assert.equal(await old.fire("before_prompt_build", prompt("a"), context), undefined);
  await old.fire("before_tool_call", call(), { sessionId: undefined });
  assert.equal(told()[2].session_id, told()[0].session_id, "the id that was made for it");
  assert.equal(told()[2].cwd, "/w");
  assert.equal(host().hooks.has("before_agent_start"), false);
});

test("a denied call is blocked, and its failure is none", async () => {
  say("PreToolUse", { deny: "not now" });
  const { fire } = host();
  const blocked = await fire("before_tool_call", call());
  assert.deepEqual(blocked, { block: true, blockReason: "not now" });
  await fire("after_tool_call", { ...call(), error: "blocked" });
  assert.deepEqual(names(), ["PreToolUse"]);
});

for (const [what, script, words] of [
  ["fails", "exit 3", /exit code 3/],
  ["is killed", "kill -9 $$", /SIGKILL/],
  ["says no JSON", "echo nonsense", /not JSON/],
  ["says a list", "echo []", /not a JSON object/],
  ["says no text", "echo '{\"deny\":true}'", /deny in the answer is not a text/],
  ["hangs", "exec sleep 20", /no answer within 300 ms/],
]) {
  test(`a gate that ${what} blocks calls and nothing else`, async () => {
    for (const event of ["PreToolUse", "UserPromptSubmit"]) answer(event, script);
    const made = host({ config: { timeoutMs: 300 } });
    assert.equal(await made.fire("before_prompt_build", prompt("a")), undefined);
    assert.match(made.warnings[0], words);
    const blocked = await made.fire("before_tool_call", call());
    assert.equal(blocked.block, true);
    assert.match(blocked.blockReason, /gate is broken/);
    assert.match(blocked.blockReason, words);
  });
}

test("a program that is not there blocks calls", async () => {
  const { fire } = host({ config: { program: join(folder, "none") } });
  const blocked = await fire("before_tool_call", call());
  assert.match(blocked.blockReason, /ENOENT/);
});

test("a turn that is held goes on, and the program hears that it was held", async () => {
  say("Stop", { hold: "tests first" });
  const { fire } = host();
  await fire("before_prompt_build", prompt("a"));
  const end = { stopHookActive: false, lastAssistantMessage: "done" };
  const held = await fire("before_agent_finalize", end);
  assert.equal(held.action, "revise");
  assert.equal(held.retry.instruction, "tests first");
  rmSync(join(folder, "Stop.sh"));
  assert.equal(await fire("before_agent_finalize", end), undefined);
  await fire("agent_end", { messages: [], success: true });
  const stops = told().filter((event) => event.hook_event_name === "Stop");
  assert.deepEqual(stops.map((stop) => stop.stop_hook_active), [false, true]);
  assert.equal(stops[0].last_assistant_message, "done");
});

test("a turn without a finalization ends once, with the last answer", async () => {
  const { fire } = host();
  await fire("before_prompt_build", prompt("a"));
  const content = [{ type: "text", text: "the answer" }];
  await fire("agent_end", { messages: [{ role: "assistant", content }], success: true });
  const stops = told().filter((event) => event.hook_event_name === "Stop");
  assert.deepEqual(stops.map((stop) => stop.last_assistant_message), ["the answer"]);
});

test("what a result has to say comes with the next prompt", async () => {
  say("PostToolUse", { context: "LATER" });
  const { fire } = host();
  await fire("before_tool_call", call());
  await fire("after_tool_call", { ...call(), durationMs: 7 });
  assert.deepEqual(await fire("before_prompt_build", prompt("a")), { prependContext: "LATER" });
});

test("a subagent's calls are its parent's, and it neither begins nor ends a session", async () => {
  const { fire } = host();
  await fire("before_prompt_build", prompt("a"));
  const key = "agent:main:subagent:1";
  const child = { sessionId: "s2", sessionKey: key, runId: "r2" };
  await fire("subagent_spawned", { childSessionKey: key, agentId: "main", label: "helper" },
    { requesterSessionKey: "agent:main:main" });
  await fire("before_prompt_build", prompt("task"), child);
  await fire("before_tool_call", call(), child);
  await fire("agent_end", { messages: [], success: true }, child);
  await fire("subagent_ended", { targetSessionKey: key });
  assert.deepEqual(names().slice(2), ["SubagentStart", "PreToolUse", "SubagentStop"]);
  for (const event of told().slice(2)) {
    assert.equal(event.session_id, "s1");
    assert.equal(event.agent_id, key);
    assert.equal(event.agent_type, "helper");
  }
});

for (const [reason, source] of [["new", "startup"], ["reset", "clear"]]) {
  test(`after ${reason} the host's session is another one to the program`, async () => {
    const { fire, service } = host();
    await fire("before_prompt_build", prompt("a"));
    await fire("session_end", { sessionId: "s1", reason });
    await fire("session_start", { sessionId: "s1", resumedFrom: "s1" });
    await fire("before_prompt_build", prompt("b"), { runId: "r2" });
    await service.stop();
    const [begin, , end, again, , last] = told();
    assert.deepEqual([end.hook_event_name, end.session_id, end.reason], ["SessionEnd", "s1", reason]);
    assert.equal(again.source, source);
    assert.equal(again.parent_session_id, begin.session_id);
    assert.notEqual(again.session_id, "s1");
    assert.deepEqual([last.session_id, last.reason], [again.session_id, "shutdown"]);
  });
}

test("copies of the plugin in one process have one book", async () => {
  const turns = host();
  const sessions = host();
  await turns.fire("before_prompt_build", prompt("a"));
  await sessions.fire("session_end", { sessionId: "s1", reason: "idle" });
  await turns.service.stop();
  const ends = told().filter((event) => event.hook_event_name === "SessionEnd");
  assert.deepEqual(ends.map((end) => end.reason), ["idle"]);
});

test("an agent that a subagent started belongs to the same conversation", async () => {
  const { fire } = host();
  const spawned = (key, parentKey) =>
    fire("subagent_spawned", { childSessionKey: key, agentId: "main" }, { requesterSessionKey: parentKey });
  const speak = (id, key) => fire("before_tool_call", call(), { sessionId: id, sessionKey: key });
  await fire("before_prompt_build", prompt("a"));
  await spawned("k:child", "agent:main:main");
  await speak("s2", "k:child");
  await spawned("k:grand", "k:child");
  await speak("s3", "k:grand");
  await fire("subagent_ended", { targetSessionKey: "k:grand" });
  const grand = told().filter((event) => event.agent_id === "k:grand");
  assert.deepEqual(grand.map((event) => event.session_id), ["s1", "s1", "s1"]);
  assert.deepEqual(grand.map((event) => event.hook_event_name), ["SubagentStart", "PreToolUse", "SubagentStop"]);
});

test("a subagent after /new belongs to the conversation that began with it", async () => {
  const { fire } = host();
  await fire("before_prompt_build", prompt("a"));
  await fire("session_end", { sessionId: "s1", reason: "new" });
  await fire("session_start", { sessionId: "s1", resumedFrom: "s1" });
  await fire("before_prompt_build", prompt("b"), { runId: "r2" });
  const begun = told().at(-1).session_id;
  await fire("subagent_spawned", { childSessionKey: "k:child", agentId: "main" },
    { requesterSessionKey: "agent:main:main" });
  await fire("before_tool_call", call(), { sessionId: "s2", sessionKey: "k:child" });
  assert.notEqual(begun, "s1");
  assert.equal(told().at(-1).session_id, begun);
});

test("a subagent that works in a folder of its own is asked about from there", async () => {
  const { fire } = host();
  await fire("before_prompt_build", prompt("a"));
  const spawn = { toolName: "sessions_spawn", params: { cwd: "/work/project/sub" }, toolCallId: "t1" };
  const result = { details: { childSessionKey: "agent:main:sub:1" } };
  await fire("after_tool_call", { ...spawn, result });
  await fire("before_tool_call", call("t2"), { sessionId: "s2", sessionKey: "agent:main:sub:1" });
  await fire("before_tool_call", call("t3"));
  const calls = told().filter((event) => event.hook_event_name === "PreToolUse");
  assert.deepEqual(calls.map((event) => event.cwd), ["/work/project/sub", "/work/project"]);
  assert.ok(calls.every((event) => event.project_dir === "/work/project"));
});

test("in code mode exec is no shell command", async () => {
  const { fire } = host();
  await fire("before_tool_call", { ...call("t1"), toolKind: "code_mode_exec" });
  await fire("after_tool_call", call("t1"));
  await fire("after_tool_call", call("t2"));
  const tools = told().map((event) => event.tool_name);
  assert.deepEqual(tools, ["code_mode_exec", "code_mode_exec", "exec"], "the host tells it once");
});

test("brain.db is brought up to date where OpenClaw's files are used", async () => {
  for (const [files, expected] of [["openclaw", true], ["holdfast", false]]) {
    const made = host({ config: { files } });
    answer("update", `echo "$1 $2 $HOLDFAST_SESSION_PERSISTENCE_LAYOUT" >"$here/layout.${files}"`);
    await made.service.stop();
    assert.equal(existsSync(join(folder, `layout.${files}`)), expected);
    if (expected) {
      assert.equal(readFileSync(join(folder, `layout.${files}`), "utf8"), "index update openclaw\n");
    }
  }
});
