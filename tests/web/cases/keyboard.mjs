// Everything can be done without a mouse.
import assert from 'node:assert/strict';
import { settled } from '../support/browser.mjs';
import { until } from '../support/wait.mjs';

const kPlaces = { n: 'page-now', r: 'page-runs', w: 'page-work', q: 'page-requirements', c: 'page-continuity', o: 'page-cost', h: 'page-health' };
const focused = (page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

export const cases = {
  'g and a letter go to a page': async (stage) => {
    const page = await stage.open('/', 'page-now');
    for (const [key, testid] of Object.entries(kPlaces).reverse()) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await settled(page, testid);
    }
  },

  'j and k walk a list, Enter opens, and back returns': async (stage) => {
    const page = await stage.open('/runs', 'page-runs');
    await page.keyboard.press('j');
    const first = await focused(page);
    await page.keyboard.press('j');
    const second = await focused(page);
    assert.ok(first !== '' && second !== '' && first !== second, `${first}, ${second}`);
    await page.keyboard.press('k');
    assert.equal(await focused(page), first);
    await page.keyboard.press('Enter');
    await settled(page, 'page-run');
    // The denials of a timeline open in the same way.
    await page.goBack();
    await settled(page, 'page-runs');
  },

  'Enter opens the why of an event': async (stage) => {
    const page = await stage.open(`/runs/${stage.world.runs.refunds}?show=denied`, 'page-run');
    await page.getByTestId('event').first().waitFor();
    await page.getByTestId('event').first().getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('why').first().waitFor();
  },

  'a slash goes to the search, and Escape leaves it': async (stage) => {
    const page = await stage.open('/', 'page-now');
    await page.keyboard.press('/');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'search');
    await page.keyboard.type('g refunds?');
    assert.equal(await page.getByTestId('search-box').inputValue(), 'g refunds?', 'keys are letters while somebody types');
    await page.keyboard.press('Escape');
    assert.notEqual(await page.evaluate(() => document.activeElement.id), 'search');
  },

  'a question mark shows the keys, and Escape closes them': async (stage) => {
    const page = await stage.open('/', 'page-now');
    await page.keyboard.press('?');
    await page.getByTestId('keys').waitFor();
    assert.match(await page.getByTestId('keys').innerText(), /g/);
    await page.keyboard.press('Escape');
    await page.getByTestId('keys').waitFor({ state: 'hidden' });
  },

  'Tab reaches the content first, by the link that skips the rest': async (stage) => {
    const page = await stage.open('/', 'page-now');
    await page.keyboard.press('Tab');
    assert.match(await focused(page), /Skip to the content/);
    await page.keyboard.press('Enter');
    await until('main has the focus', () => page.evaluate(() => document.activeElement?.id === 'main' || location.hash === '#main'));
  },

  'what has the focus can be seen': async (stage) => {
    const page = await stage.open('/', 'page-now');
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        // The search's frame shows its focus.
        const { activeElement } = document;
        const shown = activeElement.id === 'search' ? activeElement.closest('form') : activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(shown);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
      });
      assert.ok(outline, `step ${step}: ${await focused(page)}`);
    }
  },
};
