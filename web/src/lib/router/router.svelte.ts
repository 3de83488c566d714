// Where the page is, by the history of the browser.
export type PageName =
  | 'now'
  | 'runs'
  | 'run'
  | 'work'
  | 'work_session'
  | 'requirements'
  | 'continuity'
  | 'cost'
  | 'health'
  | 'search'
  | 'unknown';

export interface Place {
  page: PageName;
  parts: string[]; // What follows the first segment, decoded.
  query: URLSearchParams;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // A lone "%" is no reason to fail.
  }
}

function pageOf(first: string | undefined, rest: number): PageName {
  switch (first) {
    case undefined:
      return 'now';
    case 'runs':
      return rest === 0 ? 'runs' : rest === 1 ? 'run' : 'unknown';
    case 'work':
      return rest === 0 ? 'work' : rest === 2 ? 'work_session' : 'unknown';
    case 'requirements':
    case 'continuity':
    case 'cost':
    case 'health':
    case 'search':
      return rest === 0 ? first : 'unknown';
    default:
      return 'unknown';
  }
}

export function placeOf(url: URL): Place {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const parts = segments.slice(1).map(decoded);
  return { page: pageOf(segments[0], parts.length), parts, query: url.searchParams };
}

class Router {
  place = $state.raw<Place>(placeOf(new URL(location.href)));
  // Counts moves to another page, not changes of its filters: then the focus goes to its heading.
  moves = $state(0);

  start(): void {
    // The browser would restore the position before the page is there.
    history.scrollRestoration = 'manual';
    addEventListener('popstate', ({ state }: PopStateEvent) => {
      this.#arrive();
      const top: unknown = (state as { top?: unknown } | null)?.top;
      setTimeout(() => scrollTo(0, typeof top === 'number' ? top : 0), 50);
    });
    document.addEventListener('click', (event) => this.#followLink(event));
  }

  go(href: string): void {
    const target = new URL(href, location.href);
    if (target.href === location.href) return;
    history.replaceState({ top: scrollY }, '');
    history.pushState(null, '', target);
    this.#arrive();
    scrollTo(0, 0);
  }

  // Filters live in the address, so that it can be kept and sent; "" takes one out.
  setQuery(changes: Record<string, string>): void {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    history.replaceState(history.state, '', url);
    this.place = placeOf(url);
  }

  #arrive(): void {
    const before = this.place;
    this.place = placeOf(new URL(location.href));
    const isSame = before.page === this.place.page && before.parts.join('/') === this.place.parts.join('/');
    if (!isSame) this.moves += 1;
  }

  #followLink(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
    const isInPage = url.hash !== '' && url.pathname === location.pathname && url.search === location.search;
    if (isInPage) return;
    event.preventDefault();
    this.go(url.href);
  }
}

export const router = new Router();
