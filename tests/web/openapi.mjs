// What the server answers is what docs/api/openapi.json promises: openapi.mjs PROGRAM
// Every GET address is asked with real ids and held against its schema; lists are walked by their
// cursors; an ETag that is shown again gets 304.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { addFormats, Ajv, root } from './support/packages.mjs';
import { Server, World } from './support/world.mjs';

const kHttpTimeFormats = ['date-time', 'date', 'uri', 'uuid'];
const [program] = process.argv.slice(2);
const document = JSON.parse(fs.readFileSync(path.join(root, 'docs/api/openapi.json'), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
addFormats(ajv, kHttpTimeFormats);
ajv.addSchema(document, 'openapi.json');

const pointer = (...parts) => parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
const escaped = (...parts) => `openapi.json#${encodeURI(pointer(...parts)).replaceAll('#', '%23')}`;

function validator(address, status) {
  const answer = document.paths[address].get.responses[status] ?? document.paths[address].get.responses.default;
  assert.ok(answer, `${address} promises nothing for ${status}`);
  const ref = answer.$ref ? answer.$ref.slice(2).split('/') : ['paths', address, 'get', 'responses', String(status in document.paths[address].get.responses ? status : 'default')];
  return ajv.compile({ $ref: escaped(...ref, 'content', 'application/json', 'schema') });
}

function parametersOf(address) {
  const item = document.paths[address];
  return [...(item.parameters ?? []), ...(item.get.parameters ?? [])].map((one) =>
    one.$ref ? one.$ref.slice(2).split('/').reduce((at, part) => at[part], document) : one,
  );
}

// Real values for what stands in braces, and for what an address cannot do without.
function fill(address, world, facts) {
  const values = { id: world.runs.refunds, project: facts.project, slug: 'idempotent-refunds' };
  const filled = address.replaceAll(/\{(\w+)\}/g, (_, name) => {
    assert.ok(values[name], `a value for {${name}}`);
    return encodeURIComponent(values[name]);
  });
  const needed = { from: '2', to: '6', q: 'refunds', session: world.runs.refunds, by: 'model', version: '3', project: facts.project };
  const query = parametersOf(address)
    .filter(({ name, in: where, required }) => where === 'query' && (required || ['version', 'by', 'session'].includes(name)) && needed[name])
    .map(({ name }) => `${name}=${encodeURIComponent(needed[name])}`);
  return filled + (query.length > 0 ? `?${query.join('&')}` : '');
}

const withMore = (address, more) => address + (address.includes('?') ? '&' : '?') + more;
const isJson = (address) => Boolean(document.paths[address].get?.responses?.['200']?.content?.['application/json']);
const isList = (address) => parametersOf(address).some(({ name }) => name === 'cursor');

async function checkSchema(server, template, address) {
  const response = await server.ask(address);
  assert.equal(response.status, 200, `${address}: ${response.status}`);
  assert.match(response.headers.get('content-type'), /^application\/json/, address);
  const body = await response.json();
  const validate = validator(template, 200);
  assert.ok(validate(body), `${address}: ${ajv.errorsText(validate.errors)}`);
  // A schema that lets anything pass proves nothing. The state of a run is its note's own affair.
  if (template.endsWith('/state') || template.endsWith('openapi.json')) return body;
  const [first] = Object.keys(body);
  const { [first]: _, ...rest } = body;
  assert.ok(!validate(rest), `${address}: the schema does not miss ${first}`);
  return body;
}

async function checkEtag(server, address) {
  // What changes by itself (how long ago, who listens) may get another tag: asked until two agree.
  for (let turn = 0; turn < 5; turn += 1) {
    const tag = (await server.ask(address)).headers.get('etag');
    assert.ok(tag, `${address} has no ETag`);
    const again = await server.ask(address, { headers: { 'If-None-Match': tag } });
    const bytes = (await again.arrayBuffer()).byteLength;
    if (again.status === 304) return assert.equal(bytes, 0, `${address}: a body with 304`);
    assert.equal(again.status, 200, address);
  }
  assert.fail(`${address}: never 304`);
}

async function walk(server, address, limit) {
  const items = [];
  let cursor = null;
  for (let pages = 0; pages < 500; pages += 1) {
    const more = `limit=${limit}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const page = await server.json(withMore(address, more));
    assert.ok(page.items.length <= limit, `${address}: ${page.items.length} of ${limit}`);
    items.push(...page.items);
    cursor = page.next;
    if (cursor === null) return items;
    assert.ok(page.items.length > 0, `${address}: an empty page that has a next one`);
  }
  throw new Error(`${address}: the cursors lead nowhere`);
}

// What tells one item from another; what changes while it is asked does not.
const nameOf = (item) => JSON.stringify(['id', 'seq', 'version', 'branch', 'slug', 'project', 'session', 'at', 'requirement'].map((key) => item[key]));

async function checkPages(server, address) {
  const whole = (await walk(server, address, 200)).map(nameOf);
  const pieces = (await walk(server, address, 2)).map(nameOf);
  assert.deepEqual(pieces, whole, `${address}: pages of 2 are not the whole`);
  assert.equal(new Set(whole).size, whole.length, `${address}: repeats`);
  return whole.length;
}

async function checkRefusals(server, template, address) {
  const problem = ajv.compile({ $ref: 'openapi.json#/components/schemas/Problem' });
  const wrongs = isList(template) ? ['cursor=nonsense', 'limit=0', 'limit=x', 'limit=100000'] : [];
  for (const wrong of wrongs) {
    const response = await server.ask(withMore(address, wrong));
    assert.ok([200, 400].includes(response.status), `${address} ${wrong}: ${response.status}`);
    if (response.status === 400) assert.ok(problem(await response.json()), `${address} ${wrong}: no Problem`);
    else assert.ok(wrong.startsWith('limit='), `${address} took ${wrong}`);
  }
  if (!template.includes('{')) return;
  const nobody = template.replaceAll(/\{\w+\}/g, 'ffffffff-0000-4000-8000-000000000000');
  const response = await server.ask(withMore(nobody, new URL(address, server.origin).search.slice(1)));
  assert.equal(response.status, 404, nobody);
  assert.ok(problem(await response.json()), `${nobody}: no Problem`);
}

const failures = [];
async function check(what, body) {
  try {
    await body();
  } catch (error) {
    failures.push(`${what}: ${error.message}`);
  }
}

const world = World.make(program);
let server;
try {
  server = await Server.start(world);
  const { items } = await server.json('/api/v1/projects');
  const facts = { project: items.find(({ name }) => name === 'payments-api').id };
  let asked = 0;
  let walked = 0;
  for (const template of Object.keys(document.paths)) {
    if (!isJson(template)) continue;
    const address = fill(template, world, facts);
    asked += 1;
    await check(template, () => checkSchema(server, template, address));
    await check(`${template} ETag`, () => checkEtag(server, address));
    await check(`${template} refusals`, () => checkRefusals(server, template, address));
    if (isList(template)) {
      await check(`${template} pages`, async () => {
        walked += (await checkPages(server, address)) > 2 ? 1 : 0;
      });
    }
  }
  await check('the document', async () => {
    assert.deepEqual(await server.json('/api/v1/openapi.json'), document, 'the server has another one');
    assert.ok(asked >= 20, `only ${asked} addresses`);
    assert.ok(walked >= 5, `only ${walked} lists were long enough to walk`);
  });
  console.log(failures.length === 0 ? `${asked} addresses answer as promised, ${walked} lists were walked` : failures.join('\n'));
} finally {
  await server?.stop().catch(() => {});
  world.remove();
}
process.exit(failures.length === 0 ? 0 : 1);
