// Cost: by day with the budget's line, by anything in a table, what has no price.
import assert from 'node:assert/strict';
import { until } from '../support/wait.mjs';

const kBreakdowns = { Project: 'payments-api', Branch: 'feature/refunds', Model: 'claude-opus-4-8', Agent: 'Explore', Work: 'idempotent-refunds' };

export const cases = {
  'two weeks of costs are a chart with the budget as a line': async (stage) => {
    const page = await stage.open('/cost', 'page-cost');
    const chart = page.getByTestId('cost-chart');
    await chart.locator('canvas').waitFor();
    // Something is drawn: a canvas of one colour would be an empty chart.
    const colours = await chart.locator('canvas').evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4) seen.add(`${data[at]},${data[at + 1]},${data[at + 2]},${data[at + 3]}`);
      return seen.size;
    });
    assert.ok(colours > 3, `${colours} colours`);
    assert.match(await page.getByTestId('page-cost').innerText(), /the day’s budget of \$4\.00/);
  },

  'the table behind the chart has the numbers of the server': async (stage) => {
    const { rows, total } = await stage.server.json('/api/v1/costs?by=day&since=30d');
    assert.ok(rows.length >= 13, `${rows.length} days`);
    assert.ok(Math.abs(rows.reduce((sum, row) => sum + row.usd, 0) - total.usd) < 0.01);
    const page = await stage.open('/cost', 'page-cost');
    await page.getByText('The same as a table').click();
    const table = page.getByTestId('cost-table');
    assert.equal(await table.locator('tbody tr').count(), rows.length);
    const dearest = [...rows].sort((a, b) => b.usd - a.usd)[0];
    assert.ok((await table.innerText()).includes(`$${dearest.usd.toFixed(2)}`));
  },

  'what it is made of can be asked in every way': async (stage) => {
    const page = await stage.open('/cost', 'page-cost');
    const breakdown = page.getByTestId('cost-breakdown');
    for (const [word, wanted] of Object.entries(kBreakdowns)) {
      await breakdown.getByRole('button', { name: word, exact: true }).click();
      await until(`${word} shows ${wanted}`, async () => (await breakdown.innerText()).includes(wanted));
    }
    await breakdown.getByRole('button', { name: 'Session', exact: true }).click();
    await until('sessions lead to their runs', async () => (await breakdown.locator('a[href^="/runs/"]').count()) > 0);
  },

  'the cache hit rate and the budgets are shown': async (stage) => {
    const { total, budgets } = await stage.server.json('/api/v1/costs?by=day&since=30d');
    assert.ok(total.cache_hit_rate > 0.5 && total.cache_hit_rate < 1);
    assert.deepEqual(budgets.map(({ name }) => name).sort(), ['day', 'month']); // One session's is with the session.
    const page = await stage.open('/cost', 'page-cost');
    const rate = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(total.cache_hit_rate);
    assert.ok((await page.getByTestId('page-cost').innerText()).includes(rate), rate);
    assert.match(await page.getByTestId('budgets').innerText(), /Today[^]*of \$4\.00/);
  },

  'a model without a price is named': async (stage) => {
    const page = await stage.open('/cost', 'page-cost');
    assert.match(await page.getByTestId('unpriced').innerText(), /in-house-coder/);
  },
};
