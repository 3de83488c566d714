// What the stream tells the tabs, whether it runs in the shared worker or in the tab itself.
import type { LiveEvents } from '../api/types';

export type LiveStatus = 'connecting' | 'open' | 'reconnecting' | 'no_access';

export type LiveMessage =
  | { type: 'status'; status: LiveStatus }
  | { type: 'hello'; data: LiveEvents['hello'] }
  | { type: 'activity'; data: LiveEvents['activity'] }
  | { type: 'changed'; data: LiveEvents['changed'] }
  | { type: 'resync' };

// What a tab tells the worker. `lock` is the name of a Web Lock that the tab holds as long as it
// lives; "" where the browser has none.
// `wake`: somebody looks at the tab again.
export type TabMessage = { type: 'join'; lock: string } | { type: 'wake' } | { type: 'leave' };
