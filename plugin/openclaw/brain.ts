// OpenClaw's brain.db: what sessions left, as rows for those who ask it.
//
// No hook opens a database. The program's own command takes in what is new, beside the turns: one at
// a time, and once more where something happened meanwhile.
import { spawn } from "node:child_process";

import type { Settings } from "./settings.ts";

export class Brain {
  readonly #settings: Settings;
  readonly #environment: NodeJS.ProcessEnv;
  #running: Promise<void> | undefined;
  #again = false;

  constructor(settings: Settings, environment: NodeJS.ProcessEnv) {
    this.#settings = settings;
    this.#environment = environment;
  }

  /** Nothing where Holdfast keeps its own files: its index catches up when it is asked. */
  refresh(): Promise<void> {
    if (this.#settings.files !== "openclaw") return Promise.resolve();
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#untilDone();
    return this.#running;
  }

  async #untilDone(): Promise<void> {
    do {
      this.#again = false;
      await this.#update();
    } while (this.#again);
    this.#running = undefined;
  }

  #update(): Promise<void> {
    return new Promise((resolve) => {
      const child = spawn(this.#settings.program, ["index", "update"], {
        env: this.#environment,
        stdio: "ignore",
        timeout: this.#settings.timeoutMs,
        killSignal: "SIGKILL",
      });
      // A copy that is behind is behind until the next time.
      child.on("error", () => resolve());
      child.on("close", () => resolve());
    });
  }
}
