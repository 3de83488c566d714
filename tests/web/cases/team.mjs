// The team: what another machine sent is on the page of this one, as text, and comes by itself.
import assert from 'node:assert/strict';
import { settled, textOf } from '../support/browser.mjs';
import { axeSource } from '../support/packages.mjs';
import { makeTeam, push, sql } from '../support/team.mjs';
import { until } from '../support/wait.mjs';

export const setting = { data: 'hostile' };
const kHostile = '<img src=x onerror=alert(1)>';
const card = (page, id) => page.locator(`[data-testid=run-card][data-run="${id}"]`);
const foreign = (page) => page.evaluate(() => document.querySelectorAll('main script, main iframe, main img, [onerror], [onload]').length);

async function chooseTeam(page) {
  await page.getByTestId('team-switch').getByRole('button', { name: 'Team' }).click();
}
async function follow(page, name, testid) {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await settled(page, testid);
}

export const cases = {
  'without a joined server there is no switch': async (stage) => {
    const page = await stage.open('/', 'page-now');
    assert.equal(await page.getByTestId('team-switch').count(), 0);
    assert.equal(await page.getByTestId('machine').count(), 0);
  },

  'the switch leads to the other machine’s runs, work, costs and words': async (stage) => {
    const { server, machine } = await makeTeam(stage);
    const { runs } = stage.world;
    const visitor = await stage.visitor({}, server);
    const page = await visitor.open('/', 'page-now');
    assert.equal(await card(page, runs.refunds).count(), 0, 'not on this machine');
    await chooseTeam(page);
    await card(page, runs.refunds).waitFor();
    assert.match(await card(page, runs.refunds).innerText(), /desk/);
    assert.equal(await page.getByText('holdfast why').count(), 0, 'a command of the other machine');
    await follow(page, 'Runs', 'page-runs');
    assert.match(await textOf(page.getByTestId('run-row').first()), /desk/);
    await follow(page, 'Work', 'page-work');
    assert.match(await textOf(page.getByTestId('work-card')), /desk/);
    await follow(page, 'Cost', 'page-cost');
    const made = page.getByTestId('cost-breakdown');
    assert.match(await made.innerText(), /desk[\s\S]*\$/);
    assert.match(await page.getByTestId('counted').innerText(), /day on which it began/);
    await page.getByTestId('search-box').fill('refunds');
    await page.getByTestId('search-box').press('Enter');
    await settled(page, 'page-search');
    assert.match(await textOf(page.getByTestId('hit').first()), /desk/);
    // The choice stays; the run is shown from what was sent, and nothing can be done to it.
    const run = await visitor.open(`/runs/${runs.refunds}?machine=${machine}`, 'page-run');
    assert.match(await run.getByTestId('elsewhere').innerText(), /On desk, as sent (now|.* ago)/);
    assert.equal(await run.getByTestId('actions').count(), 0);
    assert.ok((await run.getByTestId('denial').count()) > 0);
    const again = await visitor.open('/', 'page-now');
    await card(again, runs.refunds).waitFor();
  },

  'what the other machine sends comes to an open page by itself': async (stage) => {
    const { server } = await makeTeam(stage);
    const { runs } = stage.world;
    const page = await (await stage.visitor({}, server)).open('/', 'page-now');
    await chooseTeam(page);
    await card(page, runs.refunds).waitFor();
    await until('the server listens', () => sql("SELECT count(*) FROM pg_stat_activity WHERE query='LISTEN holdfast'") !== '0');
    const project = Object.keys(stage.world.projects)[0];
    const id = 'cccccccc-7c3e-4f60-8a2b-5d6e7f801234';
    stage.world.hook(project, id, 'SessionStart', { source: 'startup' });
    push(stage.world);
    await card(page, id).waitFor();
  },

  'names and words of another machine are text, and axe finds nothing on a telephone': async (stage) => {
    const { server, machine } = await makeTeam(stage, { sender: kHostile });
    const { runs } = stage.world;
    const visitor = await stage.visitor({ width: 400 }, server);
    const first = await visitor.open('/', 'page-now');
    await chooseTeam(first);
    await card(first, runs.refunds).waitFor();
    assert.ok((await card(first, runs.refunds).innerText()).includes(kHostile));
    const hostile = `/runs/${runs.hostile}?machine=${machine}`;
    for (const [address, testid] of [['/', 'page-now'], ['/runs', 'page-runs'], ['/work', 'page-work'], ['/cost', 'page-cost'], ['/search?q=script', 'page-search'], [hostile, 'page-run']]) {
      const page = await visitor.open(address, testid);
      assert.equal(await foreign(page), 0, address);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${address} is ${wide} pixels too wide`);
      await page.evaluate(axeSource());
      const { violations } = await page.evaluate(() => window.axe.run(document));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`), [], address);
      await page.close();
    }
  },

  'a server that is away is told, and this machine goes on': async (stage) => {
    const { server } = await makeTeam(stage);
    const visitor = await stage.visitor({}, server);
    visitor.watch.allow(/503/);
    const page = await visitor.open('/runs', 'page-runs');
    await chooseTeam(page);
    await page.getByTestId('run-row').first().waitFor();
    sql('ALTER TABLE holdfast.runs RENAME TO runs_away');
    try {
      const away = await visitor.open('/runs', 'page-runs');
      assert.match(await away.getByTestId('error').innerText(), /could not be loaded[\s\S]*index on/);
      await away.getByTestId('team-switch').getByRole('button', { name: 'This machine' }).click();
      await until('the own runs are there', async () => (await away.getByTestId('error').count()) === 0);
    } finally {
      sql('ALTER TABLE holdfast.runs_away RENAME TO runs');
    }
  },
};
