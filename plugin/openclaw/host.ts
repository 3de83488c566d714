// The part of OpenClaw's hooks that is read here. Hosts of early 2026 leave some of it out, so
// nearly everything is optional; the compiler checks it against the host's own types.
import { homedir } from "node:os";
import { resolve } from "node:path";

export interface HookContext {
  readonly agentId?: string;
  readonly sessionId?: string;
  readonly sessionKey?: string;
  readonly runId?: string;
  readonly workspaceDir?: string;
}

export interface PromptEvent {
  readonly prompt: string;
  readonly currentUserMessage?: string;
  readonly currentUserMessageId?: string;
  readonly messages?: readonly unknown[];
}

export interface ToolEvent {
  readonly toolName: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly toolKind?: string;
  readonly toolCallId?: string;
}

export interface ToolResultEvent extends ToolEvent {
  readonly result?: unknown;
  readonly error?: string;
  readonly durationMs?: number;
}

export interface FinalizeEvent {
  readonly stopHookActive: boolean;
  readonly lastAssistantMessage?: string;
}

export interface AgentEndEvent {
  readonly messages: readonly unknown[];
  readonly success: boolean;
  readonly error?: string;
}

export interface SessionStartEvent {
  readonly sessionId: string;
  readonly resumedFrom?: string;
}

export interface SessionEndEvent {
  readonly sessionId: string;
  readonly reason?: string;
}

export interface SubagentSpawnedEvent {
  readonly childSessionKey: string;
  readonly agentId: string;
  readonly label?: string;
}

export interface SubagentEndedEvent {
  readonly targetSessionKey: string;
  readonly error?: string;
}

export interface SubagentContext {
  readonly requesterSessionKey?: string;
}

/** The subagent that a call has started in a folder of its own, and that folder. */
export function placedAgent(event: ToolResultEvent): { key: string; folder: string } | undefined {
  const folder: unknown = event.params["cwd"];
  if (event.toolName !== "sessions_spawn" || typeof folder !== "string") return undefined;
  const { details } = (event.result ?? {}) as { details?: { childSessionKey?: unknown } };
  const key = details?.childSessionKey;
  if (typeof key !== "string") return undefined;
  // As the host reads it: from where it was started itself.
  return { key, folder: resolve(folder.trim().replace(/^~(?=\/|$)/, homedir())) };
}

/** The text of the last message that the model wrote. */
export function lastAnswer(messages: readonly unknown[]): string | undefined {
  const last = messages.findLast((message) => (message as { role?: unknown }).role === "assistant");
  const content: unknown = (last as { content?: unknown } | undefined)?.content;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((block: { text?: unknown }) => block.text);
  return texts.filter((text) => typeof text === "string").join("\n") || undefined;
}
