// One answer of the server that a page shows: it is asked for when its address changes and again
// when the live feed says that it may have changed. What was there stays until the new one is.
import { untrack } from 'svelte';
import { live, type Topic } from '../live/live.svelte';
import { scopeOf, type Address } from './addresses';
import { asApiError, get, type ApiError } from './client';
import { Refresher } from './refresher';
import { recall, remember } from './remembered';

export class Resource<Answer> {
  data = $state.raw<Answer | null>(null);
  error = $state.raw<ApiError | null>(null);
  isLoading = $state(false);
  #address: Address<Answer> | null = null;
  #request: AbortController | null = null;
  #isStale = false; // Changed while it was on its way.

  // Where nothing has come yet, and nothing has failed.
  get isPending(): boolean {
    return this.data === null && this.error === null;
  }

  open(address: Address<Answer> | null): void {
    if (address !== this.#address) {
      this.#address = address;
      this.data = address === null ? null : recall<Answer>(address);
      this.error = null;
    }
    void this.refresh();
  }

  scope = () => scopeOf(this.#address ?? '');

  close(): void {
    this.#request?.abort();
    this.#request = null;
    this.#isStale = false;
  }

  refresh = async (): Promise<void> => {
    const address = this.#address;
    this.close();
    if (address === null) return;
    const request = new AbortController();
    this.#request = request;
    this.isLoading = true;
    try {
      const answer = await get(address, request.signal);
      if (request.signal.aborted) return;
      remember(address, answer);
      this.data = answer;
      this.error = null;
    } catch (cause) {
      if (!request.signal.aborted) this.error = asApiError(cause);
    } finally {
      if (this.#request === request) {
        this.isLoading = false;
        if (this.#isStale) void this.refresh();
      }
    }
  };

  // What is under way comes to its end first: an answer that takes longer than the next change is
  // away would never be seen.
  renew = (): void => {
    if (this.isLoading) this.#isStale = true;
    else void this.refresh();
  };
}

// For the script of a component: lives and ends with it.
export function resource<Answer>(address: () => Address<Answer> | null, topics: Topic[] = []): Resource<Answer> {
  const held = new Resource<Answer>();
  $effect.pre(() => {
    const wanted = address();
    untrack(() => held.open(wanted));
  });
  $effect(() => {
    const refresher = new Refresher(held.renew);
    const forget = live.onChanged(topics, () => refresher.soon(), held.scope);
    return () => {
      forget();
      refresher.stop();
      held.close();
    };
  });
  return held;
}
