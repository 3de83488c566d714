// Now: live runs over all projects, with mode, branch, work, last tool, cost and denials.
import assert from 'node:assert/strict';
import { textOf } from '../support/browser.mjs';

const card = (page, id) => page.locator(`[data-testid=run-card][data-run="${id}"]`);

export const cases = {
  'every run that goes on is shown with what it does': async (stage) => {
    const { runs } = stage.world;
    const page = await stage.open('/', 'page-now');
    const refunds = await card(page, runs.refunds).innerText();
    for (const wanted of [/payments-api/, /Live/, /coding/i, /feature\/refunds/, /idempotent-refunds/, /Denied/, /Bash/, /\$1\.\d\d/]) {
      assert.match(refunds, wanted);
    }
    assert.match(await card(page, runs.plural_forms).innerText(), /planning/i);
    assert.match(await card(page, runs.smaller_tiles).innerText(), /working/i, 'the phase of the protocol');
    // What has ended is no longer now.
    assert.equal(await card(page, runs.webhooks).count(), 0);
    assert.equal(await card(page, runs.crashed).count(), 0);
  },

  'the sums of the day are those of the server': async (stage) => {
    const { today, runs } = await stage.server.json('/api/v1/now');
    assert.ok(today.tool_calls > 20 && today.denials > 5 && today.usd > 0, JSON.stringify(today));
    const page = await stage.open('/', 'page-now');
    const text = await page.getByTestId('today').innerText();
    for (const value of [today.tool_calls, today.denials, runs.filter(({ health }) => health === 'live').length]) {
      assert.match(text, new RegExp(`\\b${value}\\b`));
    }
    assert.ok(text.includes(`$${today.usd.toFixed(2)}`), text);
  },

  'what was denied lately says why, and what to do': async (stage) => {
    const page = await stage.open('/', 'page-now');
    const denials = page.getByTestId('recent-denials').getByTestId('denial');
    assert.equal(await denials.count(), 10);
    const text = await textOf(denials);
    assert.match(text, /requirement/);
    assert.match(text, /Next:/);
    assert.match(text, /holdfast why [0-9a-f]{8}-\d+/);
  },

  'a card leads to its run': async (stage) => {
    const page = await stage.open('/', 'page-now');
    await card(page, stage.world.runs.refunds).getByRole('link').first().click();
    await page.getByTestId('page-run').waitFor();
    assert.ok(page.url().endsWith(`/runs/${stage.world.runs.refunds}`));
  },
};
