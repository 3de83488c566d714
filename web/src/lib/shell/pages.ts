// The pages of the rail, the key that goes to each, and how its code is fetched. Now is part of the
// first script; every other page comes when it is wanted.
import type { Component } from 'svelte';
import type { PageName } from '../router/router.svelte';
import type { IconName } from '../ui/icons';

export interface RailEntry {
  page: PageName;
  href: string;
  word: string;
  icon: IconName;
  key: string; // After `g`.
}

export const kRail: RailEntry[] = [
  { page: 'now', href: '/', word: 'Now', icon: 'now', key: 'n' },
  { page: 'runs', href: '/runs', word: 'Runs', icon: 'runs', key: 'r' },
  { page: 'work', href: '/work', word: 'Work', icon: 'work', key: 'w' },
  { page: 'requirements', href: '/requirements', word: 'Requirements', icon: 'requirements', key: 'q' },
  { page: 'continuity', href: '/continuity', word: 'Continuity', icon: 'continuity', key: 'c' },
  { page: 'cost', href: '/cost', word: 'Cost', icon: 'cost', key: 'o' },
  { page: 'health', href: '/health', word: 'Health', icon: 'health', key: 'h' },
];

// Which entry is lit for a page that has none of its own.
export function railPage(page: PageName): PageName {
  if (page === 'run') return 'runs';
  if (page === 'work_session') return 'work';
  return page;
}

type Loader = () => Promise<{ default: Component }>;

export const kLoaders: Partial<Record<PageName, Loader>> = {
  runs: () => import('../../pages/Runs.svelte'),
  run: () => import('../../pages/Run.svelte'),
  work: () => import('../../pages/Work.svelte'),
  work_session: () => import('../../pages/WorkSession.svelte'),
  requirements: () => import('../../pages/Requirements.svelte'),
  continuity: () => import('../../pages/Continuity.svelte'),
  cost: () => import('../../pages/Cost.svelte'),
  health: () => import('../../pages/Health.svelte'),
  search: () => import('../../pages/Search.svelte'),
};
