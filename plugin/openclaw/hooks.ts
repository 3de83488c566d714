// What each hook of the host tells the program, and what the program's answer means to the host.
import type { Brain } from "./brain.ts";
import { BrokenGate } from "./gate.ts";
import type { Gate, GateAnswer, GateEvent } from "./gate.ts";
import { lastAnswer, placedAgent } from "./host.ts";
import type * as host from "./host.ts";
import type { Session, Sessions } from "./sessions.ts";

const SAY_BROKEN =
  "Holdfast's gate is broken, so no tool may run. Tell the user: check that the program starts " +
  "(`holdfast doctor`) and what plugins.entries.holdfast.config.program says.";

type Members = Readonly<Record<string, unknown>>;

export class Hooks {
  readonly #gate: Gate;
  readonly #brain: Brain;
  readonly #sessions: Sessions;
  readonly #warn: (text: string) => void;

  constructor(gate: Gate, brain: Brain, sessions: Sessions, warn: (text: string) => void) {
    this.#gate = gate;
    this.#brain = brain;
    this.#sessions = sessions;
    this.#warn = warn;
  }

  /** before_prompt_build, or before_agent_start where the host is older. */
  async prompt(
    hook: string,
    event: host.PromptEvent,
    context: host.HookContext,
  ): Promise<{ prependContext: string } | undefined> {
    const session = this.#sessions.of(context);
    const key = event.currentUserMessageId ?? context.runId ?? event.prompt;
    let turn = session.turn;
    if (turn?.key !== key) {
      turn = { key, hook, told: this.#begin(session, event), stopped: false };
      session.turn = turn;
    } else if (turn.hook !== hook) {
      return undefined;
    }
    // A prompt can be built more than once a turn, and must say the same each time.
    const told = await turn.told;
    return told === "" ? undefined : { prependContext: told };
  }

  async #begin(session: Session, event: host.PromptEvent): Promise<string> {
    const parts: (string | undefined)[] = [];
    if (!session.agent) {
      if (!session.started) parts.push((await this.#start(session, event)).context);
      const prompt = event.currentUserMessage ?? event.prompt;
      parts.push((await this.#tell(session, "UserPromptSubmit", { prompt })).context);
    }
    parts.push(...session.unsaid.splice(0));
    return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
  }

  async #start(session: Session, event: host.PromptEvent): Promise<GateAnswer> {
    session.started = true;
    const isNew = (event.messages ?? []).length === 0;
    // Whoever resets wants to hear nothing of the past; /new, a new day and the like are new sessions.
    const isReset = session.before?.reason === "reset";
    return this.#tell(session, "SessionStart", {
      source: isReset ? "clear" : isNew ? "startup" : "resume",
      parent_session_id: session.before?.id,
    });
  }

  async beforeTool(
    event: host.ToolEvent,
    context: host.HookContext,
  ): Promise<{ block: true; blockReason: string } | undefined> {
    const session = this.#sessions.of(context);
    if (event.toolCallId !== undefined && event.toolKind !== undefined) {
      session.kinds.set(event.toolCallId, event.toolKind);
    }
    let answer: GateAnswer;
    try {
      answer = await this.#gate.ask(eventOf(session, "PreToolUse", toolMembers(session, event)));
    } catch (error) {
      answer = { deny: `${SAY_BROKEN} (${reasonOf(error)})` };
    }
    if (answer.context !== undefined) session.unsaid.push(answer.context);
    if (answer.deny === undefined) return undefined;
    if (event.toolCallId !== undefined) session.denied.add(event.toolCallId);
    return { block: true, blockReason: answer.deny };
  }

  async afterTool(event: host.ToolResultEvent, context: host.HookContext): Promise<void> {
    const session = this.#sessions.of(context);
    if (event.toolCallId !== undefined && session.denied.delete(event.toolCallId)) return;
    const placed = placedAgent(event);
    if (placed) this.#sessions.place(placed.key, placed.folder);
    const failed = event.error !== undefined;
    const name = failed ? "PostToolUseFailure" : "PostToolUse";
    const more = { ...toolMembers(session, event), error: event.error, duration_ms: event.durationMs };
    const question = this.#tell(session, name, more);
    session.track(question);
    const answer = await question;
    if (answer.context !== undefined) session.unsaid.push(answer.context);
  }

  /** before_agent_finalize: the turn's end, which the program may hold. */
  async finalize(
    event: host.FinalizeEvent,
    context: host.HookContext,
  ): Promise<{ action: "revise"; reason: string; retry: { instruction: string } } | undefined> {
    const session = this.#sessions.of(context);
    const isHeld = event.stopHookActive || session.held;
    const hold = await this.#stop(session, event.lastAssistantMessage, isHeld);
    session.held = hold !== undefined;
    if (hold === undefined) return undefined;
    return { action: "revise", reason: hold, retry: { instruction: hold } };
  }

  /** agent_end: the turn's end for hosts and turns that have no before_agent_finalize. */
  async agentEnd(event: host.AgentEndEvent, context: host.HookContext): Promise<void> {
    const session = this.#sessions.of(context);
    session.denied.clear();
    session.kinds.clear();
    if (session.turn?.stopped !== true) {
      await this.#stop(session, lastAnswer(event.messages), session.held);
    }
    session.held = false;
    delete session.turn;
    void this.#brain.refresh();
  }

  async #stop(
    session: Session,
    answer: string | undefined,
    isHeld: boolean,
  ): Promise<string | undefined> {
    if (session.turn) session.turn.stopped = true;
    if (session.agent) return undefined;
    await session.settled();
    const more = { last_assistant_message: answer, stop_hook_active: isHeld };
    return (await this.#tell(session, "Stop", more)).hold;
  }

  sessionStart(event: host.SessionStartEvent): void {
    if (event.resumedFrom !== undefined) this.#sessions.follows(event.sessionId, event.resumedFrom);
  }

  async sessionEnd(event: host.SessionEndEvent): Promise<void> {
    const reason = event.reason ?? "unknown";
    const session = this.#sessions.close(event.sessionId, reason);
    if (session && !session.agent) await this.#end(session, reason);
  }

  async #end(session: Session, reason: string): Promise<void> {
    await session.settled();
    await this.#tell(session, "SessionEnd", { reason });
  }

  async compaction(name: "PreCompact" | "PostCompact", context: host.HookContext): Promise<void> {
    const session = this.#sessions.of(context);
    if (session.agent) return;
    const answer = await this.#tell(session, name, {});
    if (answer.context !== undefined) session.unsaid.push(answer.context);
  }

  async subagentSpawned(
    event: host.SubagentSpawnedEvent,
    context: host.SubagentContext,
  ): Promise<void> {
    const parentKey = context.requesterSessionKey;
    if (parentKey === undefined) return;
    const type = event.label ?? event.agentId;
    const child = this.#sessions.adopt(event.childSessionKey, parentKey, type);
    if (child) await this.#tell(child, "SubagentStart", {});
  }

  async subagentEnded(event: host.SubagentEndedEvent): Promise<void> {
    const child = this.#sessions.release(event.targetSessionKey);
    if (child) await this.#tell(child, "SubagentStop", { error: event.error });
  }

  /** The host stops: what is still open ends with it. */
  async stop(): Promise<void> {
    const open = this.#sessions.closeAll().filter((session) => !session.agent);
    await Promise.all(open.map((session) => this.#end(session, "shutdown")));
    await this.#brain.refresh();
  }

  /** Where a broken gate blocks nothing: it is logged, and there is no answer. */
  async #tell(session: Session, name: string, more: Members): Promise<GateAnswer> {
    try {
      return await this.#gate.ask(eventOf(session, name, more));
    } catch (error) {
      this.#warn(`${name}: ${reasonOf(error)}`);
      return {};
    }
  }
}

function eventOf(session: Session, name: string, more: Members): GateEvent {
  const { agent } = session;
  return {
    hook_event_name: name,
    session_id: session.id,
    cwd: session.folder ?? session.workspace,
    project_dir: session.workspace,
    pid: process.pid,
    ...(agent && { agent_id: agent.id, agent_type: agent.type }),
    ...more,
  };
}

function toolMembers(session: Session, event: host.ToolEvent): Members {
  // In code mode `exec` takes a program and not a shell command; the host tells them apart so.
  const kind = event.toolKind ?? session.kinds.get(event.toolCallId ?? "");
  return {
    tool_name: kind ?? event.toolName,
    tool_input: event.params,
    tool_use_id: event.toolCallId,
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof BrokenGate) return error.message;
  return error instanceof Error ? error.message : String(error);
}
