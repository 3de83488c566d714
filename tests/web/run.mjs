// Drives the dashboard in a browser: run.mjs PROGRAM [CASES.mjs...] [--screenshots]   (none: all)
// Each file of cases gets a server on data of its own. Failures are named, and a picture of each tab is
// kept in build/logs.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, Visitor } from './support/browser.mjs';
import { root } from './support/packages.mjs';
import { within } from './support/wait.mjs';
import { Server, World } from './support/world.mjs';

const kCaseMs = 60_000;
const [program, ...rest] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isPicturing = process.argv.includes('--screenshots');
if (!program) {
  console.error('usage: run.mjs PROGRAM [CASES.mjs...] [--screenshots]');
  process.exit(64);
}
const folder = path.join(root, 'tests/web/cases');
const pictures = path.join(folder, 'screenshots.mjs');
const every = fs.readdirSync(folder).sort().map((name) => path.join(folder, name));
const files = isPicturing ? [pictures] : rest.length > 0 ? rest.map((name) => path.resolve(name)) : every.filter((name) => name !== pictures);

// What a case works with; all that it opens is closed behind it.
class Stage {
  visitors = [];
  servers = [];
  worlds = [];
  constructor(program, browser, world, server) {
    Object.assign(this, { program, browser, world, server });
  }
  async visitor(options = {}, server = this.server) {
    const visitor = await Visitor.arrive(this.browser, server, options);
    this.visitors.push(visitor);
    return visitor;
  }
  // Most cases need one tab of one visitor.
  async open(address, testid, options) {
    return (await this.visitor(options)).open(address, testid);
  }
  async serve(options, world = this.world) {
    const server = await Server.start(world, options);
    this.servers.push(server);
    return server;
  }
  make(what) {
    const world = World.make(this.program, what);
    this.worlds.push(world);
    return world;
  }
  wrongs() {
    return this.visitors.flatMap(({ watch }) => watch.wrongs);
  }
  async picture(name) {
    const pages = this.visitors.flatMap(({ context }) => context.pages());
    for (const [index, page] of pages.entries()) {
      const file = path.join(root, 'build/logs', `web-${name}${index === 0 ? '' : `-${index}`}.png`);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      await page.screenshot({ path: file, timeout: 5000 }).catch(() => {});
      console.log(`  ${page.url()} as it was: ${path.relative(root, file)}`);
    }
  }
  async close() {
    for (const visitor of this.visitors) await visitor.leave().catch(() => {});
    for (const server of this.servers) await server.stop().catch(() => {});
    for (const world of this.worlds) world.remove();
  }
}

async function runCase(name, body, stage) {
  const begun = Date.now();
  try {
    await within('the case ends', body(stage), kCaseMs);
    // Nothing of this may happen on any page, whatever a case is about.
    assert.deepEqual(stage.wrongs(), [], 'what happened on the page and must not');
    console.log(`passed: ${name} (${Date.now() - begun} ms)`);
    return true;
  } catch (error) {
    console.log(`FAILED: ${name}\n${error.stack}`);
    await stage.picture(name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60));
    return false;
  } finally {
    await stage.close();
  }
}

async function runFile(file) {
  const { cases, setting = {} } = await import(pathToFileURL(file));
  const { data = 'full', options = [] } = setting;
  const world = World.make(program, data);
  let failed = 0;
  let server, browser;
  try {
    server = await Server.start(world, { options });
    browser = await launch(world.folder);
    for (const [name, body] of Object.entries(cases)) {
      if (!(await runCase(name, body, new Stage(program, browser, world, server)))) failed += 1;
    }
    if (server.process.exitCode !== null) throw new Error(`the server ended by itself: ${server.process.exitCode}`);
    if (failed > 0 && server.errors) console.log(`The server said:\n${server.errors.slice(-2000)}`);
  } finally {
    await browser?.close().catch(() => {});
    await server?.stop().catch(() => {});
    world.remove();
  }
  return failed;
}

let failed = 0;
for (const file of files) {
  try {
    failed += await runFile(file);
  } catch (error) {
    failed += 1;
    console.log(`FAILED: ${path.basename(file)}\n${error.stack}`);
  }
}
console.log(failed === 0 ? 'All cases passed.' : `${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);
