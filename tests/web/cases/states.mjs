// Empty, loading and error states, on every page; and addresses that are none.
import assert from 'node:assert/strict';
import { kPages } from '../support/pages.mjs';
import { settled } from '../support/browser.mjs';

export const setting = { data: 'fresh' };

export const cases = {
  'a home without anything has a friendly word on every page': async (stage) => {
    const visitor = await stage.visitor();
    for (const { address, testid } of kPages) {
      const page = await visitor.open(address, testid);
      assert.ok((await page.getByTestId('empty').count()) > 0, `${address} says nothing`);
      assert.equal(await page.getByTestId('error').count(), 0, address);
      await page.close();
    }
  },

  'while the server takes its time the page says that it is loading': async (stage) => {
    const visitor = await stage.visitor();
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await visitor.context.route('**/api/v1/**', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    for (const { address, testid } of kPages.filter(({ testid }) => testid !== 'page-search')) {
      const page = await visitor.open(address);
      await page.getByTestId(testid).waitFor();
      await page.getByTestId('loading').first().waitFor();
    }
    release();
    for (const page of visitor.context.pages()) {
      await page.getByTestId('loading').first().waitFor({ state: 'detached' });
    }
  },

  'where the server fails the page says so and can ask again': async (stage) => {
    const visitor = await stage.visitor();
    visitor.watch.allow(/500/);
    let isBroken = true;
    // Without news of changes, which would let the page ask by itself before the button is clicked.
    await visitor.context.addInitScript(() => delete window.SharedWorker);
    await visitor.context.route('**/api/v1/**', (route) =>
      isBroken || route.request().url().includes('/api/v1/live')
        ? route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'The index is on fire.', hint: 'Rebuild it.' } } })
        : route.continue(),
    );
    for (const { address, testid } of kPages.filter(({ testid }) => testid !== 'page-search')) {
      isBroken = true;
      const page = await visitor.open(address);
      await page.getByTestId('error').first().waitFor();
      assert.match(await page.getByTestId('error').first().innerText(), /The index is on fire/, address);
      isBroken = false;
      await page.getByTestId('error').first().getByRole('button').click();
      // Another part of the page may have a button of its own.
      await page.getByTestId('error').first().waitFor({ state: 'detached', timeout: 2000 }).catch(() => {});
      await settled(page, testid);
      await page.close();
    }
  },

  'an answer that is no JSON is an error and not a blank page': async (stage) => {
    const visitor = await stage.visitor();
    await visitor.context.route('**/api/v1/now', (route) => route.fulfill({ status: 200, body: '<html>', contentType: 'text/html' }));
    const page = await visitor.open('/');
    await page.getByTestId('error').waitFor();
  },

  'an address that is none says so': async (stage) => {
    const page = await stage.open('/runs/a/b/c');
    await page.getByText('There is no such page').waitFor();
  },
};
