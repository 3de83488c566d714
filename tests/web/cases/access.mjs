// The token, the link and the cookie; Host and Origin; the headers of every answer.
import assert from 'node:assert/strict';
import http from 'node:http';
import { settled } from '../support/browser.mjs';
import { until } from '../support/wait.mjs';

// fetch() sets Host by itself.
function status(server, { path = '/api/v1/now', method = 'GET', ...headers }) {
  return new Promise((resolve, reject) => {
    const request = http.request({ port: server.port, host: '127.0.0.1', path, method, headers, timeout: 10_000 }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject);
    request.end();
  });
}

export const cases = {
  'a browser without the cookie is told how to get in': async (stage) => {
    const visitor = await stage.visitor({ hasToken: false });
    visitor.watch.allow(/401/); // The browser logs refused requests by itself.
    const page = await visitor.open('/');
    await page.getByTestId('no-access').waitFor();
    assert.match(await page.getByTestId('no-access').innerText(), /holdfast serve/);
  },

  'the link sets a strict cookie, and the token leaves the address': async (stage) => {
    const visitor = await stage.visitor({ hasToken: false });
    const page = await visitor.open(stage.server.link.slice(stage.server.origin.length), 'page-now');
    await until('the address has no token', () => !page.url().includes('token'));
    assert.equal(page.url(), `${stage.server.origin}/`);
    const [cookie, ...others] = await visitor.context.cookies();
    assert.equal(others.length, 0);
    assert.equal(cookie.sameSite, 'Strict');
    assert.equal(cookie.httpOnly, true);
    assert.ok(!cookie.value.includes(stage.server.token), 'the cookie is not the token itself');
    assert.equal(await page.evaluate(() => document.cookie), '', 'no script can read it');
    // History and storage neither.
    assert.ok(!(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).includes(stage.server.token));
    await page.reload();
    await settled(page, 'page-now');
  },

  'a link with another token opens nothing': async (stage) => {
    const visitor = await stage.visitor({ hasToken: false });
    visitor.watch.allow(/401/);
    const page = await visitor.open(`/?token=${'0'.repeat(64)}`);
    await page.getByTestId('no-access').waitFor();
    assert.deepEqual(await visitor.context.cookies(), []);
  },

  'a tab that opens the link lets the other tabs in at once': async (stage) => {
    const visitor = await stage.visitor({ hasToken: false });
    visitor.watch.allow(/401/);
    const shut = await visitor.open('/');
    await shut.getByTestId('no-access').waitFor();
    await until('its stream was refused too', async () => (await shut.getByTestId('live-status').innerText()) === 'No access');
    const opened = await visitor.open(stage.server.link.slice(stage.server.origin.length), 'page-now');
    for (const tab of [opened, shut]) {
      await settled(tab, 'page-now');
      await until('it is live', async () => (await tab.getByTestId('live-status').innerText()) === 'Live');
    }
  },

  'Host comes before Origin, and Origin before the token': async ({ server }) => {
    const own = { Host: `127.0.0.1:${server.port}`, Authorization: `Bearer ${server.token}` };
    assert.equal(await status(server, own), 200);
    assert.equal(await status(server, { ...own, Host: 'evil.example' }), 421);
    assert.equal(await status(server, { ...own, Host: `evil.example:${server.port}`, Origin: 'http://evil.example' }), 421);
    assert.equal(await status(server, { ...own, Origin: 'http://evil.example' }), 403);
    assert.equal(await status(server, { ...own, Origin: 'null' }), 403);
    assert.equal(await status(server, { ...own, Authorization: 'Bearer wrong' }), 401);
    assert.equal(await status(server, { Host: own.Host }), 401);
    for (const path of ['/', '/runs', '/cost']) assert.equal(await status(server, { Host: own.Host, path }), 200, path);
    assert.equal(await status(server, { Host: 'evil.example', path: '/' }), 421);
    for (const path of ['/metrics', '/api/v1/live', '/api/v1/openapi.json']) {
      assert.equal(await status(server, { Host: own.Host, path }), 401, path);
    }
  },

  'every answer has a strict policy, and nothing may be framed or sniffed': async ({ server }) => {
    for (const address of ['/', '/runs', '/api/v1/now', '/nowhere', '/api/v1/nowhere']) {
      const { headers } = await server.ask(address);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/, address);
      assert.match(policy, /frame-ancestors 'none'/, address);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/, address);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', address);
      assert.equal(headers.get('access-control-allow-origin'), null, address);
    }
  },

  'assets keep for ever, the page is asked for anew': async ({ server }) => {
    const page = await server.ask('/');
    assert.equal(page.headers.get('cache-control'), 'no-cache');
    const assets = (await page.text()).match(/\/assets\/[\w.-]+/g);
    assert.ok(assets.length > 0);
    for (const asset of assets) {
      const answer = await server.ask(asset, { headers: { 'Accept-Encoding': 'gzip' } });
      assert.match(answer.headers.get('cache-control'), /immutable/, asset);
      assert.equal(answer.headers.get('content-encoding'), 'gzip', asset);
    }
  },
};
