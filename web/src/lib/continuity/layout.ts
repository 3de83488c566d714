// Places the sessions of a chain: time goes from left to right, a chain keeps its lane. Sessions
// that no link joins may share a column, so that the graph stays short.
import type { ContinuityLink, ContinuitySession } from '../api/types';

export interface PlacedSession {
  session: ContinuitySession;
  column: number;
  lane: number;
}
export interface PlacedLink {
  link: ContinuityLink;
  from: PlacedSession | null; // null: it is on a page that is not loaded.
  to: PlacedSession;
}
export interface ChainLayout {
  sessions: PlacedSession[]; // The oldest first.
  links: PlacedLink[];
  columns: number;
  lanes: number;
}

export function layoutChain(sessions: ContinuitySession[], links: ContinuityLink[]): ChainLayout {
  const ordered = [...sessions].sort((a, b) => a.start_time.localeCompare(b.start_time));
  // A session may have taken over from several; the first of them is the one that was chosen.
  const parentsOf = new Map<string, string[]>();
  for (const { from, to } of links) parentsOf.set(to, [...(parentsOf.get(to) ?? []), from]);
  const openChildren = new Map<string, number>();
  for (const { from } of links) openChildren.set(from, (openChildren.get(from) ?? 0) + 1);

  const placed = new Map<string, PlacedSession>();
  const laneEnds: PlacedSession[] = [];
  let column = 0;

  // The lane of its parent where that ends with the parent; else one that nobody goes on in.
  function laneFor(parent: PlacedSession | undefined): number {
    if (parent !== undefined && laneEnds[parent.lane] === parent) return parent.lane;
    const free = laneEnds.findIndex((end) => end.column < column && (openChildren.get(end.session.id) ?? 0) === 0);
    return free === -1 ? laneEnds.length : free;
  }

  for (const session of ordered) {
    const parentIds = parentsOf.get(session.id) ?? [];
    const parents = parentIds.flatMap((id) => placed.get(id) ?? []);
    const lane = laneFor(parents[0]);
    const end = laneEnds[lane];
    const isTaken =
      (end !== undefined && end.column >= column) || parents.some((parent) => parent.column >= column);
    if (isTaken) column += 1;
    const place = { session, column, lane };
    placed.set(session.id, place);
    laneEnds[lane] = place;
    for (const id of parentIds) openChildren.set(id, (openChildren.get(id) ?? 1) - 1);
  }

  return {
    sessions: [...placed.values()],
    links: links.flatMap((link) => {
      const to = placed.get(link.to);
      return to === undefined ? [] : [{ link, from: placed.get(link.from) ?? null, to }];
    }),
    columns: column + 1,
    lanes: laneEnds.length,
  };
}
