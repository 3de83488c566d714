// A team of two: the demo's machine, which sends all it has, and one that only looks.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './packages.mjs';

const kServerMs = 60_000;
let url = null;

// One PostgreSQL server for all cases of a file; it ends with this process.
function postgres() {
  if (url !== null) return url;
  const place = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'holdfast-team-')), 'url');
  const script = path.join(root, 'tests/support/postgres_server.sh');
  const started = spawnSync(script, ['start', place, String(process.pid)], { encoding: 'utf8', timeout: kServerMs });
  if (started.status !== 0) throw new Error(`no server: ${started.stderr}${started.error ?? ''}`);
  url = fs.readFileSync(place, 'utf8').trim();
  fs.rmSync(path.dirname(place), { recursive: true });
  return url;
}

export function sql(statement) {
  const done = spawnSync('psql', ['-XAtq', postgres(), '-c', statement], { encoding: 'utf8', timeout: 20_000 });
  if (done.status !== 0) throw new Error(`${statement}: ${done.stderr}`);
  return done.stdout.trim();
}

export const push = (world) => world.command(Object.keys(world.projects)[0], 'fleet', 'push');

// Its own `serve` would send too, and a machine that sends says its name.
function sendByHand(world) {
  const settings = path.join(world.environment.HOME, '.config/holdfast/config.yaml');
  fs.writeFileSync(settings, fs.readFileSync(settings, 'utf8').replace(/^fleet:/m, 'fleet:\n  push: manual'));
}

// Both have joined, under these names, and the first has sent what it has. Gives a server on the second one,
// and the id of the first.
export async function makeTeam(stage, { sender = 'desk', viewer = 'laptop' } = {}) {
  const first = Object.keys(stage.world.projects)[0];
  stage.world.command(first, 'fleet', 'join', postgres(), '--share', 'full');
  sendByHand(stage.world);
  stage.world.command(first, 'cost'); // From now on costs are sent too.
  push(stage.world);
  const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
  const machine = sql('SELECT machine FROM holdfast.runs LIMIT 1');
  sql(`UPDATE holdfast.machines SET name=${quoted(sender)} WHERE id='${machine}'`);
  const looking = stage.make('fresh');
  looking.command('home', 'fleet', 'join', postgres());
  sql(`UPDATE holdfast.machines SET name=${quoted(viewer)} WHERE id<>'${machine}'`);
  const server = await stage.serve({}, looking);
  return { server, machine };
}
