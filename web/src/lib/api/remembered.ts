// The last answers of this tab, so that a page that was seen before is there at once and only then
// asked for again.
const kept = new Map<string, unknown>();
const kKeptMax = 40;

export function recall<Answer>(address: string): Answer | null {
  return (kept.get(address) as Answer | undefined) ?? null;
}

export function remember(address: string, answer: unknown): void {
  kept.delete(address); // A Map keeps the order of insertion: the oldest is the first.
  kept.set(address, answer);
  if (kept.size > kKeptMax) {
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  }
}
