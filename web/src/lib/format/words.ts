// Words of the state as people would say them.
import type { IconName } from '../ui/icons';

export type Tone = 'good' | 'bad' | 'warn' | 'accent' | 'plain';

// "before_compaction" → "Before compaction", "CONTEXT_RETRIEVAL" → "Context retrieval"
export function spoken(word: string): string {
  const plain = word === word.toUpperCase() ? word.toLowerCase() : word;
  const text = plain.replace(/[_.-]+/g, ' ').trim();
  return text === '' ? word : text.charAt(0).toUpperCase() + text.slice(1);
}

export interface Sign {
  icon: IconName;
  tone: Tone;
  word: string;
}

const kStandings: Record<string, Sign> = {
  met: { icon: 'check', tone: 'good', word: 'Met' },
  unmet: { icon: 'cross', tone: 'bad', word: 'Unmet' },
  expired: { icon: 'clock', tone: 'warn', word: 'Expired' },
  stale: { icon: 'clock', tone: 'warn', word: 'Stale' },
  no_evidence: { icon: 'warning', tone: 'warn', word: 'No evidence' },
  guarded: { icon: 'lock', tone: 'warn', word: 'Guarded' },
  exceeded: { icon: 'cross', tone: 'bad', word: 'Exceeded' },
};
export function standingSign(standing: string): Sign {
  return kStandings[standing.toLowerCase()] ?? { icon: 'dot', tone: 'plain', word: spoken(standing) };
}

const kHealth: Record<string, Sign> = {
  live: { icon: 'pulse', tone: 'good', word: 'Live' },
  idle: { icon: 'clock', tone: 'plain', word: 'Idle' },
  ended: { icon: 'flag', tone: 'plain', word: 'Ended' },
  broken: { icon: 'warning', tone: 'bad', word: 'Broken' },
};
export function healthSign(health: string): Sign {
  return kHealth[health] ?? { icon: 'dot', tone: 'plain', word: spoken(health) };
}

// Of gates, evidence, checkpoints, agents and whatever else says how it is going.
export function statusSign(status: string): Sign {
  const text = status.toLowerCase();
  const word = spoken(text);
  if (/^(done|complete|completed|pass|passed|ok|met|satisfied|good|accepted|approve|approved)$/.test(text))
    return { icon: 'check', tone: 'good', word };
  if (/^(fail|failed|blocked|denied|reject|rejected|error|problem|broken|critical|high)$/.test(text))
    return { icon: 'cross', tone: 'bad', word };
  if (/^(warn|warning|stale|paused|remark|medium|degraded|skipped|conditional|needs_revision)$/.test(text))
    return { icon: 'warning', tone: 'warn', word };
  if (/^(current|active|running|in_progress|in progress|started|executing|live)$/.test(text))
    return { icon: 'pulse', tone: 'accent', word };
  return { icon: 'dot', tone: 'plain', word };
}
