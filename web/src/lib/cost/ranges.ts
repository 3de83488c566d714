// How far back costs are shown.
export const kRanges = [
  { value: '7d', word: '7 days' },
  { value: '30d', word: '30 days' },
  { value: '90d', word: '90 days' },
  { value: 'all', word: 'All' },
] as const;
export type Range = (typeof kRanges)[number]['value'];
export const isRange = (text: string): text is Range => kRanges.some(({ value }) => value === text);
// The server takes a missing `since` for the beginning, and for thirty days where it is the team's.
export const sinceOf = (range: Range, isTeam: boolean): string => {
  if (range !== 'all') return range;
  return isTeam ? '1970-01-01' : '';
};
