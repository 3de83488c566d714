// Every page of the rail, and those below.
export const kPages = [
  { address: '/', testid: 'page-now' },
  { address: '/runs', testid: 'page-runs' },
  { address: '/work', testid: 'page-work' },
  { address: '/requirements', testid: 'page-requirements' },
  { address: '/continuity', testid: 'page-continuity' },
  { address: '/cost', testid: 'page-cost' },
  { address: '/health', testid: 'page-health' },
  { address: '/search', testid: 'page-search' },
];

// With the pages of one run, of one work session, and of results, on the demo's data.
export async function allPages(stage, { run = 'refunds', slug = 'idempotent-refunds', word = 'refunds' } = {}) {
  const { items } = await stage.server.json('/api/v1/work');
  const { project } = items.find((item) => item.slug === slug);
  const id = stage.world.runs[run];
  return [
    ...kPages.filter(({ testid }) => testid !== 'page-search'),
    { address: `/runs/${id}`, testid: 'page-run' },
    { address: `/runs/${id}?view=state`, testid: 'page-run' },
    { address: `/work/${encodeURIComponent(project)}/${slug}`, testid: 'page-work-session' },
    { address: `/search?q=${encodeURIComponent(word)}`, testid: 'page-search' },
  ];
}
