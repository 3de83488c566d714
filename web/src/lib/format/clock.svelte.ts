// One clock for every "3 min. ago" of the page.
class Clock {
  now = $state(Date.now());

  start(): void {
    setInterval(() => {
      if (!document.hidden) this.now = Date.now();
    }, 10_000);
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.now = Date.now();
    });
  }
}

export const clock = new Clock();
