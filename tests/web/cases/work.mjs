// Work: the board by phase, and one session with its spec, plan, checkpoints and commits.
import assert from 'node:assert/strict';
import { textOf } from '../support/browser.mjs';
import { until } from '../support/wait.mjs';

const cards = (page, phase) => page.getByTestId(`column-${phase}`).getByTestId('work-card');

async function session(stage) {
  const { items } = await stage.server.json('/api/v1/work');
  const { project, slug } = items.find((item) => item.slug === 'idempotent-refunds');
  return stage.open(`/work/${encodeURIComponent(project)}/${slug}`, 'page-work-session');
}

export const cases = {
  'each work session stands in the column of its phase': async (stage) => {
    const page = await stage.open('/work', 'page-work');
    const where = { spec: 'Plural forms', plan: 'Greet by time of day', build: 'Idempotent refunds', docs: 'A manual page', complete: 'Colours in the terminal' };
    for (const [phase, title] of Object.entries(where)) assert.match(await textOf(cards(page, phase)), new RegExp(title), phase);
    assert.match(await textOf(cards(page, 'build')), /1 of 3|1\s*\/\s*3/);
    assert.match(await textOf(cards(page, 'spec')), /Paused/i);
  },

  'a status alone can be looked at': async (stage) => {
    const page = await stage.open('/work?status=paused', 'page-work');
    await until('the paused one', async () => (await page.getByTestId('work-card').count()) === 1);
    assert.match(await textOf(page.getByTestId('work-card')), /Greet over the network/);
  },

  'the spec is rendered, not shown as Markdown': async (stage) => {
    const page = await session(stage);
    const spec = page.getByTestId('spec');
    await spec.getByRole('heading', { name: 'Spec: Idempotent refunds' }).waitFor();
    assert.equal(await spec.locator('strong', { hasText: 'even when the first answer was lost' }).count(), 1);
    assert.equal(await spec.locator('table tbody tr').count(), 3);
    assert.equal(await spec.locator('pre code').count(), 1);
    assert.doesNotMatch(await spec.innerText(), /\*\*|^#|^\|/m);
  },

  'the plan shows its checkpoints, groups and tasks': async (stage) => {
    const page = await session(stage);
    const checkpoints = page.getByTestId('checkpoint');
    assert.equal(await checkpoints.count(), 3);
    assert.match(await checkpoints.nth(0).innerText(), /Keep the keys[^]*Done/i);
    assert.match(await checkpoints.nth(1).innerText(), /Answer again[^]*Look a key up[^]*src\/refund\.cpp/);
  },

  'phases, commits and the runs that worked on it are shown': async (stage) => {
    const page = await session(stage);
    assert.match(await page.getByTestId('phases').innerText(), /spec[^]*plan[^]*build/i);
    assert.match(await page.getByTestId('commits').innerText(), /Keep the keys of refunds/);
    assert.match(await page.getByTestId('work-runs').innerText(), new RegExp(stage.world.runs.refunds.slice(0, 8)));
  },
};
