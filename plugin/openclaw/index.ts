// Holdfast for OpenClaw: registers the hooks. What they do is in hooks.ts.
import type { OpenClawPluginApi } from "openclaw/plugin-sdk/plugin-entry";

import { Brain } from "./brain.ts";
import { Gate } from "./gate.ts";
import { Hooks } from "./hooks.ts";
import { Sessions } from "./sessions.ts";
import { environmentOf, settingsFrom } from "./settings.ts";

// Other plugins may rewrite a call or take a prompt over; the gate is asked before them.
const FIRST = { priority: 1000 };

// The host loads and registers a plugin more than once in one process, and tells one copy of turns
// and another one of sessions. They must have one book.
const BOOK = Symbol.for("holdfast.openclaw.sessions");
const shared = globalThis as { [BOOK]?: Sessions };

function register(api: OpenClawPluginApi): void {
  const settings = settingsFrom(api.pluginConfig);
  const environment = environmentOf(settings);
  const gate = new Gate(settings, environment);
  const brain = new Brain(settings, environment);
  shared[BOOK] ??= new Sessions((agentId) => workspaceOf(api, agentId));
  const hooks = new Hooks(gate, brain, shared[BOOK], (text) => api.logger.warn(`holdfast: ${text}`));

  api.on("before_tool_call", (event, context) => hooks.beforeTool(event, context), FIRST);
  api.on("after_tool_call", (event, context) => hooks.afterTool(event, context));
  registerPrompt(api, hooks);
  api.on("before_agent_finalize", (event, context) => hooks.finalize(event, context));
  api.on("agent_end", (event, context) => hooks.agentEnd(event, context));
  api.on("session_start", (event) => hooks.sessionStart(event));
  api.on("session_end", (event) => hooks.sessionEnd(event));
  api.on("before_compaction", (_, context) => hooks.compaction("PreCompact", context));
  api.on("after_compaction", (_, context) => hooks.compaction("PostCompact", context));
  api.on("subagent_spawned", (event, context) => hooks.subagentSpawned(event, context));
  api.on("subagent_ended", (event) => hooks.subagentEnded(event));
  api.registerService({ id: "holdfast", start: () => undefined, stop: () => hooks.stop() });
}

// Hosts before March 2026 have before_agent_start, and some of them before_prompt_build as well;
// the first one that comes in a turn is answered. Newer hosts would warn of a name they do not know.
function registerPrompt(api: OpenClawPluginApi, hooks: Hooks): void {
  const on = api.on as unknown as (
    name: string,
    handler: (...given: [Parameters<Hooks["prompt"]>[1], Parameters<Hooks["prompt"]>[2]]) => unknown,
    options: typeof FIRST,
  ) => void;
  const names = ["before_prompt_build"];
  if (isOld(api.runtime?.version)) names.push("before_agent_start");
  for (const name of names) {
    on(name, (event, context) => hooks.prompt(name, event, context), FIRST);
  }
}

function isOld(version: string | undefined): boolean {
  const [year, month] = (version ?? "").split(".").map(Number);
  if (!year || !month) return true;
  return year * 12 + month < 2026 * 12 + 3;
}

function workspaceOf(api: OpenClawPluginApi, agentId: string | undefined): string {
  try {
    return api.runtime.agent.resolveAgentWorkspaceDir(api.config, agentId ?? "main");
  } catch {
    return process.cwd();
  }
}

// No helper of the SDK makes this object, since early hosts do not have it under the same name.
export default {
  id: "holdfast",
  name: "Holdfast",
  description: "Asks Holdfast before every tool call, and tells the next session what the last one left",
  register,
};
