// Holdfast's shield for Claude Code: a mod that comes before all others of its user. It lets no mod
// in that its user did not name, and asks the gate once more about each call that may change
// something, so that no other mod answers in the gate's place. `holdfast init --shield` writes it.
const PROGRAM = "holdfast";
const TRUSTED = "";

const LIMIT_MS = 10000;
const CHANGING = new Set(["Bash", "Write", "Edit", "MultiEdit", "NotebookEdit"]);

function mayChange(tool) {
  return CHANGING.has(tool) || tool.startsWith("mcp__");
}

function refusal(name) {
  return { refuse: `Holdfast's shield lets in no mod that no person named, and nobody named ${name}` };
}

async function trustedMods($) {
  try {
    const text = await $.fs.read(TRUSTED);
    return String(typeof text === "string" ? text : text?.text ?? text?.content ?? "").split("\n").map((line) => line.trim());
  } catch {
    return []; // There is no list, so nobody is on it.
  }
}

// The gate's words where it denies; nothing where it lets the call go.
async function denialOf($, e) {
  const { tool, tool_use_id, ...input } = e;
  const question = {
    hook_event_name: "PreToolUse",
    session_id: await $.session.id(),
    cwd: await $.session.cwd(),
    tool_name: tool,
    tool_input: input,
    tool_use_id,
  };
  const answer = await $.process.run([PROGRAM, "hook", "PreToolUse", "--again"], {
    stdin: JSON.stringify(question),
    timeoutMs: LIMIT_MS,
  });
  if (answer.exitCode !== 0) return "Holdfast's gate gave no answer. Blocking " + tool + ".";
  const said = answer.stdout.trim();
  if (said === "") return undefined;
  const decision = JSON.parse(said).hookSpecificOutput;
  return decision?.permissionDecision === "deny" ? decision.permissionDecisionReason : undefined;
}

export function register(on) {
  on("plugin.register", async ($, e, next) => {
    if (e.tier === "builtin" || (await trustedMods($)).includes(e.name)) return next(e);
    return refusal(e.name);
  }).catch(($, e, next) => (next.called ? next(e) : refusal(e.name)));

  on("tool.call", async ($, e, next) => {
    if (!mayChange(e.tool)) return next(e);
    const denial = await denialOf($, e);
    return denial === undefined ? next(e) : { deny: denial };
  }).catch(($, e, next) => (next.called ? next(e) : { deny: "Holdfast's shield could not ask the gate. Blocking " + e.tool + "." }));
}
