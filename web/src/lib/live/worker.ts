// The shared worker: one event stream for all tabs of a browser. It lets go of the stream when the
// last tab is gone.
import type { LiveMessage, TabMessage } from './messages';
import { LiveStream } from './stream';

const tabs = new Set<MessagePort>();

const stream = new LiveStream((message) => {
  for (const tab of tabs) tab.postMessage(message);
});

function leave(tab: MessagePort): void {
  tabs.delete(tab);
  if (tabs.size === 0) stream.stop();
}

function join(tab: MessagePort, lock: string): void {
  tabs.add(tab);
  stream.start(); // First: that others were refused says nothing of a tab that has just opened the link.
  const greeting: LiveMessage[] = [{ type: 'status', status: stream.status }];
  if (stream.hello !== null) greeting.push({ type: 'hello', data: stream.hello });
  for (const message of greeting) tab.postMessage(message);
  // A tab that crashed says nothing, but its lock is free then.
  if (lock !== '' && 'locks' in navigator) {
    navigator.locks.request(lock, () => leave(tab)).catch(() => {});
  }
}

addEventListener('connect', (event) => {
  const tab = (event as MessageEvent).ports[0];
  if (tab === undefined) return;
  tab.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'join') join(tab, data.lock);
    else if (data.type === 'wake') stream.start();
    else leave(tab);
  });
  tab.start();
});
