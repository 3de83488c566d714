// WCAG AA: axe-core finds nothing on any page, in dark and in light, on a telephone and on a wall.
import assert from 'node:assert/strict';
import { axeSource } from '../support/packages.mjs';
import { allPages } from '../support/pages.mjs';

const kRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const kWidths = [400, 1280, 2560];
const kSchemes = ['dark', 'light'];

async function findings(page) {
  await page.evaluate(axeSource());
  const { violations } = await page.evaluate((tags) => window.axe.run(document, { runOnly: { type: 'tag', values: tags } }), kRules);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`));
}

async function checkAll(stage, options) {
  const visitor = await stage.visitor(options);
  const found = [];
  for (const { address, testid } of await allPages(stage)) {
    const page = await visitor.open(address, testid);
    const why = page.getByTestId('event').getByRole('button').first();
    if (testid === 'page-run' && (await why.count()) > 0) await why.click();
    const cell = page.getByTestId('requirement-cell').first();
    if (testid === 'page-requirements') await cell.click();
    found.push(...(await findings(page)).map((text) => `${address} ${text}`));
    await page.close();
  }
  assert.deepEqual(found, []);
}

export const cases = Object.fromEntries(
  kSchemes.flatMap((colorScheme) =>
    kWidths.map((width) => [`axe finds nothing at ${width} pixels in the ${colorScheme}`, (stage) => checkAll(stage, { colorScheme, width })]),
  ),
);
