// The phases of a work session, in their order.
export const kPhases = ['spec', 'plan', 'build', 'docs', 'complete'] as const;
export const kPhaseWords: Record<string, string> = {
  spec: 'Spec',
  plan: 'Plan',
  build: 'Build',
  docs: 'Docs',
  complete: 'Complete',
};
export const kStatuses = ['active', 'paused', 'complete', 'failed'];
