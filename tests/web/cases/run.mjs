// Run: the timeline with the why of a denial, agents as a tree, what was recorded, and every version.
import assert from 'node:assert/strict';
import { settled, textOf } from '../support/browser.mjs';
import { until } from '../support/wait.mjs';

const open = (stage, name = 'refunds', query = '') => stage.open(`/runs/${stage.world.runs[name]}${query}`, 'page-run');
const row = (page, text) => page.getByTestId('event').filter({ hasText: text });

export const cases = {
  'the facts of the run are shown': async (stage) => {
    const page = await open(stage);
    const facts = await page.getByTestId('run-facts').innerText();
    for (const wanted of [/coding/i, /feature\/refunds/, /idempotent-refunds/, /claude-code/, /\$1\.\d\d/]) assert.match(facts, wanted);
  },

  'prompts, tool calls and agents are on the timeline, the newest on top': async (stage) => {
    const page = await open(stage);
    const text = await textOf(page.getByTestId('event'));
    for (const wanted of ['Make refunds idempotent', 'Go on and build it', 'git push', 'Explore', 'keys_test: 1 of 9 failed']) {
      assert.ok(text.includes(wanted), `${wanted} is missing in ${text}`);
    }
    const numbers = await page.getByTestId('event').evaluateAll((rows) => rows.map((each) => Number(each.dataset.seq)));
    assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a));
  },

  'a denial by the mode tells its rule, what is missing and the next step': async (stage) => {
    const page = await open(stage);
    const denied = row(page, 'sed -i s/int/long/');
    await denied.getByRole('button').first().click();
    const why = await denied.getByTestId('why').innerText();
    for (const wanted of [/Denied/, /not allowed in planning mode/, /mode_table/, /Next step/, /session mode coding/, /holdfast why/]) {
      assert.match(why, wanted);
    }
  },

  'a denial by a requirement tells where it is written and how it stands': async (stage) => {
    const page = await open(stage);
    const denied = row(page, /Denied.*git push/s);
    await denied.getByRole('button').first().click();
    const why = await denied.getByTestId('why').innerText();
    for (const wanted of [/requirements\.yaml:\d+/, /code_review/, /stale/i, /git push/]) assert.match(why, wanted);
  },

  'a guarded file is denied in any mode': async (stage) => {
    const page = await open(stage);
    const denied = row(page, 'config.yaml');
    await denied.getByRole('button').first().click();
    assert.match(await denied.getByTestId('why').innerText(), /guarded_file/);
  },

  'the filter shows denials alone, and is kept in the address': async (stage) => {
    const page = await open(stage);
    const before = await page.getByTestId('event').count();
    await page.getByTestId('timeline').getByRole('button', { name: 'Denied', exact: true }).click();
    await until('only denials', async () => {
      const words = await page.getByTestId('event').allInnerTexts();
      return words.length > 3 && words.length < before && words.every((text) => text.includes('Denied'));
    });
    assert.match(page.url(), /show=/);
  },

  'agents are a tree below the main one': async (stage) => {
    const page = await open(stage);
    const agents = page.getByTestId('agents');
    const text = await textOf(agents);
    for (const wanted of ['Explore', 'code-reviewer']) assert.ok(text.includes(wanted), text);
    assert.ok((await agents.locator('[data-testid=agent] [data-testid=agent]').count()) >= 2, 'below the main agent');
  },

  'decisions, verdicts, handoffs, pins and requirements are shown': async (stage) => {
    const page = await open(stage);
    assert.match(await page.getByTestId('decisions').innerText(), /Keys are kept beside the payment[^]*one transaction/);
    assert.match(await page.getByTestId('verdicts').innerText(), /The index makes a second payment impossible/);
    assert.match(await page.getByTestId('handoffs').innerText(), /planner[^]*implementer/);
    assert.match(await page.getByTestId('pins').innerText(), /Never pay inside a retry/);
    assert.match(await page.getByTestId('run-requirements').innerText(), /code_review[^]*req satisfy/);
  },

  'a session of the protocol shows its gates and their evidence': async (stage) => {
    const page = await open(stage, 'smaller_tiles');
    const protocol = page.getByTestId('protocol');
    assert.match(await protocol.innerText(), /Tiles of 128 pixels/);
    assert.equal(await protocol.getByTestId('protocol-gate').count(), 9);
    assert.match(await protocol.innerText(), /CONTEXT_RETRIEVAL[^]*HANDOFF\.md/);
  },

  'the state as it was at a version, and what changed between two': async (stage) => {
    const page = await open(stage, 'refunds', '?view=state');
    const versions = page.getByTestId('version');
    await versions.first().waitFor();
    assert.equal(await versions.count(), 12);
    const pick = (what) => versions.filter({ hasText: what }).first().getByRole('checkbox').check();
    await versions.last().getByRole('checkbox').check();
    assert.match(await page.getByTestId('state-tree').innerText(), /mode/i);
    await pick('decision add');
    const differences = page.getByTestId('differences');
    await differences.waitFor();
    const workflow = differences.getByRole('listitem').filter({ hasText: '/orchestratorWorkflow' });
    assert.match(await workflow.innerText(), /Changed/);
    await workflow.getByRole('button', { name: 'after' }).click();
    assert.match(await workflow.innerText(), /decisions/);
  },

  'a run that ended says how, and one that crashed too': async (stage) => {
    const page = await open(stage, 'webhooks');
    assert.match(await page.getByTestId('run-facts').innerText(), /Ended/);
    await page.goto(`${stage.server.origin}/runs/${stage.world.runs.crashed}`);
    await settled(page, 'page-run');
    assert.match(await page.getByTestId('page-run').innerText(), /Ended|crash/i);
  },

  'a run that does not exist is said to be unknown': async (stage) => {
    const visitor = await stage.visitor();
    visitor.watch.allow(/404/);
    const page = await visitor.open('/runs/ffffffff-0000-4000-8000-000000000000');
    await page.getByTestId('error').waitFor();
    assert.match(await page.getByTestId('error').innerText(), /No session|not found|unknown|no run|There is no/i);
  },

  'all runs are in a table, by health and project': async (stage) => {
    const page = await stage.open('/runs', 'page-runs');
    const rows = page.getByTestId('run-row');
    const all = (await stage.server.json('/api/v1/runs?limit=50')).items;
    assert.equal(await rows.count(), all.length);
    assert.ok(all.length >= 11, `${all.length} runs`);
    await page.goto(`${stage.server.origin}/runs?health=live`);
    await settled(page, 'page-runs');
    await until('three live ones', async () => (await rows.count()) === 3);
  },
};
