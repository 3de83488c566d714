// What the keyboard does anywhere on the page. Nothing happens while somebody types.
import { kRail } from '../shell/pages';
import { router } from '../router/router.svelte';

const kSequenceMs = 1200;

interface Handlers {
  showKeys: () => void;
  closeMenu: () => void;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

// `j` and `k` go through everything that is marked as an item of a list.
function moveInList(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>('main [data-item]')].filter(
    (item) => item.offsetParent !== null,
  );
  if (items.length === 0) return;
  const at = items.findIndex((item) => item === document.activeElement);
  const next = at === -1 ? (step === 1 ? 0 : items.length - 1) : Math.min(Math.max(at + step, 0), items.length - 1);
  items[next]?.focus();
  items[next]?.scrollIntoView({ block: 'nearest' });
}

export function startKeys(handlers: Handlers): () => void {
  let goUntil = 0;

  function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') {
      handlers.closeMenu();
      if (isTyping(event.target) && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
    const isGoing = Date.now() < goUntil;
    goUntil = 0;
    const entry = isGoing ? kRail.find(({ key }) => key === event.key) : undefined;
    if (entry) router.go(entry.href);
    else if (event.key === 'g') goUntil = Date.now() + kSequenceMs;
    else if (event.key === 'j') moveInList(1);
    else if (event.key === 'k') moveInList(-1);
    else if (event.key === '?') handlers.showKeys();
    else if (event.key === '/') document.getElementById('search')?.focus();
    else return;
    event.preventDefault();
  }

  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
}
