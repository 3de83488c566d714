// Text that wants to be markup: branch, prompt, feature, decision, pin, spec, requirement, folder. All of it is text.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../support/packages.mjs';
import { allPages } from '../support/pages.mjs';
import { settled } from '../support/browser.mjs';
import { until } from '../support/wait.mjs';

export const setting = { data: 'hostile' };
const kText = '<script>alert(1)</script><img src=x onerror=alert(1)>';

// Elements that no page of ours makes of its own.
const foreign = (page) =>
  page.evaluate(() => document.querySelectorAll('main script, main iframe, main object, main embed, main img, [onerror], [onload], a[href^="javascript:"], a[href^="data:"]').length);

export const cases = {
  'nowhere in its source does the page make markup of a text': async () => {
    const folder = path.join(root, 'web/src');
    const files = fs.readdirSync(folder, { recursive: true }).filter((name) => /\.(svelte|ts)$/.test(name));
    assert.ok(files.length > 50, `only ${files.length} files`);
    for (const name of files) {
      const text = fs.readFileSync(path.join(folder, name), 'utf8');
      const found = /\{@html|innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|document\.write|\beval\(|new Function/.exec(text);
      assert.equal(found, null, `${name}: ${found?.[0]}`);
    }
  },

  'on no page a text becomes an element, opens a dialog or leads away': async (stage) => {
    const visitor = await stage.visitor();
    for (const { address, testid } of await allPages(stage, { run: 'hostile', slug: 'hostile', word: 'script' })) {
      const page = await visitor.open(address, testid);
      assert.equal(await foreign(page), 0, address);
      await page.close();
    }
  },

  'the run shows it all as it was written': async (stage) => {
    const page = await stage.open(`/runs/${stage.world.runs.hostile}`, 'page-run');
    const text = await page.getByTestId('page-run').innerText();
    assert.ok(text.split(kText).length > 5, text);
    assert.ok(text.includes('<script>alert(1)</script><img/src=x/onerror=alert(1)>'), 'the branch');
    for (const button of await page.getByTestId('event').getByRole('button').all()) await button.click();
    assert.equal(await foreign(page), 0);
  },

  'the spec shows markup and unsafe links as text': async (stage) => {
    const { items } = await stage.server.json('/api/v1/work');
    const { project } = items.find(({ slug }) => slug === 'hostile');
    const page = await stage.open(`/work/${encodeURIComponent(project)}/hostile`, 'page-work-session');
    const spec = page.getByTestId('spec');
    assert.ok((await spec.innerText()).includes('<iframe src="javascript:alert(1)"></iframe>'));
    assert.equal(await spec.locator('a[href]').count(), 0);
    assert.equal(await foreign(page), 0);
  },

  'a requirement shows its words as they were written': async (stage) => {
    const { items } = await stage.server.json('/api/v1/projects');
    const { id } = items.find(({ name }) => name === '<img src=x onerror=alert(1)>');
    const page = await stage.open(`/requirements?project=${encodeURIComponent(id)}`, 'page-requirements');
    await page.getByTestId('requirement-rules').filter({ hasText: kText }).waitFor();
    for (const cell of await page.getByTestId('requirement-cell').all()) await cell.click();
    assert.equal(await foreign(page), 0);
  },

  'a search for markup finds markup, as text': async (stage) => {
    const page = await stage.open('/', 'page-now');
    await page.getByTestId('search-box').fill(kText);
    await page.keyboard.press('Enter');
    await settled(page, 'page-search');
    await until('hits', async () => (await page.getByTestId('hit').count()) > 0);
    assert.ok((await page.getByTestId('page-search').innerText()).includes(kText));
    assert.ok((await page.title()).includes('<script>'));
    assert.equal(await foreign(page), 0);
  },

  'what comes by the live feed is text too': async (stage) => {
    const { world } = stage;
    const page = await stage.open('/', 'page-now');
    await until('the stream is open', async () => (await page.getByTestId('live-status').innerText()) === 'Live');
    world.ask('<img src=x onerror=alert(1)>', world.runs.hostile, 'Bash', { command: `echo live ${kText}` });
    await page.getByText(`echo live ${kText}`).first().waitFor();
    assert.equal(await foreign(page), 0);
  },

  'addresses with markup in them are text': async (stage) => {
    const visitor = await stage.visitor();
    visitor.watch.allow(/40[04]/);
    const page = await visitor.open(`/runs/${encodeURIComponent(kText)}`);
    await page.getByTestId('error').waitFor();
    assert.equal(await foreign(page), 0);
  },
};
