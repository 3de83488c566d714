// When to ask again: soon after something changed, never in a flood, and not for a tab that nobody
// sees; that one asks when it is looked at again.
const kSoonMs = 200;
const kApartMs = 1500;

export class Refresher {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastAt = 0;
  #isDue = false;
  #onVisible = () => {
    if (!document.hidden && this.#isDue) this.soon();
  };

  constructor(private readonly refresh: () => void) {
    document.addEventListener('visibilitychange', this.#onVisible);
  }

  ran(): void {
    this.#lastAt = Date.now();
    this.#isDue = false;
  }

  soon(): void {
    if (document.hidden) {
      this.#isDue = true;
      return;
    }
    if (this.#timer !== null) return;
    const wait = Math.max(kSoonMs, this.#lastAt + kApartMs - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.ran();
      this.refresh();
    }, wait);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    document.removeEventListener('visibilitychange', this.#onVisible);
  }
}
