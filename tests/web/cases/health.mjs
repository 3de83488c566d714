// Health: what the doctor finds, faults, violations; and search over everything.
import assert from 'node:assert/strict';
import { settled, textOf } from '../support/browser.mjs';
import { until } from '../support/wait.mjs';

export const cases = {
  'the doctor speaks of every project, the problem first': async (stage) => {
    const page = await stage.open('/health', 'page-health');
    const doctors = page.getByTestId('doctor');
    assert.equal(await doctors.count(), 3);
    assert.match(await doctors.filter({ hasText: 'tile_budget' }).innerText(), /atlas[^]*is left out/);
  },

  'faults and violations are shown': async (stage) => {
    const page = await stage.open('/health', 'page-health');
    assert.match(await page.getByTestId('faults').innerText(), /not a branch file/);
    assert.match(await page.getByTestId('violations').innerText(), /SERENA_INIT[^]*skipped by force/);
  },

  'the server says what it is': async (stage) => {
    const page = await stage.open('/health', 'page-health');
    const { server } = await stage.server.json('/api/v1/health');
    const text = await page.getByTestId('server').innerText();
    assert.ok(text.includes(server.version), text);
    assert.match(text, /Read-only/);
    assert.match(text, /Up to date|Catching up/);
  },

  'search finds prompts, decisions, specs and work, and marks the word': async (stage) => {
    const page = await stage.open('/', 'page-now');
    await page.getByTestId('search-box').fill('refunds');
    await page.keyboard.press('Enter');
    await settled(page, 'page-search');
    await until('hits', async () => (await page.getByTestId('hit').count()) >= 3);
    const text = await textOf(page.getByTestId('hit'));
    assert.match(text, /Make refunds idempotent/);
    assert.match(text, /Idempotent refunds/);
    assert.ok((await page.getByTestId('hit').locator('mark').count()) >= 3);
    assert.match(page.url(), /\/search\?q=refunds/);
  },

  'a hit leads to where it is': async (stage) => {
    const page = await stage.open('/search?q=catalogue', 'page-search');
    await page.getByTestId('hit').first().getByRole('link').click();
    await until('a run or a work session', () => /\/(runs|work)\//.test(page.url()));
  },

  'a search for nothing that is there says so': async (stage) => {
    const page = await stage.open('/search?q=xylophone', 'page-search');
    assert.match(await page.getByTestId('page-search').innerText(), /Nothing was found/);
  },

  'an odd search is no error': async (stage) => {
    const page = await stage.open(`/search?q=${encodeURIComponent('"a AND (b* OR NEAR')}`, 'page-search');
    assert.equal(await page.getByTestId('error').count(), 0);
  },
};
