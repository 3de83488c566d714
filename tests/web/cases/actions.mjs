// What the page may do to a run: nothing, unless --allow-actions; then all of it is in the journal.
import assert from 'node:assert/strict';
import { until } from '../support/wait.mjs';

export const setting = { options: ['--allow-actions'] };

const journal = (stage, name) => stage.world.command('payments-api', 'events', '--session', stage.world.runs[name], '--limit', '0', '--json');
async function target(stage, name) {
  const { run } = await stage.server.json(`/api/v1/runs/${stage.world.runs[name]}`);
  return { project: run.project, run: run.id };
}
const post = (server, action, body, headers = {}) =>
  server.ask(`/api/v1/actions/${action}`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });

export const cases = {
  'without --allow-actions there is no button, and the server refuses': async (stage) => {
    const server = await stage.serve();
    const visitor = await stage.visitor({}, server);
    const page = await visitor.open(`/runs/${stage.world.runs.refunds}`, 'page-run');
    assert.equal(await page.getByTestId('actions').count(), 0);
    assert.equal(await page.getByRole('button', { name: /Approve|Satisfy/ }).count(), 0);
    const answer = await post(server, 'pause', { ...(await target(stage, 'refunds')), minutes: 5 });
    assert.equal(answer.status, 403);
    assert.match((await answer.json()).error.hint, /--allow-actions/);
  },

  'an action of another page is refused': async (stage) => {
    const body = { ...(await target(stage, 'refunds')), minutes: 5 };
    assert.equal((await post(stage.server, 'pause', body, { Origin: 'http://evil.example' })).status, 403);
    // With the cookie alone, as a browser sends it from anywhere, and without an Origin.
    const link = await fetch(stage.server.link);
    const cookie = link.headers.get('set-cookie').split(';')[0];
    const forged = await fetch(`${stage.server.origin}/api/v1/actions/pause`, {
      method: 'POST', headers: { Cookie: cookie, 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
    assert.equal(forged.status, 403);
  },

  'pause and resume work after a second look, and the journal names the dashboard': async (stage) => {
    const page = await stage.open(`/runs/${stage.world.runs.refunds}`, 'page-run');
    const actions = page.getByTestId('actions');
    await actions.getByRole('button', { name: 'Pause' }).click();
    const form = page.getByTestId('confirm');
    await form.getByRole('button', { name: 'Leave it as it is' }).click();
    assert.doesNotMatch(journal(stage, 'refunds'), /dashboard/, 'nothing was done yet');
    await actions.getByRole('button', { name: 'Pause' }).click();
    await form.getByLabel('Reason').fill('looking into it');
    await form.getByLabel('Operator token').fill(stage.world.environment.HOLDFAST_OPERATOR_TOKEN);
    await form.getByRole('button', { name: 'Pause' }).click();
    await actions.getByRole('button', { name: 'Resume' }).waitFor();
    const events = journal(stage, 'refunds');
    assert.match(events, /"actor":"dashboard"/);
    assert.match(events, /looking into it/);
    await actions.getByRole('button', { name: 'Resume' }).click();
    await form.getByRole('button', { name: 'Resume' }).click();
    await actions.getByRole('button', { name: 'Pause' }).waitFor();
  },

  'a requirement can be satisfied and approved': async (stage) => {
    const page = await stage.open(`/runs/${stage.world.runs.refunds}`, 'page-run');
    const list = page.getByTestId('run-requirements');
    for (const [action, name] of [['Satisfy', 'code_review'], ['Approve', 'github_ticket']]) {
      await list.getByRole('button', { name: `${action} ${name}` }).click();
      await page.getByTestId('confirm').getByLabel('Operator token').fill(stage.world.environment.HOLDFAST_OPERATOR_TOKEN);
      await page.getByTestId('confirm').getByRole('button', { name: action }).click();
      await until(`${name} is met`, async () => (await list.getByRole('button', { name: `${action} ${name}` }).count()) === 0);
    }
    assert.doesNotMatch(stage.world.ask('payments-api', stage.world.runs.refunds, 'Bash', { command: 'git push' }), /deny/);
    assert.ok(journal(stage, 'refunds').split('"actor":"dashboard"').length > 2);
  },

  'a run can be ended': async (stage) => {
    const run = stage.world.runs.refunds;
    const page = await stage.open(`/runs/${run}`, 'page-run');
    await page.getByTestId('actions').getByRole('button', { name: 'End' }).click();
    await page.getByTestId('confirm').getByRole('button', { name: 'End the run' }).click();
    await until('it has ended', async () => (await stage.server.json(`/api/v1/runs/${run}`)).run.health === 'ended');
    await page.getByTestId('actions').waitFor({ state: 'detached' });
  },

  'bad wishes are refused with a word': async (stage) => {
    const where = await target(stage, 'webhooks');
    for (const [action, body] of [
      ['pause', { ...where, minutes: 5 }], // Nobody typed the operator token.
      ['pause', { ...where, minutes: 31 }],
      ['pause', { ...where, minutes: -1 }],
      ['pause', { ...where }],
      ['satisfy', { ...where, names: [] }],
      ['satisfy', { ...where, names: ['no_such_requirement'] }],
      ['approve', { ...where, names: 'commit_plan' }],
      ['end', { project: where.project, run: '../../etc' }],
      ['end', { project: 'nowhere', run: where.run }],
    ]) {
      const answer = await post(stage.server, action, body);
      assert.ok(answer.status >= 400 && answer.status < 500, `${action} ${JSON.stringify(body)}: ${answer.status}`);
      assert.ok((await answer.json()).error.message, 'says why');
    }
    assert.equal((await post(stage.server, 'explode', where)).status, 404);
  },
};
