// Pictures for the README, made from the demo's data: run.mjs PROGRAM --screenshots
import fs from 'node:fs';
import path from 'node:path';
import assert from 'node:assert/strict';
import { root } from '../support/packages.mjs';

const kBytesMax = 200_000;
const kWidth = 1280;
const kHeight = 800;

// What each picture shows, and what is done before it is taken.
const kPictures = {
  now: { address: '/', testid: 'page-now' },
  run: {
    run: 'refunds',
    height: 900,
    testid: 'page-run',
    prepare: async (page) => {
      const denied = page.getByTestId('event').filter({ hasText: /Denied.*git push/s });
      await denied.getByRole('button').first().click();
      await denied.getByTestId('why').waitFor();
    },
  },
  requirements: { project: 'payments-api', address: '/requirements', testid: 'page-requirements' },
  cost: { address: '/cost', testid: 'page-cost' },
  work: { work: 'idempotent-refunds', testid: 'page-work-session' },
  continuity: { project: 'payments-api', address: '/continuity', testid: 'page-continuity' },
};

async function take(stage, name, scheme) {
  const { address, run, work, project, testid, prepare, height = kHeight } = kPictures[name];
  let where = run ? `/runs/${stage.world.runs[run]}` : address;
  if (work) {
    const { items } = await stage.server.json('/api/v1/work');
    where = `/work/${encodeURIComponent(items.find(({ slug }) => slug === work).project)}/${work}`;
  }
  if (project) {
    const { items } = await stage.server.json('/api/v1/projects');
    where += `?project=${encodeURIComponent(items.find((item) => item.name === project).id)}`;
  }
  const page = await stage.open(where, testid, { colorScheme: scheme, width: kWidth, height });
  await prepare?.(page);
  // The folder of the test is nobody's business.
  await page.evaluate((folder) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replaceAll(folder, '~');
  }, path.join(stage.world.folder, 'projects'));
  await page.evaluate(() => document.fonts.ready);
  const file = path.join(root, 'docs/images', `dashboard-${name}-${scheme}.png`);
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  const { size } = fs.statSync(file);
  console.log(`  ${path.relative(root, file)}: ${(size / 1024).toFixed(0)} KB`);
  assert.ok(size < kBytesMax, `${file} has ${size} bytes`);
}

export const cases = Object.fromEntries(
  Object.keys(kPictures).flatMap((name) =>
    ['dark', 'light'].map((scheme) => [`a picture of ${name} in the ${scheme}`, (stage) => take(stage, name, scheme)]),
  ),
);
