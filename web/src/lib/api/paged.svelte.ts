// A list that comes in pages. A refresh asks for the first page only and lays it over what is
// there, so that a reader who has loaded more does not lose it.
import { untrack } from 'svelte';
import { live, type Topic } from '../live/live.svelte';
import { behind, scopeOf, type Address } from './addresses';
import { asApiError, get, type ApiError } from './client';
import { Refresher } from './refresher';
import { recall, remember } from './remembered';
import type { Page } from './types';
import { uniqueBy } from './unique';

export class Paged<Item, First extends Page<Item> = Page<Item>> {
  items = $state.raw<Item[]>([]);
  first = $state.raw<First | null>(null); // The newest first page, with what it has beside items.
  next = $state.raw<string | null>(null);
  error = $state.raw<ApiError | null>(null);
  isLoading = $state(false);
  isLoadingMore = $state(false);
  moreError = $state.raw<ApiError | null>(null);
  #address: Address<First> | null = null;
  #request: AbortController | null = null;
  #isStale = false; // Changed while it was on its way.
  #pages = 1;

  constructor(private readonly keyOf: (item: Item) => string | number) {}

  get isPending(): boolean {
    return this.first === null && this.error === null;
  }

  open(address: Address<First> | null): void {
    if (address !== this.#address) {
      this.#address = address;
      this.#show(address === null ? null : recall<First>(address));
      this.error = null;
      this.moreError = null;
      this.isLoadingMore = false;
    }
    void this.refresh();
  }

  scope = () => scopeOf(this.#address ?? '');

  close(): void {
    this.#request?.abort();
    this.#request = null;
    this.#isStale = false;
  }

  // A new item that came by the live feed.
  prepend(item: Item): void {
    const key = this.keyOf(item);
    if (this.items.some((known) => this.keyOf(known) === key)) return;
    this.items = [item, ...this.items];
  }

  replace(change: (items: Item[]) => Item[]): void {
    this.items = change(this.items);
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
      if (this.#pages > 1) this.#layOver(answer);
      else this.#show(answer);
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

  more = async (): Promise<void> => {
    const address = this.#address;
    const cursor = this.next;
    if (address === null || cursor === null || this.isLoadingMore) return;
    this.isLoadingMore = true;
    this.moreError = null;
    try {
      const answer = await get(behind(address, cursor));
      if (address !== this.#address) return; // Another list is shown by now.
      this.items = uniqueBy([...this.items, ...answer.items], this.keyOf);
      this.next = answer.next;
      this.#pages += 1;
    } catch (cause) {
      if (address === this.#address) this.moreError = asApiError(cause);
    } finally {
      if (address === this.#address) this.isLoadingMore = false;
    }
  };

  #show(answer: First | null): void {
    this.first = answer;
    this.items = uniqueBy(answer?.items ?? [], this.keyOf);
    this.next = answer?.next ?? null;
    this.#pages = 1;
  }

  #layOver(answer: First): void {
    const known = new Set(this.items.map(this.keyOf));
    // So much is new that something between would be missing: the list begins anew.
    if (!answer.items.some((item) => known.has(this.keyOf(item)))) {
      this.#show(answer);
      return;
    }
    this.first = answer;
    this.items = uniqueBy([...answer.items, ...this.items], this.keyOf);
  }
}

// For the script of a component: lives and ends with it.
export function paged<Item, First extends Page<Item> = Page<Item>>(
  address: () => Address<First> | null,
  keyOf: (item: Item) => string | number,
  topics: Topic[] = [],
): Paged<Item, First> {
  const held = new Paged<Item, First>(keyOf);
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
