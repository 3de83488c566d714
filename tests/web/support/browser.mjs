// Debian's Chromium, and pages that remember everything that must not happen on them.
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from './packages.mjs';
import { kPatienceMs, until } from './wait.mjs';

const kProgram = '/usr/bin/chromium';

export async function launch(folder) {
  const home = path.join(folder, 'browser-home');
  fs.mkdirSync(home, { recursive: true });
  // The sandbox of Chromium cannot be used by root.
  const isRoot = process.getuid() === 0;
  return chromium.launch({
    executablePath: kProgram,
    chromiumSandbox: !isRoot,
    args: ['--disable-dev-shm-usage', '--disable-background-networking', '--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, LANG: 'en_US.UTF-8', TZ: 'UTC' },
    timeout: 30_000,
  });
}

// What a tab must not do: errors, dialogs, requests to anywhere but its server, broken rules of the
// Content-Security-Policy.
class Watch {
  wrongs = [];
  #allowed = [];
  allow(pattern) {
    this.#allowed.push(pattern);
  }
  note(text) {
    if (!this.#allowed.some((pattern) => pattern.test(text))) this.wrongs.push(text);
  }
}

function watchPage(page, watch, origin) {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) watch.note(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => watch.note(`page error: ${error.message}`));
  page.on('dialog', (dialog) => {
    watch.note(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

export class Visitor {
  // One browser of one person: its tabs share cookies and the event stream.
  static async arrive(browser, server, { hasToken = true, width = 1280, height = 900, ...options } = {}) {
    const visitor = new Visitor();
    visitor.server = server;
    visitor.watch = new Watch();
    visitor.context = await browser.newContext({
      viewport: { width, height },
      timezoneId: 'UTC',
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...options,
    });
    visitor.context.setDefaultTimeout(kPatienceMs);
    visitor.context.setDefaultNavigationTimeout(kPatienceMs);
    visitor.context.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${server.origin}/`) && !/^(data|blob):/.test(url)) visitor.watch.note(`request elsewhere: ${url}`);
    });
    await visitor.context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    if (hasToken) await visitor.takeCookie();
    return visitor;
  }

  // What the link does, without a page: the cookie is the server's own.
  async takeCookie() {
    const response = await this.context.request.get(this.server.link, { timeout: kPatienceMs });
    if (response.status() !== 200) throw new Error(`the link answered ${response.status()}`);
  }

  // Opens an address in a new tab and waits until the page has what it shows.
  async open(address, testid) {
    const page = await this.context.newPage();
    watchPage(page, this.watch, this.server.origin);
    await page.goto(this.server.origin + address, { waitUntil: 'domcontentloaded' });
    if (testid) await settled(page, testid);
    return page;
  }

  async leave() {
    await this.context.close();
  }
}

// The page is there and nothing on it is still loading.
export async function settled(page, testid) {
  await page.getByTestId(testid).waitFor();
  await until(`${testid} has loaded`, async () => (await page.getByTestId('loading').count()) === 0);
}

// The text of all that matches, as a person would read it.
export async function textOf(locator) {
  return (await locator.allInnerTexts()).join('\n');
}
