// Every address of /api/v1 that the page asks, each with the type of its answer.
import type {
  Continuity,
  ContinuityScores,
  CostBy,
  Costs,
  Denial,
  Health,
  Now,
  Page,
  Project,
  RequirementReport,
  Requirements,
  RunDetail,
  RunEvent,
  RunSummary,
  SearchHit,
  StateDiff,
  Version,
  Violation,
  WorkDetail,
  WorkSummary,
} from './types';

import { team, type Scope } from '../team/team.svelte';

// The answer is only for the type checker; at run time an address is a text.
export type Address<Answer> = string & { readonly answer?: Answer };

type Parameters = Record<string, string | number | null | undefined>;

function address<Answer>(path: string, parameters: Parameters = {}): Address<Answer> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return `/api/v1/${path}${text === '' ? '' : `?${text}`}`;
}

const part = encodeURIComponent;

// What the header's switch says; an address of this machine is as it always was.
const scoped = (scope: Scope = team.scope) => ({ scope: scope === 'team' ? scope : '' });
// Which of both an address asks: what another machine sends can change only the one.
export const scopeOf = (asked: string): Scope => (/[?&](scope=team|machine=)/.test(asked) ? 'team' : 'machine');

export function behind<Answer>(first: Address<Answer>, cursor: string): Address<Answer> {
  return `${first}${first.includes('?') ? '&' : '?'}cursor=${part(cursor)}`;
}

export const now = () => address<Now>('now', scoped());
export const projects = (scope?: Scope) => address<Page<Project>>('projects', { limit: 200, ...scoped(scope) });

export const runs = (filter: { project?: string; health?: string; limit?: number }) =>
  address<Page<RunSummary>>('runs', { limit: 50, ...filter, ...scoped() });
export const run = (id: string, machine: string) => address<RunDetail>(`runs/${part(id)}`, { machine });
// Of a run of another machine.
export const runDenials = (run: string, machine: string) =>
  address<Page<Denial>>('denials', { run, machine, scope: 'team', limit: 50 });
export const runEvents = (id: string, kind: string, limit = 60) =>
  address<Page<RunEvent>>(`runs/${part(id)}/events`, { kind, limit });
export const runVersions = (id: string) => address<Page<Version>>(`runs/${part(id)}/versions`, { limit: 50 });
export const runState = (id: string, version: number) => address<unknown>(`runs/${part(id)}/state`, { version });
export const runDiff = (id: string, from: number, to: number) =>
  address<StateDiff>(`runs/${part(id)}/diff`, { from, to });

export const workBoard = (filter: { project?: string; phase?: string; status?: string }) =>
  address<Page<WorkSummary>>('work', { limit: 20, ...filter, ...scoped() });
export const work = (project: string, slug: string, machine: string) =>
  address<WorkDetail>(`work/${part(project)}/${part(slug)}`, { machine });

export const requirements = (project: string) => address<Requirements>('requirements', { project, limit: 50 });
export const requirementReport = (project: string, days: number) =>
  address<RequirementReport>('requirements/report', { project, days });

export const continuity = () => address<Continuity>('continuity', { limit: 50 });
export const continuityChain = (session: string, depth: number) =>
  address<Continuity>('continuity/chain', { session, depth });
export const continuityScores = (project: string) => address<ContinuityScores>('continuity/scores', { project });

export const costs = (filter: { by: CostBy; since: string; project?: string }) => address<Costs>('costs', { ...filter, ...scoped() });

export const violations = (project: string) => address<Page<Violation>>('violations', { project, limit: 50 });
export const health = () => address<Health>('health');
export const search = (q: string) => address<Page<SearchHit>>('search', { q, limit: 50, ...scoped() });
