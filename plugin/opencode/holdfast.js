// Holdfast for OpenCode: asks the native program before every tool call, and tells it what happens.
//
// OpenCode has no hook commands, so this plugin starts `holdfast hook EVENT --host opencode` for each
// event and reads its answer. A tool call is blocked where there is no answer to rely on; everything
// else goes on. Put this file into .opencode/plugins/ or ~/.config/opencode/plugins/.
// HOLDFAST_PROGRAM names the program where it is not on the PATH as `holdfast`.
import { spawn } from "node:child_process";

const PROGRAM = process.env.HOLDFAST_PROGRAM || "holdfast";
const TIMEOUT_MS = 10_000;
const OUTPUT_LENGTH_MAX = 1024 * 1024;
const AGENT_DEPTH_MAX = 16;
const SAY_BROKEN =
  "Holdfast's gate is broken, so no tool may run. Tell the user: check that the program starts " +
  "(`holdfast doctor`) and that it is on the PATH of OpenCode.";

class BrokenGate extends Error {}

/** What the program printed about this event; rejects with BrokenGate where it failed. */
function run(event) {
  return new Promise((resolve, reject) => {
    const broken = (why) => reject(new BrokenGate(`${PROGRAM}: ${why}`));
    const child = spawn(PROGRAM, ["hook", event.hook_event_name, "--host", "opencode"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      broken(`no answer within ${TIMEOUT_MS} ms`);
    }, TIMEOUT_MS);
    let output = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (part) => {
      output += part;
      if (output.length > OUTPUT_LENGTH_MAX) child.kill("SIGKILL");
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      broken(error.message);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else broken(signal ? `ended by ${signal}` : `exit code ${code}`);
    });
    // A program that does not read to the end is judged by its exit code alone.
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(event));
  });
}

/** {deny, context, hold}, each only where there is something to say. */
async function ask(event) {
  const output = await run(event);
  if (output.trim() === "") return {};
  let answer;
  try {
    answer = JSON.parse(output);
  } catch {
    throw new BrokenGate("the answer is not JSON");
  }
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    throw new BrokenGate("the answer is not a JSON object");
  }
  for (const name of ["deny", "context", "hold"]) {
    if (answer[name] !== undefined && typeof answer[name] !== "string") {
      throw new BrokenGate(`${name} in the answer is not a text`);
    }
  }
  return answer;
}

/** One session of OpenCode; a session that a tool started is a subagent of its parent. */
class Session {
  constructor(id) {
    this.id = id;
    this.source = "resume";
    this.started = false;
    this.unsaid = []; // What could not be said when it came up; the next prompt carries it.
    this.calls = new Map(); // Calls under way, by their id: what a failure is told with.
    this.underWay = new Set(); // Questions that nobody waits for.
  }

  learn(info) {
    this.directory = info.directory;
    if (info.parentID) this.parent = info.parentID;
  }

  /** The end of a turn is told after what happened in it. */
  async settled() {
    await Promise.all(this.underWay);
  }
}

class Holdfast {
  constructor(host) {
    this.host = host;
    this.sessions = new Map();
  }

  /** A session, looked up where its beginning was not seen; rejects where that fails. */
  async session(id) {
    const known = this.sessions.get(id);
    if (known) return known;
    // Two calls at once wait for the same answer: neither may be taken for a session of its own.
    const looked = this.lookedUp(new Session(id));
    this.sessions.set(id, looked);
    looked.catch(() => this.sessions.get(id) === looked && this.sessions.delete(id));
    return looked;
  }

  async lookedUp(session) {
    const found = await this.host.client.session.get({ path: { id: session.id } });
    if (!found.data) throw new BrokenGate(`OpenCode does not know the session ${session.id}`);
    session.learn(found.data);
    return session;
  }

  /** The same where nothing is decided: what is told of a session that nobody knows is lost. */
  async sessionToTellOf(id) {
    try {
      return await this.session(id);
    } catch (error) {
      await this.warn(error.message);
      return undefined;
    }
  }

  async warn(message) {
    const body = { service: "holdfast", level: "warn", message };
    await this.host.client.app.log({ body }).catch(() => {});
  }

  /** The conversation that a session is a part of: a subagent may start others. */
  async conversationOf(session) {
    let above = session;
    for (let depth = 0; above.parent && depth < AGENT_DEPTH_MAX; ++depth) {
      above = await this.session(above.parent);
    }
    return above.id;
  }

  async eventOf(session, name, more) {
    const { worktree, directory } = this.host;
    return {
      hook_event_name: name,
      session_id: await this.conversationOf(session),
      cwd: session.directory ?? directory,
      project_dir: worktree && worktree !== "/" ? worktree : directory,
      pid: process.pid,
      ...(session.parent && { agent_id: session.id, agent_type: session.agent ?? "subagent" }),
      ...more,
    };
  }

  /** Where a broken gate blocks nothing: it is logged, and there is no answer. */
  async tell(session, name, more) {
    try {
      return await ask(await this.eventOf(session, name, more));
    } catch (error) {
      await this.warn(`${name}: ${error.message}`);
      return {};
    }
  }

  /** The same, without waiting; what is to be said then comes with the next prompt. */
  tellLater(session, name, more) {
    const question = this.tell(session, name, more).then((answer) => {
      const text = answer.context ?? answer.hold;
      if (text) session.unsaid.push(text);
    });
    session.underWay.add(question);
    question.finally(() => session.underWay.delete(question));
    return question;
  }

  /** chat.message: what there is to say becomes a part of the message. */
  async prompt({ sessionID, agent }, { message, parts }) {
    const session = await this.sessionToTellOf(sessionID);
    if (!session) return;
    session.agent = agent ?? message.agent;
    const texts = [];
    if (session.parent) {
      if (!session.started) texts.push((await this.tell(session, "SubagentStart", {})).context);
      session.started = true;
    } else {
      texts.push(...(await this.ownPrompt(session, parts)));
    }
    texts.push(...session.unsaid.splice(0));
    const text = texts.filter(Boolean).join("\n\n");
    if (text === "") return;
    // Parts are ordered by their ids, and this one comes after the person's own.
    const id = `${parts.at(-1)?.id ?? `prt_${Date.now()}`}h`;
    parts.push({ id, sessionID, messageID: message.id, type: "text", text, synthetic: true });
  }

  async ownPrompt(session, parts) {
    const texts = [];
    if (!session.started) {
      session.started = true;
      texts.push((await this.tell(session, "SessionStart", { source: session.source })).context);
    }
    const said = parts.filter((part) => part.type === "text" && !part.synthetic);
    const prompt = said.map((part) => part.text).join("\n");
    texts.push((await this.tell(session, "UserPromptSubmit", { prompt })).context);
    return texts;
  }

  /** tool.execute.before: an error is how a plugin denies a call; the model reads its text. */
  async beforeTool({ tool, sessionID, callID }, { args }) {
    const call = { tool_name: tool, tool_input: args ?? {}, tool_use_id: callID };
    let session, answer;
    try {
      session = await this.session(sessionID);
      answer = await ask(await this.eventOf(session, "PreToolUse", call));
    } catch (error) {
      throw new Error(`${SAY_BROKEN} (${error.message})`);
    }
    if (answer.context) session.unsaid.push(answer.context);
    if (answer.deny !== undefined) throw new Error(answer.deny);
    session.calls.set(callID, { ...call, startedAt: Date.now() });
  }

  async afterTool({ sessionID, callID }) {
    const session = await this.sessionToTellOf(sessionID);
    if (session) this.callEnded(session, callID, "PostToolUse", {});
  }

  callEnded(session, callID, name, more) {
    const call = session.calls.get(callID);
    if (!call) return; // It was denied, or is told already.
    session.calls.delete(callID);
    const { startedAt, ...told } = call;
    this.tellLater(session, name, { ...told, ...more, duration_ms: Date.now() - startedAt });
  }

  async compacting({ sessionID }, output) {
    const session = await this.sessionToTellOf(sessionID);
    const answer = session ? await this.tell(session, "PreCompact", {}) : {};
    if (answer.context) output.context.push(answer.context);
  }

  /** event: what OpenCode tells everybody. */
  async event({ type, properties }) {
    if (type === "session.created") {
      await this.created(properties.info);
    } else if (type === "message.part.updated") {
      await this.partUpdated(properties.part);
    } else if (type === "session.idle") {
      const session = await this.sessionToTellOf(properties.sessionID);
      if (session) await this.idle(session);
    } else if (type === "session.compacted") {
      const session = await this.sessionToTellOf(properties.sessionID);
      if (session) this.tellLater(session, "PostCompact", {});
    } else if (type === "session.deleted") {
      await this.end(properties.info.id, "deleted");
    }
  }

  /** One that was looked up before this came stays: what happened in it is told already. */
  async created(info) {
    if (!this.sessions.has(info.id)) {
      const session = new Session(info.id);
      session.learn(info);
      this.sessions.set(session.id, session);
    }
    const session = await this.sessionToTellOf(info.id);
    if (session) session.source = "startup";
  }

  /** A call that failed has no tool.execute.after. */
  async partUpdated(part) {
    if (part?.type !== "tool" || part.state?.status !== "error") return;
    const session = await this.sessionToTellOf(part.sessionID);
    if (session) this.callEnded(session, part.callID, "PostToolUseFailure", { error: part.state.error });
  }

  async idle(session) {
    await session.settled();
    const more = { last_assistant_message: session.answer };
    if (session.parent) await this.tellLater(session, "SubagentStop", more);
    else if (session.started) await this.tellLater(session, "Stop", more);
  }

  async end(id, reason) {
    const session = await Promise.resolve(this.sessions.get(id)).catch(() => undefined);
    this.sessions.delete(id);
    if (!session?.started || session.parent) return;
    await session.settled();
    await this.tell(session, "SessionEnd", { reason });
  }

  /** dispose: OpenCode stops, and what is open ends with it. */
  async endAll() {
    await Promise.all([...this.sessions.keys()].map((id) => this.end(id, "shutdown")));
  }
}

export const HoldfastPlugin = async (host) => {
  const holdfast = new Holdfast(host);
  return {
    "chat.message": (input, output) => holdfast.prompt(input, output),
    "tool.execute.before": (input, output) => holdfast.beforeTool(input, output),
    "tool.execute.after": (input) => holdfast.afterTool(input),
    "experimental.session.compacting": (input, output) => holdfast.compacting(input, output),
    "experimental.text.complete": async ({ sessionID }, { text }) => {
      const session = await holdfast.sessionToTellOf(sessionID);
      if (session) session.answer = text;
    },
    event: ({ event }) => holdfast.event(event),
    dispose: () => holdfast.endAll(),
  };
};
