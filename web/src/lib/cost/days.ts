// Costs by day as a chart wants them: every day has a value, also one without any cost.
import type { CostRow } from '../api/types';

const kDayS = 86_400;
const kDaysMin = 7; // One bar alone tells nothing.
const kDaysMax = 3660; // A wrong date must not make a chart of a million days.

export interface DaySeries {
  seconds: number[];
  usd: number[];
}

export function daySeries(rows: CostRow[]): DaySeries {
  const byDay = new Map<number, number>();
  for (const row of rows) {
    const at = Date.parse(`${row.key.slice(0, 10)}T00:00:00Z`) / 1000;
    if (!Number.isNaN(at)) byDay.set(at, (byDay.get(at) ?? 0) + row.usd);
  }
  const known = [...byDay.keys()].sort((a, b) => a - b);
  const last = known.at(-1);
  const series: DaySeries = { seconds: [], usd: [] };
  if (last === undefined) return series;
  const week = last - (kDaysMin - 1) * kDayS;
  const first = Math.max(Math.min(known[0] ?? last, week), last - kDaysMax * kDayS);
  for (let at = first; at <= last; at += kDayS) {
    series.seconds.push(at);
    series.usd.push(byDay.get(at) ?? 0);
  }
  return series;
}
