// No page is wider than its window; dark and light; the size of it all.
import assert from 'node:assert/strict';
import zlib from 'node:zlib';
import { allPages } from '../support/pages.mjs';

const kJavaScriptBytesMax = 120 * 1024;
async function widths(stage, width) {
  const visitor = await stage.visitor({ width });
  for (const { address, testid } of await allPages(stage)) {
    const page = await visitor.open(address, testid);
    const [wide, shown, what] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const beyond = [...document.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > clientWidth);
      return [scrollWidth, clientWidth, beyond.map((one) => one.outerHTML.slice(0, 200)).join('\n')];
    });
    assert.ok(wide <= shown, `${address} is ${wide} px wide in ${shown}:\n${what}`);
    await page.close();
  }
}

export const cases = {
  'no page is wider than a window of 400 pixels': (stage) => widths(stage, 400),
  'no page is wider than one of 2,560': (stage) => widths(stage, 2560),

  'dark and light follow the system, and can be chosen and kept': async (stage) => {
    const visitor = await stage.visitor({ colorScheme: 'dark' });
    const page = await visitor.open('/', 'page-now');
    const brightness = () =>
      page.evaluate(() => {
        const [red, green, blue] = getComputedStyle(document.documentElement).backgroundColor.match(/[\d.]+/g).map(Number);
        return red + green + blue;
      });
    assert.ok((await brightness()) < 200, 'dark as the system');
    await page.getByTestId('theme').click();
    assert.ok((await brightness()) > 550, 'light as chosen');
    await page.reload();
    await page.getByTestId('page-now').waitFor();
    assert.ok((await brightness()) > 550, 'and kept');
  },

  'at 400 pixels the pages are behind a button': async (stage) => {
    const page = await stage.open('/', 'page-now', { width: 400 });
    await page.getByRole('button', { name: 'Pages' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Cost' }).click();
    await page.getByTestId('page-cost').waitFor();
  },

  'all JavaScript together is at most 120 KB, compressed': async ({ server }) => {
    const seen = new Map();
    const wanted = ['/'];
    while (wanted.length > 0) {
      const address = wanted.pop();
      if (seen.has(address)) continue;
      const text = await (await server.ask(address)).text();
      seen.set(address, address.endsWith('.js') ? zlib.gzipSync(text, { level: 9 }).length : 0);
      // Scripts name their lazy ones relative to themselves or to the root.
      for (const [, name] of text.matchAll(/["'`](?:\.?\/)?(?:assets\/)?([\w.-]+\.js)["'`]/g)) wanted.push(`/assets/${name}`);
    }
    const scripts = [...seen].filter(([, bytes]) => bytes > 0);
    const sum = scripts.reduce((total, [, bytes]) => total + bytes, 0);
    console.log(`  ${scripts.length} scripts, ${(sum / 1024).toFixed(1)} KB compressed`);
    assert.ok(scripts.length >= 9, 'the lazy pages are among them');
    assert.ok(sum <= kJavaScriptBytesMax, `${sum} bytes`);
  },
};
