// What the server answers under /api/v1, as docs/api/openapi.json has it. Times are ISO 8601 in UTC;
// what is not known is null, never left out.

export interface Page<Item> {
  items: Item[];
  next: string | null; // The cursor of the page behind this one.
}

export interface Problem {
  error: { code: string; message: string; hint: string | null };
}

// ---- Now

export interface Server {
  version: string;
  started_at: string;
  actions_allowed: boolean;
  streams: number; // Browsers that listen.
  index: { behind_bytes: number; is_catching_up: boolean; problems: string[] };
  // The team's server; null where none was joined. `problem`: why it cannot be asked.
  team: { server: string | null; machine_name: string; problem: string | null } | null;
}

export type RunHealth = 'live' | 'idle' | 'ended' | 'broken';

export interface RunSummary {
  id: string;
  short_id: string; // What people type.
  project: string;
  project_name: string;
  host: string | null; // "claude-code"
  health: RunHealth;
  mode: string | null;
  phase: string | null; // Of the session protocol.
  branch: string | null;
  worktree: string | null;
  work: string | null; // The slug of what it works on.
  version: number;
  started_at: string | null;
  heartbeat_at: string | null;
  ended_at: string | null;
  end_reason: string | null;
  last_tool: { tool: string; at: string; allowed: boolean; summary: string } | null;
  cost_usd: number | null;
  denials: number;
  degraded: string[]; // Why it is not wholly as it should be: faults, an untrusted note, a pause.
  machine: string | null; // Whose it is; null: this one's.
  machine_name: string | null; // null where only this machine was asked about.
}

export interface Now {
  server: Server;
  runs: RunSummary[]; // Live first, then idle, each the last active first; at most 200.
  recent_denials: Denial[]; // Of all projects, the newest ten.
  today: { usd: number | null; runs: number; tool_calls: number; denials: number };
}

// ---- Projects

export interface Project {
  id: string;
  name: string;
  root: string;
  is_here: boolean; // Its folder is still there.
  live_runs: number;
  last_run_at: string | null;
  machine: string | null; // Whose it is; null: this one's.
  machine_name: string | null; // null where only this machine was asked about.
}

// ---- Runs

export interface Agent {
  id: string;
  parent: string | null; // The id of the agent that started it; null for the main one.
  role: 'main' | 'subagent';
  type: string | null;
  name: string | null;
  model: string | null;
  status: string | null;
  started_at: string | null;
  completed_at: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cost_usd: number | null;
}

// What the gate said, and why.
export interface GateAnswer {
  allowed: boolean;
  tool: string;
  rule: string;
  mode: string | null;
  targets: string[];
  command: string | null;
  message: string | null;
  missing: string | null;
  next_step: string | null;
  warning: string | null;
  source: { file: string; line: number } | null;
  unmet: { name: string; standing: string; enforced: string }[];
  decision_id: string; // For `holdfast why ID`.
}

export interface RunEvent {
  seq: number;
  at: string;
  // "gate", "prompt", "after_tool", "tool_failed", "session_start", "state", "fault", "requirement", …
  kind: string;
  actor: string;
  agent: string | null;
  summary: string;
  gate: GateAnswer | null; // Of kind "gate" and "permission".
  payload: unknown; // The journal's own words.
}

export interface Version {
  version: number;
  at: string;
  actor: string;
  what: string;
}

export interface StateDifference {
  path: string; // A JSON pointer.
  change: 'added' | 'removed' | 'changed';
  before: unknown;
  after: unknown;
}
export interface StateDiff {
  from: number;
  to: number;
  differences: StateDifference[];
}

export interface EvidenceItem {
  gate: string;
  step: string | null;
  type: string;
  evidence: string;
  trust: string;
  at: string | null;
}
export interface ProtocolView {
  session_id: string;
  objective: string;
  phase: string;
  branch: string | null;
  started_at: string | null;
  gates: { gate: string; level: string; status: string; message: string | null }[];
  evidence: EvidenceItem[];
}
export interface RunDetail {
  run: RunSummary;
  is_readable: boolean; // False: the note is bad or gone, and only the index tells of it.
  problem: string | null;
  paused_until: string | null;
  loosened: string[]; // What is looser than a known person made it, a clause each.
  feature: string | null;
  task: string | null;
  agents: Agent[];
  decisions: { id: string; at: string | null; by: string | null; text: string; why: string | null }[];
  verdicts: { at: string | null; by: string | null; verdict: string; text: string | null }[];
  handoffs: { at: string | null; from: string | null; to: string | null; text: string | null }[];
  protocol: ProtocolView | null;
  requirements: { name: string; standing: string; enforced: string; why: string | null; way_out: string | null }[];
  pins: Pin[];
  versions: number; // How many there are.
  sent_at: string | null; // Of another machine's: when it last sent something. What its files tell is missing.
}

export interface Denial {
  id: string; // For `holdfast why ID`.
  run: string;
  run_short_id: string;
  project: string;
  project_name: string;
  at: string;
  tool: string;
  rule: string;
  message: string | null;
  next_step: string | null;
  machine: string | null; // Whose it is; null: this one's.
  machine_name: string | null; // null where only this machine was asked about.
}

// ---- Work sessions

export interface WorkSummary {
  project: string;
  project_name: string;
  slug: string;
  title: string;
  description: string | null;
  type: string | null;
  phase: string;
  status: string;
  branch: string | null;
  checkpoints_total: number;
  checkpoints_completed: number;
  current_checkpoint: number | null;
  cost_usd: number | null;
  updated_at: string | null;
  is_missing: boolean; // Its folder is gone.
  machine: string | null; // Whose it is; null: this one's.
  machine_name: string | null; // null where only this machine was asked about.
}

// A text of the user's as a tree: the page makes elements of it, so no markup of a file is ever
// markup of the page.
export type MarkdownNode =
  | { type: 'document' | 'paragraph' | 'quote' | 'item' | 'emphasis' | 'strong' | 'strike'; children: MarkdownNode[] }
  | { type: 'heading'; level: number; children: MarkdownNode[] }
  | { type: 'list'; ordered: boolean; start: number; children: MarkdownNode[] }
  | { type: 'task'; done: boolean; children: MarkdownNode[] }
  | { type: 'table'; children: MarkdownNode[] } // Of rows; the first is the head.
  | { type: 'row' | 'cell'; children: MarkdownNode[] }
  | { type: 'link'; href: string | null; children: MarkdownNode[] } // null: not one that is safe to follow.
  | { type: 'text' | 'code' | 'html'; text: string }
  | { type: 'code_block'; language: string | null; text: string }
  | { type: 'break' | 'rule' };

export interface PlanTask {
  id: string;
  title: string;
  file: string | null;
  status: string | null;
}
export interface PlanCheckpoint {
  id: number;
  title: string;
  goal: string | null;
  status: 'done' | 'current' | 'open';
  prerequisites: number[];
  verification: string[];
  groups: { id: string; title: string; objective: string | null; status: string | null; tasks: PlanTask[] }[];
}
export interface WorkDetail {
  work: WorkSummary;
  folder: string;
  created_at: string | null;
  base_branch: string | null;
  worktree: string | null;
  phases: { phase: string; started_at: string | null; completed_at: string | null }[];
  commits: { sha: string; message: string; checkpoint: number | null; at: string | null }[];
  spec: MarkdownNode | null;
  plan: { checkpoints: PlanCheckpoint[] } | null;
  plan_problem: string | null;
  runs: RunSummary[]; // That worked on it, the newest first; at most 50.
  warnings: string[];
  sent_at: string | null; // Of another machine's: when it last sent something. What its folder has is missing.
}

// ---- Requirements

export interface RequirementRule {
  name: string;
  description: string | null;
  type: string;
  scope: string;
  enforced: string; // observe, warn, block
  enabled: boolean;
  source: { file: string; line: number } | null;
}
export interface RequirementMark {
  requirement: string;
  session: string | null; // null: for all sessions of the branch.
  satisfied: boolean;
  // For the branch that is checked out, what the gate would say: met, unmet, expired, stale,
  // no_evidence, guarded, exceeded. For others what the file alone tells: met, unmet, expired.
  standing: string;
  satisfied_by: string | null;
  satisfied_at: string | null;
  expires_at: string | null;
  triggered: boolean;
}
export interface RequirementBranch {
  branch: string;
  is_checked_out: boolean;
  marks: RequirementMark[];
}
// A page of branches, with what is the same for all of them.
export interface Requirements extends Page<RequirementBranch> {
  project: string;
  project_name: string;
  rules: RequirementRule[];
  problems: string[];
}
export interface RequirementReportRow {
  name: string;
  denials: number;
  suspect: number;
  false_deny_rate: number | null;
  would_deny: number;
  overrides: number;
  approvals: number;
  holds: number;
  violations: number;
  median_wait_ms: number | null;
}
export interface RequirementReport {
  project: string;
  since: string | null;
  first_at: string | null;
  runs: number;
  rows: RequirementReportRow[];
  total: RequirementReportRow;
  worst: string | null;
}

// ---- Continuity

export interface Pin {
  content: string;
  label: string | null;
  importance: string | null;
  pinned_at: string | null;
  inherited_from: string | null;
}
export interface ContinuitySession {
  id: string;
  short_id: string;
  start_time: string;
  end_time: string | null;
  channel: string | null;
  topics: string[];
  pending_tasks: string[];
  pins: Pin[];
  previous: string | null;
  continued_by: string | null;
  crash_recovered: boolean;
  projects: string[];
}
export interface ContinuityLink {
  from: string; // `to` took over from `from`.
  to: string;
  score: number | null;
  at: string | null;
}
export interface Continuity extends Page<ContinuitySession> {
  links: ContinuityLink[]; // Among the sessions of this page, and out of it.
}
export interface ContinuityScore {
  session: string;
  end_time: string | null;
  channel: string | null;
  hours: number;
  recency: number;
  overlap: number;
  pending: number;
  score: number;
  shared_topics: string[];
  chosen: boolean;
  verdict: string;
}
export interface ContinuityScores {
  project: string;
  keywords: string[];
  threshold: number;
  sessions: ContinuityScore[];
  preamble: string; // What a session that begins now would be told; "" for nothing.
}

// ---- Cost

// `machine` is of a team alone; a team has no branch, agent and work.
export type CostBy = 'day' | 'project' | 'branch' | 'model' | 'agent' | 'session' | 'work' | 'machine';
export interface CostRow {
  key: string;
  detail: string | null;
  usd: number;
  has_unpriced: boolean;
  input: number;
  output: number;
  cache_read: number | null; // null: a machine does not send it.
  cache_write: number | null;
  requests: number | null;
  cache_hit_rate: number | null; // cache_read / (cache_read + cache_write + input)
  machine: string | null; // Whose it is; null: this one's.
  machine_name: string | null; // null where only this machine was asked about.
}
export interface Costs {
  by: CostBy;
  since: string | null;
  until: string | null;
  total: CostRow;
  rows: CostRow[];
  unpriced: { model: string; input: number; output: number }[];
  budgets: { name: 'session' | 'day' | 'month'; limit_usd: number; spent_usd: number }[];
  problems: string[];
  counted: string | null; // How a team's sums are counted: by the day on which a run began.
}

// ---- Health, search

export interface Violation {
  project: string;
  project_name: string;
  session: string | null;
  run: string | null; // Where the session is a run of ours.
  at: string | null;
  phase: string | null;
  requirement: string | null;
  severity: string | null;
  recovery: string | null;
  machine: string | null; // Whose it is; null: this one's.
  machine_name: string | null; // null where only this machine was asked about.
}
export interface Fault {
  run: string;
  run_short_id: string;
  project: string;
  project_name: string;
  at: string;
  summary: string;
  machine: string | null; // Whose it is; null: this one's.
  machine_name: string | null; // null where only this machine was asked about.
}
export interface Finding {
  severity: 'good' | 'remark' | 'problem';
  subject: string;
  message: string;
  repair: string | null;
}
export interface Health {
  server: Server;
  faults: Fault[]; // The newest fifty of all projects.
  projects: { project: string; project_name: string; findings: Finding[] }[];
}

export interface SearchHit {
  kind: string; // "work", "spec", "decision", "prompt", "session", …
  project: string;
  id: string; // Of the run or the work session.
  title: string;
  excerpt: { text: string; match: boolean }[];
  at: string | null;
  machine: string | null; // Whose it is; null: this one's.
  machine_name: string | null; // null where only this machine was asked about.
}

// ---- The live feed: GET /api/v1/live, server-sent events. `id:` numbers them; a browser that comes
// back with Last-Event-ID gets what it missed, or `resync` where that is too long ago.

export interface LiveEvents {
  hello: { server: Server };
  activity: { project: string; project_name: string; run: string; event: RunEvent };
  // What a page shows may have changed: it asks again. `team`: another machine has sent something.
  changed: {
    what: ('runs' | 'work' | 'requirements' | 'continuity' | 'costs' | 'health')[];
    project: string | null;
    scope: 'machine' | 'team';
  };
  resync: Record<string, never>;
}

// ---- Actions: POST /api/v1/actions/…, only with --allow-actions. Each is journalled with the actor
// "dashboard".

export interface ActionResult {
  message: string; // One sentence of what was done.
}
export interface ApproveAction {
  project: string;
  run: string;
  names: string[]; // Requirements, for this session and their approval_ttl.
  operator_token?: string; // A person's, typed in: an approval and a pause need it.
}
export type SatisfyAction = ApproveAction & { for_branch?: boolean };
export interface PauseAction {
  project: string;
  run: string;
  minutes: number; // 1 to 30; 0 resumes.
  reason?: string;
  operator_token?: string; // Not needed to resume.
}
export interface EndAction {
  project: string;
  run: string;
  reason?: string;
}

// ---- Addresses
//
// now, projects, runs, denials, work, costs, violations, health and search take `scope`: `machine`,
// or `team` for the rows of all machines that share a server; 503 where that does not answer. A run
// and a work session of another machine are asked for with `machine`, its id.
//
//   GET  /api/v1/now                                    Now
//   GET  /api/v1/projects                               Page<Project>
//   GET  /api/v1/runs?project&health&cursor&limit       Page<RunSummary>      newest first
//   GET  /api/v1/runs/{id}                              RunDetail             any alias of a run
//   GET  /api/v1/runs/{id}/events?kind&cursor&limit     Page<RunEvent>        newest first
//   GET  /api/v1/runs/{id}/versions?cursor&limit        Page<Version>         newest first
//   GET  /api/v1/runs/{id}/state?version                the state, as `session show --json` has it
//   GET  /api/v1/runs/{id}/diff?from&to                 StateDiff
//   GET  /api/v1/denials?project&run&cursor&limit       Page<Denial>
//   GET  /api/v1/work?project&phase&status&cursor&limit Page<WorkSummary>     last changed first
//   GET  /api/v1/work/{project}/{slug}                  WorkDetail
//   GET  /api/v1/requirements?project&cursor&limit      Requirements          no project: the last used
//   GET  /api/v1/requirements/report?project&days       RequirementReport
//   GET  /api/v1/continuity?cursor&limit                Continuity            newest first
//   GET  /api/v1/continuity/chain?session&depth         Continuity            next is null
//   GET  /api/v1/continuity/scores?project              ContinuityScores
//   GET  /api/v1/costs?by&since&until&project           Costs                 since: a day, or "30d"
//   GET  /api/v1/violations?project&cursor&limit        Page<Violation>
//   GET  /api/v1/health                                 Health
//   GET  /api/v1/search?q&project&limit                 Page<SearchHit>       next is null
//   GET  /api/v1/live                                   text/event-stream
//   GET  /api/v1/openapi.json                           the description of all this
//   POST /api/v1/actions/{approve,satisfy,pause,end}    ActionResult
