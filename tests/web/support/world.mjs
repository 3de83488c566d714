// A folder with homes and projects of its own, made by replaying recorded events, and the real
// server on it.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './packages.mjs';
import { until, within } from './wait.mjs';

const kMakeMs = 60_000;

export class World {
  // `what`: 'full', 'hostile' (with a project of nothing but markup besides) or 'fresh' (a new home).
  static make(program, what = 'full') {
    const world = new World();
    world.program = path.resolve(program);
    world.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holdfast-web-'));
    // What still runs belongs to a process that lives as long as the tests.
    world.owner = spawn('sleep', ['3600'], { stdio: 'ignore', env: {} });
    if (what === 'fresh') world.makeFresh();
    else world.makeDemo(what === 'hostile' ? ['--hostile'] : []);
    return world;
  }

  makeDemo(options) {
    const script = path.join(root, 'tools/demo_data.py');
    const made = spawnSync(
      'python3',
      ['-B', script, this.program, this.folder, '--owner', String(this.owner.pid), ...options],
      { encoding: 'utf8', timeout: kMakeMs, env: { PATH: process.env.PATH, LANG: 'C.UTF-8' } },
    );
    if (made.status !== 0) throw new Error(`the demo's data could not be made: ${made.stderr}${made.error ?? ''}`);
    Object.assign(this, JSON.parse(fs.readFileSync(path.join(this.folder, 'demo.json'), 'utf8')));
  }

  makeFresh() {
    const home = path.join(this.folder, 'home');
    fs.mkdirSync(home);
    this.environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', TZ: 'UTC' };
    this.projects = { home };
    this.runs = {};
  }

  // What a person types in a project's folder.
  command(project, ...words) {
    const done = spawnSync(this.program, words, {
      cwd: this.projects[project],
      env: this.environment,
      encoding: 'utf8',
      timeout: 20_000,
    });
    if (done.status !== 0) throw new Error(`holdfast ${words.join(' ')}: ${done.status} ${done.stderr}`);
    return done.stdout;
  }

  // What an agent's host does: `holdfast hook` with the event on its standard input.
  hook(project, run, event, more = {}) {
    const cwd = this.projects[project];
    const payload = { session_id: run, transcript_path: path.join(cwd, 'none.jsonl'), cwd, hook_event_name: event, ...more };
    const done = spawnSync(this.program, ['hook', event], {
      cwd,
      env: { ...this.environment, CLAUDE_PID: String(this.owner.pid) },
      input: JSON.stringify(payload),
      encoding: 'utf8',
      timeout: 20_000,
    });
    if (done.status !== 0) throw new Error(`hook ${event}: ${done.status} ${done.stderr}`);
    return done.stdout;
  }

  // A tool call up to the gate's answer.
  ask(project, run, tool, input) {
    return this.hook(project, run, 'PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: `toolu_${Date.now()}` });
  }

  remove() {
    this.owner.kill();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Server {
  static async start(world, { port = 0, options = [] } = {}) {
    const server = new Server();
    const process = spawn(world.program, ['serve', '--listen', `127.0.0.1:${port}`, ...options], {
      cwd: Object.values(world.projects)[0],
      env: world.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server.process = process;
    let said = '';
    server.errors = '';
    process.stdout.on('data', (bytes) => (said += bytes));
    process.stderr.on('data', (bytes) => (server.errors += bytes));
    await until('the server says where it is', () => {
      if (process.exitCode !== null) throw new Error(`the server ended: ${process.exitCode} ${server.errors}`);
      return said.includes('\n');
    });
    server.link = said.split('\n')[0].trim();
    const url = new URL(server.link);
    server.origin = url.origin;
    server.port = Number(url.port);
    server.token = url.searchParams.get('token');
    return server;
  }

  // As a client that is no browser asks.
  async ask(address, { headers = {}, ...options } = {}) {
    return fetch(this.origin + address, {
      headers: { Authorization: `Bearer ${this.token}`, ...headers },
      signal: AbortSignal.timeout(20_000),
      ...options,
    });
  }
  async json(address) {
    const response = await this.ask(address);
    if (response.status !== 200) throw new Error(`${address}: ${response.status} ${(await response.text()).slice(0, 300)}`);
    return response.json();
  }

  memoryKb() {
    return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${this.process.pid}/status`, 'utf8'))[1]);
  }

  async stop(signal = 'SIGTERM') {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill(signal);
    try {
      await within('the server ends', ended);
    } catch (error) {
      this.process.kill('SIGKILL');
      throw error;
    }
  }
}
