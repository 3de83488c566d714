// What one event of the live feed changes in what Now shows, without asking for all of it again.
import type { Denial, LiveEvents, Now, RunSummary } from '../api/types';

const kDenialsShown = 10;

function denialOf({ project, project_name, run, event }: LiveEvents['activity'], shortId: string): Denial | null {
  if (event.gate === null || event.gate.allowed) return null;
  return {
    id: event.gate.decision_id,
    run,
    run_short_id: shortId,
    project,
    project_name,
    at: event.at,
    tool: event.gate.tool,
    rule: event.gate.rule,
    message: event.gate.message,
    next_step: event.gate.next_step,
    machine: null,
    machine_name: null,
  };
}

export function followedRun(run: RunSummary, { event }: LiveEvents['activity']): RunSummary {
  const { gate } = event;
  const seen = { ...run, heartbeat_at: event.at, health: run.health === 'idle' ? ('live' as const) : run.health };
  if (gate === null) return seen;
  return {
    ...seen,
    last_tool: { tool: gate.tool, at: event.at, allowed: gate.allowed, summary: event.summary },
    denials: run.denials + (gate.allowed ? 0 : 1),
  };
}

// null: the run is not among those shown, so only the server can tell.
export function followed(now: Now, activity: LiveEvents['activity']): Now | null {
  const run = now.runs.find(({ id }) => id === activity.run);
  if (run === undefined) return null;
  // The answer may have come after the event: then it is in there already.
  if (run.last_tool !== null && activity.event.gate !== null && activity.event.at <= run.last_tool.at) return now;
  const denial = denialOf(activity, run.short_id);
  const isCall = activity.event.gate !== null;
  return {
    ...now,
    runs: now.runs.map((some) => (some === run ? followedRun(run, activity) : some)),
    recent_denials:
      denial === null || now.recent_denials.some(({ id }) => id === denial.id)
        ? now.recent_denials
        : [denial, ...now.recent_denials].slice(0, kDenialsShown),
    today: {
      ...now.today,
      tool_calls: now.today.tool_calls + (isCall ? 1 : 0),
      denials: now.today.denials + (denial === null ? 0 : 1),
    },
  };
}
