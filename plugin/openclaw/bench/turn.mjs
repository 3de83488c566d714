// What the plugin adds to a turn beyond starting the program.
//
// usage: node plugin/openclaw/bench/turn.mjs [ROUNDS]
//
// A turn here is a prompt, one tool call with its result, and the end: four questions. The program is
// /bin/true, so that what is measured beside it is ours: a round asks through the plugin, and another
// one starts /bin/true as often in the same order. Needs Node.js 24, which reads TypeScript.
import { spawn } from "node:child_process";

import plugin from "../index.ts";

const ROUNDS = Number(process.argv[2] ?? 300);
const WARM_UP = 30;
const BUDGET_MS = 3;
const PROGRAM = "/bin/true";
// Copied once, as the plugin does: a copy for each start costs Node.js a third of a millisecond.
const ENVIRONMENT = { ...process.env };

function hooksOf() {
  const hooks = new Map();
  plugin.register({
    pluginConfig: { program: PROGRAM, files: "holdfast" },
    config: {},
    runtime: { version: "2026.9.6", agent: { resolveAgentWorkspaceDir: () => "/" } },
    logger: { warn: (text) => console.error(text) },
    on: (name, handler) => hooks.set(name, handler),
    registerService: () => undefined,
  });
  return hooks;
}

async function turn(hooks, number) {
  const context = {
    agentId: "main",
    sessionId: "bench",
    sessionKey: "agent:main:main",
    runId: `r${number}`,
    workspaceDir: "/",
  };
  const params = { path: "a", content: "x".repeat(4096) };
  const call = { toolName: "write", toolCallId: `t${number}`, params };
  await hooks.get("before_prompt_build")({ prompt: "hello", messages: [{}] }, context);
  await hooks.get("before_tool_call")(call, context);
  await hooks.get("after_tool_call")({ ...call, durationMs: 1 }, context);
  await hooks.get("before_agent_finalize")({ stopHookActive: false }, context);
  await hooks.get("agent_end")({ messages: [], success: true }, context);
}

/** What any plugin would pay to run a program: its start, its standard input and output, its end. */
function start() {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, ["hook"], {
      env: ENVIRONMENT,
      stdio: ["pipe", "pipe", "ignore"],
    });
    child.on("error", reject);
    child.on("close", resolve);
    child.stdin.on("error", () => undefined);
    child.stdin.end("{}");
    child.stdout.resume();
  });
}

async function fourStarts() {
  for (let count = 0; count < 4; ++count) await start();
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

const hooks = hooksOf();
const turns = [];
const starts = [];
for (let round = -WARM_UP; round < ROUNDS; ++round) {
  const ours = await timed(() => turn(hooks, round));
  const theirs = await timed(fourStarts);
  if (round < 0) continue;
  turns.push(ours);
  starts.push(theirs);
}
// Rounds are compared in pairs: what else the machine does hits both alike.
const added = median(turns.map((ours, round) => ours - starts[round]));
console.log(`a turn ${median(turns).toFixed(2)} ms, four starts ${median(starts).toFixed(2)} ms, ` +
  `added ${added.toFixed(2)} ms (must: ${BUDGET_MS})`);
process.exitCode = added <= BUDGET_MS ? 0 : 1;
