// Live: what a hook does is on the page at once; one stream a browser; it comes back by itself.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { until } from '../support/wait.mjs';

const kSoonMs = 3000; // The bench tells the real figure; this bound holds on a busy machine too.
const isOpen = (page) => until('the stream is open', async () => (await page.getByTestId('live-status').innerText()) === 'Live');
const streams = async (server) => (await server.json('/api/v1/health')).server.streams;

export const cases = {
  'a tool call is on the open timeline at once': async (stage) => {
    const { world } = stage;
    const page = await stage.open(`/runs/${world.runs.refunds}`, 'page-run');
    await isOpen(page);
    world.ask('payments-api', world.runs.refunds, 'Bash', { command: 'ls one-more-call' });
    await page.getByTestId('event').filter({ hasText: 'ls one-more-call' }).waitFor({ timeout: kSoonMs });
  },

  'a denial is on Now at once, and counted': async (stage) => {
    const { world } = stage;
    const page = await stage.open('/', 'page-now');
    await isOpen(page);
    const card = page.locator(`[data-testid=run-card][data-run="${world.runs.plural_forms}"]`);
    world.ask('greeter', world.runs.plural_forms, 'Bash', { command: 'touch seen-by-now' });
    await card.filter({ hasText: 'touch seen-by-now' }).waitFor({ timeout: kSoonMs });
    await page.getByTestId('recent-denials').getByTestId('denial').first().filter({ hasText: 'planning' }).waitFor({ timeout: kSoonMs });
  },

  'a run that begins is on Now without a reload': async (stage) => {
    const { world } = stage;
    const page = await stage.open('/', 'page-now');
    await isOpen(page);
    const run = '0badcafe-7c3e-4f60-8a2b-5d6e7f801234';
    world.hook('greeter', run, 'SessionStart', { source: 'startup' });
    world.ask('greeter', run, 'Bash', { command: 'ls' });
    await page.locator(`[data-testid=run-card][data-run="${run}"]`).waitFor();
    world.hook('greeter', run, 'SessionEnd', { reason: 'other' });
    await until('it is gone', async () => (await page.locator(`[data-run="${run}"]`).count()) === 0);
  },

  'three tabs of a browser share one stream': async (stage) => {
    const { server } = stage;
    const before = await streams(server);
    const visitor = await stage.visitor();
    const tabs = [];
    for (const [address, testid] of [['/', 'page-now'], ['/runs', 'page-runs'], ['/cost', 'page-cost']]) {
      tabs.push(await visitor.open(address, testid));
    }
    for (const tab of tabs) await isOpen(tab);
    assert.equal(await streams(server), before + 1);
    // The stream outlives the tab that began it, and ends with the last one.
    await tabs[0].close();
    stage.world.ask('greeter', stage.world.runs.plural_forms, 'Bash', { command: 'ls' });
    await isOpen(tabs[1]);
    assert.equal(await streams(server), before + 1);
    for (const tab of tabs.slice(1)) await tab.close();
    await until('the stream is let go', async () => (await streams(server)) === before);
  },

  'when the server is gone the page says so, and comes back by itself': async (stage) => {
    const first = await stage.serve();
    const visitor = await stage.visitor({}, first);
    visitor.watch.allow(/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|Failed to load resource|net::/);
    const page = await visitor.open('/', 'page-now');
    await isOpen(page);
    await first.stop('SIGKILL');
    await page.getByTestId('disconnected').waitFor();
    assert.ok((await page.getByTestId('run-card').count()) > 0, 'what was there stays to be read');
    const { world } = stage;
    world.ask('greeter', world.runs.plural_forms, 'Bash', { command: 'ls while-nobody-listened' });
    await stage.serve({ port: first.port });
    await until('the banner is gone', async () => (await page.getByTestId('disconnected').count()) === 0, 20_000);
    await isOpen(page);
    // What happened in between is there too.
    await page.getByText('while-nobody-listened').first().waitFor();
    await settled(page, 'page-now');
  },
};
