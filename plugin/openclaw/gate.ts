// The gate: one process of the native program an event, asked on standard input.
//
// Where the program cannot be started, takes too long, fails, or says what is not understood, the
// gate is broken. What that means is for the caller to say: a tool call is blocked, all else goes on.
import { spawn } from "node:child_process";

import type { Settings } from "./settings.ts";

/** What the program reads; members that do not apply are left out. */
export interface GateEvent {
  readonly hook_event_name: string;
  readonly session_id: string;
  readonly cwd: string;
  readonly project_dir: string;
  readonly pid: number;
  readonly [member: string]: unknown;
}

/** What it answers: each member only where there is something to say. */
export interface GateAnswer {
  readonly deny?: string;
  readonly context?: string;
  readonly hold?: string;
}

export class BrokenGate extends Error {}

const OUTPUT_BYTES_MAX = 1024 * 1024;

export class Gate {
  readonly #settings: Settings;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(settings: Settings, environment: NodeJS.ProcessEnv) {
    this.#settings = settings;
    this.#environment = environment;
  }

  /** Rejects with BrokenGate where there is no answer to rely on. */
  async ask(event: GateEvent): Promise<GateAnswer> {
    return answerFrom(await this.#run(event));
  }

  #run(event: GateEvent): Promise<string> {
    const { program, timeoutMs } = this.#settings;
    return new Promise((resolve, reject) => {
      const broken = (why: string): void => reject(new BrokenGate(`${program}: ${why}`));
      const child = spawn(program, ["hook", event.hook_event_name, "--host", "openclaw"], {
        env: this.#environment,
        stdio: ["pipe", "pipe", "ignore"],
      });
      const timer = setTimeout(() => {
        child.kill("SIGKILL");
        broken(`no answer within ${timeoutMs} ms`);
      }, timeoutMs);
      let output = "";
      child.stdout.setEncoding("utf8");
      child.stdout.on("data", (part: string) => {
        output += part;
        if (output.length > OUTPUT_BYTES_MAX) child.kill("SIGKILL");
      });
      child.on("error", (error) => {
        clearTimeout(timer);
        broken(error.message);
      });
      child.on("close", (code, signal) => {
        clearTimeout(timer);
        if (code === 0) resolve(output);
        else broken(signal === null ? `exit code ${code}` : `ended by ${signal}`);
      });
      // A program that does not read to the end is judged by its exit code alone.
      child.stdin.on("error", () => undefined);
      child.stdin.end(JSON.stringify(event));
    });
  }
}

function answerFrom(output: string): GateAnswer {
  if (output.trim() === "") return {};
  const answer: unknown = parsed(output);
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    throw new BrokenGate("the answer is not a JSON object");
  }
  for (const name of ["deny", "context", "hold"]) {
    const value = (answer as Record<string, unknown>)[name];
    if (value !== undefined && typeof value !== "string") {
      throw new BrokenGate(`${name} in the answer is not a text`);
    }
  }
  return answer;
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    throw new BrokenGate("the answer is not JSON");
  }
}
