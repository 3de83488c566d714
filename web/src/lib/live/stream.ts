// Holds the one EventSource. The browser reconnects a broken connection by itself and asks for what
// it missed; an answer that is no stream (the server is going down, or refuses) ends the
// EventSource, which is then built anew, ever more slowly.
import type { LiveEvents } from '../api/types';
import type { LiveMessage, LiveStatus } from './messages';

const kFirstWaitMs = 1000;
const kLongestWaitMs = 30_000;
const kNoAccessWaitMs = 60_000; // A refused browser must not knock in a loop.

export class LiveStream {
  status: LiveStatus = 'connecting';
  hello: LiveEvents['hello'] | null = null;
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waitMs = kFirstWaitMs;
  #wasLost = false;
  #isAskedAgain = false; // Somebody came while an attempt was under way, maybe with a cookie it had not.

  constructor(private readonly tell: (message: LiveMessage) => void) {}

  // Also ends a wait: whoever comes or looks again is worth a try at once.
  start(): void {
    if (this.#source !== null) {
      this.#isAskedAgain = this.status !== 'open';
      return;
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.status === 'no_access') this.#become('connecting');
    this.#connect();
  }

  stop(): void {
    this.#source?.close();
    this.#source = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#wasLost = false;
    this.#waitMs = kFirstWaitMs;
    this.status = 'connecting';
  }

  #connect(): void {
    this.#isAskedAgain = false;
    const source = new EventSource('/api/v1/live');
    this.#source = source;
    source.addEventListener('open', () => this.#opened());
    source.addEventListener('error', () => void this.#failed(source));
    source.addEventListener('hello', (event) => {
      const data = parsed<LiveEvents['hello']>(event);
      if (data === null) return;
      this.hello = data;
      this.tell({ type: 'hello', data });
    });
    source.addEventListener('activity', (event) => {
      const data = parsed<LiveEvents['activity']>(event);
      if (data !== null) this.tell({ type: 'activity', data });
    });
    source.addEventListener('changed', (event) => {
      const data = parsed<LiveEvents['changed']>(event);
      if (data !== null) this.tell({ type: 'changed', data });
    });
    source.addEventListener('resync', () => this.tell({ type: 'resync' }));
  }

  #opened(): void {
    this.#waitMs = kFirstWaitMs;
    this.#become('open');
    // What was missed may be replayed or not, and a new EventSource has no number to begin at.
    if (this.#wasLost) this.tell({ type: 'resync' });
    this.#wasLost = false;
  }

  async #failed(source: EventSource): Promise<void> {
    if (source !== this.#source) return;
    this.#wasLost = true;
    if (source.readyState !== EventSource.CLOSED) {
      this.#become('reconnecting');
      return;
    }
    // An EventSource does not say why it was refused; a plain request does.
    const refused = await isRefused();
    if (source !== this.#source) return;
    this.#source = null;
    if (refused && this.#isAskedAgain) {
      this.#connect();
      return;
    }
    this.#become(refused ? 'no_access' : 'reconnecting');
    const wait = refused ? kNoAccessWaitMs : this.#waitMs;
    this.#waitMs = Math.min(this.#waitMs * 2, kLongestWaitMs);
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#connect();
      },
      wait * (0.8 + Math.random() * 0.4),
    ); // Browsers that lost it together come back apart.
  }

  #become(status: LiveStatus): void {
    if (status === this.status) return;
    this.status = status;
    this.tell({ type: 'status', status });
  }
}

async function isRefused(): Promise<boolean> {
  try {
    return (await fetch('/api/v1/projects?limit=1')).status === 401;
  } catch {
    return false;
  }
}

function parsed<Data>(event: MessageEvent<unknown>): Data | null {
  if (typeof event.data !== 'string') return null;
  try {
    return JSON.parse(event.data) as Data;
  } catch {
    return null; // One unreadable event must not end the feed.
  }
}
