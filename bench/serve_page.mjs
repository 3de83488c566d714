// What a browser sees of the dashboard: serve_page.mjs LINK ROUNDS [HOOK-COMMAND-JSON]
// Prints JSON: the first contentful paint of fresh browsers, and how long after a hook has answered its
// event is on an open page. {"fcp_ms":[…],"live_ms":[…]}
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launch } from '../tests/web/support/browser.mjs';

const [link, rounds, hookText] = process.argv.slice(2);
const kPatienceMs = 20_000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holdfast-serve-bench-'));
const origin = new URL(link).origin;

// Each is a context of its own: no cache, no worker, no connection from before.
async function firstPaint(browser) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(kPatienceMs);
  await context.request.get(link);
  const page = await context.newPage();
  await page.goto(`${origin}/`, { waitUntil: 'domcontentloaded' });
  // With the data on it, so that nobody paints an empty frame fast.
  await page.getByTestId('today').waitFor();
  const [paint, content] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
    performance.now(),
  ]);
  await context.close();
  return [paint, content];
}

function callHook({ argv, cwd, environment, payload }, text) {
  return new Promise((resolve, reject) => {
    const child = spawn(argv[0], argv.slice(1), { cwd, env: environment, stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', reject);
    child.on('exit', () => resolve());
    child.stdin.end(JSON.stringify({ ...payload, tool_input: { command: text } }));
  });
}

// From the start of the hook's process to the moment that the page shows what it did.
async function liveDelays(browser, hook, count) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(kPatienceMs);
  await context.request.get(link);
  const page = await context.newPage();
  await page.goto(`${origin}/runs/${hook.payload.session_id}`);
  await page.getByTestId('event').first().waitFor();
  await page.getByText('Live', { exact: true }).first().waitFor();
  const delays = [];
  for (let number = 0; number < count; number += 1) {
    const word = `echo live-${number}-`;
    const seen = page.evaluate(
      (wanted) =>
        new Promise((resolve) => {
          const look = () => document.querySelector('main').textContent.includes(wanted) && resolve(Date.now());
          new MutationObserver(look).observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true });
        }),
      word,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const begun = Date.now();
    await callHook(hook, word);
    delays.push((await seen) - begun);
  }
  await context.close();
  return delays;
}

const browser = await launch(folder);
try {
  await firstPaint(browser); // Chromium's own first time.
  const paints = [];
  for (let round = 0; round < Number(rounds); round += 1) paints.push(await firstPaint(browser));
  const live = hookText ? await liveDelays(browser, JSON.parse(hookText), 20) : [];
  console.log(JSON.stringify({ fcp_ms: paints.map(([paint]) => paint), content_ms: paints.map(([, content]) => content), live_ms: live }));
} finally {
  await browser.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
