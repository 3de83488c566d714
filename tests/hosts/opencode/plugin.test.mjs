// The plugin in a host that is made up here, with a program that records and allows everything.
import assert from "node:assert/strict";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "holdfast-plugin."));
after(() => rmSync(folder, { recursive: true }));
const program = join(folder, "holdfast");
writeFileSync(program, '#!/bin/sh\ntr -d "\\n" >>"$(dirname "$0")/events"; echo >>"$(dirname "$0")/events"\n');
chmodSync(program, 0o755);
// OpenCode loads the file whatever its ending says; Node.js goes by it.
copyFileSync(new URL("../../../plugin/opencode/holdfast.js", import.meta.url), join(folder, "holdfast.mjs"));
process.env.HOLDFAST_PROGRAM = program;
const { HoldfastPlugin } = await import(join(folder, "holdfast.mjs"));

beforeEach(() => writeFileSync(join(folder, "events"), ""));

/** A host that knows a session and its subagent, once `answers` is set. */
async function host() {
  const known = { main: { directory: "/p" }, child: { directory: "/p", parentID: "main" } };
  const made = { answers: true, warnings: [] };
  const get = async ({ path }) => {
    if (!made.answers) throw new Error("not now");
    return { data: known[path.id] };
  };
  const log = async ({ body }) => made.warnings.push(body.message);
  const client = { session: { get }, app: { log } };
  made.hooks = await HoldfastPlugin({ client, directory: "/p", worktree: "/p" });
  made.call = (sessionID) =>
    made.hooks["tool.execute.before"]({ tool: "bash", sessionID, callID: "c" }, { args: { command: "true" } });
  made.prompt = (sessionID) =>
    made.hooks["chat.message"]({ sessionID }, { message: { id: "m" }, parts: [{ type: "text", text: "hi" }] });
  return made;
}

const told = () =>
  readFileSync(join(folder, "events"), "utf8").trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));

test("a session that cannot be looked up is not taken for one of its own", async () => {
  const made = await host();
  made.answers = false;
  await assert.rejects(made.call("child"), /gate is broken.*not now/);
  await made.prompt("child");
  assert.deepEqual(told(), [], "nothing is told of it");
  assert.match(made.warnings[0], /not now/);
  made.answers = true;
  await made.call("child");
  assert.deepEqual([told()[0].session_id, told()[0].agent_id], ["main", "child"]);
});

test("a beginning that is heard late is no second one", async () => {
  const made = await host();
  await made.prompt("main");
  await made.hooks.event({ event: { type: "session.created", properties: { info: { id: "main" } } } });
  await made.prompt("main");
  const starts = told().filter((event) => event.hook_event_name === "SessionStart");
  assert.equal(starts.length, 1);
});
