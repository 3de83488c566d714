// Which project a page that can only show one is about: the one that the address names, else the one
// that was used last. For the script of a component.
import { router } from '../router/router.svelte';
import { projects as projectsAddress } from './addresses';
import { resource, type Resource } from './resource.svelte';
import type { Page, Project } from './types';

interface Chosen {
  readonly id: string; // "" while the projects are not known yet, or where there is none.
  readonly projects: Resource<Page<Project>>;
}

export function chosenProject(): Chosen {
  const projects = resource(() => projectsAddress('machine'));
  const last = $derived(
    (projects.data?.items ?? []).reduce<Project | null>(
      (best, some) => (best === null || (some.last_run_at ?? '') > (best.last_run_at ?? '') ? some : best),
      null,
    ),
  );
  const id = $derived(router.place.query.get('project') ?? last?.id ?? '');
  return {
    get id() {
      return id;
    },
    projects,
  };
}
