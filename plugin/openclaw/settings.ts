// What a person may set under plugins.entries.holdfast.config; openclaw.plugin.json has the schema.

export interface Settings {
  readonly program: string;
  readonly timeoutMs: number;
  /** Whose files keep what a session leaves to the next one. */
  readonly files: "openclaw" | "holdfast";
}

// The host blocks a call by itself after 15 s, but says less about why.
const DEFAULTS: Settings = { program: "holdfast", timeoutMs: 10_000, files: "openclaw" };

export function settingsFrom(config: Readonly<Record<string, unknown>> | undefined): Settings {
  const { program, timeoutMs, files } = config ?? {};
  return {
    program: typeof program === "string" && program !== "" ? program : DEFAULTS.program,
    timeoutMs: typeof timeoutMs === "number" && timeoutMs > 0 ? timeoutMs : DEFAULTS.timeoutMs,
    files: files === "holdfast" ? "holdfast" : DEFAULTS.files,
  };
}

/** What the program is started with: it keeps its files where the settings say. */
export function environmentOf(settings: Settings): NodeJS.ProcessEnv {
  return { ...process.env, HOLDFAST_SESSION_PERSISTENCE_LAYOUT: settings.files };
}
