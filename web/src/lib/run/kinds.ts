// The kinds of events of a run, as the timeline names and filters them.
import type { RunEvent } from '../api/types';
import type { IconName } from '../ui/icons';

export type Filter = 'all' | 'prompts' | 'tools' | 'gates' | 'denied' | 'state' | 'requirements' | 'faults';

interface FilterEntry {
  word: string;
  ask: string; // The `kind` that the server is asked for.
  fits: (event: RunEvent) => boolean; // The same for events of the live feed.
}

const isOf =
  (...kinds: string[]) =>
  ({ kind }: RunEvent) =>
    kinds.includes(kind);

export const kFilters: Record<Filter, FilterEntry> = {
  all: { word: 'All', ask: '', fits: () => true },
  prompts: { word: 'Prompts', ask: 'prompt', fits: isOf('prompt') },
  tools: { word: 'Tools', ask: 'after_tool,tool,tool_failed', fits: isOf('after_tool', 'tool', 'tool_failed') },
  gates: { word: 'Gate', ask: 'gate,permission', fits: isOf('gate', 'permission') },
  denied: { word: 'Denied', ask: 'denied', fits: ({ gate }) => gate !== null && !gate.allowed },
  state: { word: 'State', ask: 'state,state.void', fits: isOf('state', 'state.void') },
  requirements: { word: 'Requirements', ask: 'requirement', fits: isOf('requirement') },
  faults: {
    word: 'Faults',
    ask: 'fault,refused,tool_failed,journal.repaired',
    fits: isOf('fault', 'refused', 'tool_failed', 'journal.repaired'),
  },
};

export const isFilter = (text: string): text is Filter => text in kFilters;

const kIcons: Record<string, IconName> = {
  prompt: 'prompt',
  after_tool: 'tool',
  tool: 'tool',
  tool_failed: 'warning',
  state: 'state',
  'state.void': 'state',
  requirement: 'requirements',
  fault: 'warning',
  refused: 'denied',
  handoff: 'handoff',
  agent_start: 'agent',
  agent_stop: 'agent',
  session_start: 'play',
  session_end: 'flag',
  'journal.repaired': 'warning',
  work: 'work',
};

export function kindIcon({ kind, gate }: RunEvent): IconName {
  if (gate !== null) return gate.allowed ? 'check' : 'denied';
  return kIcons[kind] ?? 'dot';
}
