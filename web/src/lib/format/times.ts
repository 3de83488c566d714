// Times: how long ago for reading, the exact moment for the title.
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const dayOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const clockOnly = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

const kSteps: [unit: Intl.RelativeTimeFormatUnit, ms: number, untilMs: number][] = [
  ['second', 1000, 60_000],
  ['minute', 60_000, 3_600_000],
  ['hour', 3_600_000, 86_400_000],
  ['day', 86_400_000, 30 * 86_400_000],
  ['month', 30.44 * 86_400_000, 365 * 86_400_000],
];

export function ago(iso: string, nowMs: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const distance = at - nowMs;
  const size = Math.abs(distance);
  if (size < 5000) return 'now';
  for (const [unit, ms, untilMs] of kSteps) {
    if (size < untilMs) return relative.format(Math.trunc(distance / ms), unit);
  }
  return relative.format(Math.trunc(distance / (365.25 * 86_400_000)), 'year');
}

export function moment(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : exact.format(at);
}

// The time of day; with the day where that is not today.
export function clockTime(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return (isToday ? clockOnly : dayAndClock).format(at);
}

// "2026-11-16" is a day wherever it is read.
export function day(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : dayOnly.format(at);
}

export function duration(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.round(hours / 24)} days`;
}

export function between(from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null;
  const span = Date.parse(to) - Date.parse(from);
  if (Number.isNaN(span) || span < 0) return null;
  return span < 1000 ? 'a moment' : duration(span);
}
