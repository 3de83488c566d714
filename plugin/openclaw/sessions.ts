// The sessions that this process of the host holds, by the host's id of each.
import { randomUUID } from "node:crypto";

import type { GateAnswer } from "./gate.ts";
import type { HookContext } from "./host.ts";

/** One turn, from the prompt to the answer. */
interface Turn {
  /** What tells it from the next one. */
  readonly key: string;
  /** The hook that was answered; another one of the same turn gets nothing, so that nothing is told twice. */
  readonly hook: string;
  readonly told: Promise<string>;
  stopped: boolean;
}

export class Session {
  readonly id: string;
  workspace: string;
  /** Where it works, where that is not the workspace. */
  folder?: string;
  /** Of a subagent, whose calls belong to the session that started it. */
  readonly agent?: { readonly id: string; readonly type: string };
  turn?: Turn;
  started = false;
  /** The session before this one, where the host told of it, and why that one ended. */
  before?: Forerunner;
  /** Why the last turn was held, so that the program is told that it was. */
  held = false;
  /** What could not be said when it came up; the next prompt carries it. */
  unsaid: string[] = [];
  /** Calls that were denied; the host reports them as failures, which they are not. */
  readonly denied = new Set<string>();
  /** What sort of call an id stands for, where the host says it before the call and not after it. */
  readonly kinds = new Map<string, string>();
  readonly #underWay = new Set<Promise<GateAnswer>>();

  constructor(id: string, workspace: string, agent?: Session["agent"]) {
    this.id = id;
    this.workspace = workspace;
    if (agent) this.agent = agent;
  }

  /** Remembers a question that nobody waits for, so that the end of a turn comes after it. */
  track(question: Promise<GateAnswer>): void {
    this.#underWay.add(question);
    void question.finally(() => this.#underWay.delete(question));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}

interface Forerunner {
  readonly id: string;
  readonly reason: string;
}

interface Adopted {
  /** Of the conversation at its root, as the program knows it: agents start agents. */
  readonly sessionId: string;
  readonly workspace: string;
  readonly type: string;
}

export class Sessions {
  readonly #open = new Map<string, Session>();
  readonly #idOfKey = new Map<string, string>();
  readonly #adopted = new Map<string, Adopted>();
  readonly #forerunners = new Map<string, Forerunner>();
  readonly #reasons = new Map<string, string>();
  readonly #renewed = new Map<string, string>();
  readonly #folders = new Map<string, string>();
  readonly #workspaceOf: (agentId: string | undefined) => string;

  constructor(workspaceOf: (agentId: string | undefined) => string) {
    this.#workspaceOf = workspaceOf;
  }

  /** The session that a hook is about, new where it was never heard of. */
  of(context: HookContext): Session {
    const key = context.sessionKey ?? "";
    // Hosts of early 2026 do not tell the id with every hook, and some with none.
    const id = context.sessionId ?? this.#idOfKey.get(key) ?? randomUUID();
    let session = this.#open.get(id);
    if (!session) {
      session = this.#opened(id, key, context);
      this.#open.set(id, session);
    }
    this.#idOfKey.set(key, id);
    if (context.workspaceDir) session.workspace = context.workspaceDir;
    const folder = this.#folders.get(key);
    if (folder !== undefined) session.folder = folder;
    return session;
  }

  #opened(id: string, key: string, context: HookContext): Session {
    const workspace = context.workspaceDir ?? this.#workspaceOf(context.agentId);
    const adopted = this.#adopted.get(key);
    if (adopted) return new Session(adopted.sessionId, workspace, { id: key, type: adopted.type });
    const session = new Session(this.#renewed.get(id) ?? id, workspace);
    const before = this.#forerunners.get(id);
    this.#forerunners.delete(id);
    if (before !== undefined) session.before = before;
    return session;
  }

  /**
   * A session that the host begins in place of another one. The host's own id can stay the same
   * (/new and /reset do that), but a conversation without its past is another one to the program.
   */
  follows(id: string, before: string): void {
    if (this.#open.has(id)) return;
    const reason = this.#reasons.get(before) ?? "unknown";
    this.#reasons.delete(before);
    this.#forerunners.set(id, { id: this.#renewed.get(before) ?? before, reason });
    if (id === before) this.#renewed.set(id, randomUUID());
  }

  /** A session with this key is a subagent of another one from now on. */
  adopt(childKey: string, parentKey: string, type: string): Session | undefined {
    const parentId = this.#idOfKey.get(parentKey);
    const parent = parentId === undefined ? undefined : this.#open.get(parentId);
    if (!parent) return undefined;
    this.#adopted.set(childKey, { sessionId: parent.id, workspace: parent.workspace, type });
    // It may have spoken before the host told of it.
    const childId = this.#idOfKey.get(childKey);
    if (childId !== undefined) this.#open.delete(childId);
    return new Session(parent.id, parent.workspace, { id: childKey, type });
  }

  /** The session with this key works in a folder of its own. The host tells so nowhere else. */
  place(key: string, folder: string): void {
    this.#folders.set(key, folder);
  }

  /** Takes a subagent out of the book. */
  release(childKey: string): Session | undefined {
    const adopted = this.#adopted.get(childKey);
    if (!adopted) return undefined;
    this.#adopted.delete(childKey);
    this.#folders.delete(childKey);
    const childId = this.#idOfKey.get(childKey);
    if (childId !== undefined) this.#open.delete(childId);
    return new Session(adopted.sessionId, adopted.workspace, { id: childKey, type: adopted.type });
  }

  /** Takes a session out of the book; undefined where it never began. */
  close(id: string, reason: string): Session | undefined {
    const session = this.#open.get(id);
    this.#reasons.set(id, reason);
    this.#open.delete(id);
    return session?.started ? session : undefined;
  }

  /** Takes all of them out. */
  closeAll(): Session[] {
    const started = [...this.#open.values()].filter((session) => session.started);
    this.#open.clear();
    return started;
  }
}
