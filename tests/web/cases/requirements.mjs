// Requirements: branches × requirements, who satisfied what and when, stale marks, wrong denials.
import assert from 'node:assert/strict';
import { until } from '../support/wait.mjs';

async function open(stage, name = 'payments-api') {
  const { items } = await stage.server.json('/api/v1/projects');
  const { id } = items.find((project) => project.name === name);
  return stage.open(`/requirements?project=${encodeURIComponent(id)}`, 'page-requirements');
}
const branch = (page, name) => page.getByTestId('requirement-matrix').getByRole('row').filter({ hasText: name });

export const cases = {
  'the branch that is checked out shows what the gate would say': async (stage) => {
    const page = await open(stage);
    const row = await branch(page, 'feature/refunds').innerText();
    assert.match(row, /Checked out/i);
    assert.match(row, /stale/i, 'the sources changed after their review');
    assert.match(row, /met/i);
  },

  'another branch shows what its file says, and what has expired': async (stage) => {
    const page = await open(stage);
    await until('the second is over', async () => {
      await page.reload();
      return /expired/i.test(await branch(page, 'feature/webhooks').innerText());
    });
  },

  'a cell opens to who satisfied it and when': async (stage) => {
    const page = await open(stage);
    const cell = branch(page, 'feature/refunds').getByRole('button', { name: /stale/i });
    await cell.click();
    assert.equal(await cell.getAttribute('aria-expanded'), 'true');
    assert.match(await page.getByTestId('requirement-marks').innerText(), /code_review[^]*satisfied[^]*cli/);
  },

  'rules say how they are enforced and where they are written': async (stage) => {
    const page = await open(stage);
    const rules = await page.getByTestId('requirement-rules').innerText();
    assert.match(rules, /commit_plan[^]*requirements\.yaml:\d+/);
    assert.match(rules, /warn/i);
    assert.match(rules, /observe/i);
  },

  'the report counts denials that were likely wrong': async (stage) => {
    const page = await open(stage);
    const report = page.getByTestId('false-deny');
    await until('the worst is named', async () => /The worst is code_review/.test(await report.innerText()));
    assert.match(await report.getByRole('row').filter({ hasText: 'code_review' }).innerText(), /75\s?%/);
  },

  'a rule that cannot be read is named': async (stage) => {
    const page = await open(stage, 'atlas');
    await page.getByText(/tile_budget.*is left out/).first().waitFor();
  },
};
