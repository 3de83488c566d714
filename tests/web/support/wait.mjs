// Every wait has an end.
export const kPatienceMs = 10_000; // A machine that others use too may take long; a good one does not.

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Asks until `question` answers with something true, and returns that; its last error or answer is told.
export async function until(what, question, patienceMs = kPatienceMs) {
  const end = Date.now() + patienceMs;
  let last;
  for (;;) {
    try {
      last = await question();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) {
      const told = last instanceof Error ? last.message : JSON.stringify(last);
      throw new Error(`not within ${patienceMs} ms: ${what} (last: ${String(told).slice(0, 300)})`);
    }
    await pause(25);
  }
}

export function within(what, promise, patienceMs = kPatienceMs) {
  let timer;
  const end = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${patienceMs} ms: ${what}`)), patienceMs);
  });
  return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}
