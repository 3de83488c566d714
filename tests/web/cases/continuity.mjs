// Continuity: the chain as a graph with a table behind it, inherited pins, why a session was chosen.
import assert from 'node:assert/strict';
import { until } from '../support/wait.mjs';

export const cases = {
  'the graph links a session to the one that it took over from': async (stage) => {
    const page = await stage.open('/continuity', 'page-continuity');
    const graph = page.getByTestId('chain-graph');
    const { items, links } = await stage.server.json('/api/v1/continuity');
    assert.ok(links.length >= 4, JSON.stringify(links));
    assert.equal(await graph.getByRole('button').count(), items.length);
    assert.ok((await graph.locator('path.link').count()) >= links.length);
    assert.ok(links.some(({ from, to }) => from === stage.world.runs.crashed && to === stage.world.runs.refunds));
  },

  'the table says the same as the graph': async (stage) => {
    const page = await stage.open('/continuity?view=table', 'page-continuity');
    const table = await page.getByTestId('chain-table').innerText();
    for (const name of ['webhooks', 'crashed', 'refunds', 'first_words']) {
      assert.ok(table.includes(stage.world.runs[name].slice(0, 8)), `${name} is missing in ${table}`);
    }
  },

  'a session shows its pins and where they were inherited from': async (stage) => {
    const page = await stage.open(`/continuity?session=${stage.world.runs.refunds}`, 'page-continuity');
    const pins = page.getByTestId('pins');
    await pins.waitFor();
    assert.match(await pins.innerText(), /Never pay inside a retry/);
    assert.match(await pins.innerText(), /inherited from/);
  },

  'arrow keys walk the graph': async (stage) => {
    const page = await stage.open('/continuity', 'page-continuity');
    const graph = page.getByTestId('chain-graph');
    await graph.locator('button[tabindex="0"]').focus();
    const before = await page.evaluate(() => document.activeElement.id);
    await page.keyboard.press('ArrowLeft');
    await until('another session has the focus', async () => {
      const now = await page.evaluate(() => document.activeElement.id);
      return now.startsWith('session-') && now !== before;
    });
    assert.match(page.url(), /session=/);
  },

  'scores say why a session would be chosen, and what it would be told': async (stage) => {
    const { items } = await stage.server.json('/api/v1/projects');
    const { id } = items.find(({ name }) => name === 'greeter');
    const scores = await stage.server.json(`/api/v1/continuity/scores?project=${encodeURIComponent(id)}`);
    assert.ok(scores.sessions.some(({ chosen }) => chosen));
    const page = await stage.open('/continuity', 'page-continuity');
    await page.getByTestId('scores').waitFor();
    const text = await page.getByTestId('scores').innerText();
    for (const wanted of [/recency/i, /overlap/i, /open tasks/i, /chosen/i]) assert.match(text, wanted);
  },
};
