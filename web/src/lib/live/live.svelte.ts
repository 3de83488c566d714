// The live feed as the pages see it: its status, the server behind it, and who wants to hear what.
import { access } from '../api/access.svelte';
import type { LiveEvents, Server } from '../api/types';
import type { LiveMessage, LiveStatus, TabMessage } from './messages';
import { LiveStream } from './stream';

export type Topic = LiveEvents['changed']['what'][number];
type Scope = LiveEvents['changed']['scope'];
interface Interest {
  topics: Topic[];
  handler: () => void;
  scope: () => Scope;
}
type ActivityHandler = (activity: LiveEvents['activity']) => void;

function onLookedAt(handler: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) handler();
  });
}

class Live {
  status = $state<LiveStatus>('connecting');
  server = $state.raw<Server | null>(null);
  #activityHandlers = new Set<ActivityHandler>();
  #changeHandlers = new Set<Interest>();

  start(): void {
    if ('SharedWorker' in window) {
      this.#joinWorker();
      return;
    }
    const stream = new LiveStream((message) => this.#hear(message));
    stream.start();
    onLookedAt(() => stream.start());
  }

  onActivity(handler: ActivityHandler): () => void {
    this.#activityHandlers.add(handler);
    return () => this.#activityHandlers.delete(handler);
  }

  // Calls `handler` when one of the topics changed where `scope` looks, or when anything may have.
  onChanged(topics: Topic[], handler: () => void, scope: () => Scope): () => void {
    const entry = { topics, handler, scope };
    this.#changeHandlers.add(entry);
    return () => this.#changeHandlers.delete(entry);
  }

  #joinWorker(): void {
    const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'holdfast-live' });
    worker.port.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => this.#hear(data));
    worker.port.start();
    const tell = (message: TabMessage) => worker.port.postMessage(message);
    const lock = 'locks' in navigator ? `holdfast-tab-${Math.random().toString(36).slice(2)}` : '';
    if (lock === '') tell({ type: 'join', lock });
    else {
      // Held until the tab is gone; the worker waits for it to be free.
      void navigator.locks.request(lock, () => {
        tell({ type: 'join', lock });
        return new Promise<never>(() => {});
      });
    }
    onLookedAt(() => tell({ type: 'wake' }));
    addEventListener('pagehide', () => tell({ type: 'leave' }));
    addEventListener('pageshow', (event) => {
      if (event.persisted) tell({ type: 'join', lock: '' });
    });
  }

  #hear(message: LiveMessage): void {
    switch (message.type) {
      case 'status':
        this.status = message.status;
        if (message.status === 'no_access') access.refuse();
        if (message.status === 'open') access.grant();
        break;
      case 'hello':
        this.server = message.data.server;
        break;
      case 'activity':
        for (const handler of this.#activityHandlers) handler(message.data);
        break;
      case 'changed':
        this.#changed(new Set(message.data.what), message.data.scope);
        break;
      case 'resync':
        this.#changed(null, null);
        break;
    }
  }

  #changed(what: Set<Topic> | null, where: Scope | null): void {
    for (const { topics, handler, scope } of this.#changeHandlers) {
      if (where !== null && scope() !== where) continue;
      if (what === null || topics.some((topic) => what.has(topic))) handler();
    }
  }
}

export const live = new Live();
