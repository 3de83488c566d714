// Builds the page and writes it as a C++ source, compressed:
//   node build.mjs NODE_MODULES FOLDER OUTPUT.cpp
// The page's sources are copied into FOLDER, beside the packages, so that a build leaves nothing in
// the tree.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [packages, folder, output] = process.argv.slice(2).map((path) => resolve(path));
const source = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(folder, 'dist');

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

function build() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(source)) {
    if (name === 'node_modules' || name === 'dist') continue;
    cpSync(join(source, name), join(folder, name), { recursive: true });
  }
  symlinkSync(packages, join(folder, 'node_modules'));
  const vite = join(packages, 'vite', 'bin', 'vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--outDir', dist, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) process.exit(1);
}

function files(at) {
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const path = join(at, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

function literal(bytes) {
  const lines = [];
  for (let i = 0; i < bytes.length; i += 32) {
    lines.push('    "' + [...bytes.subarray(i, i + 32)].map((b) => '\\' + b.toString(8).padStart(3, '0')).join('') + '"');
  }
  return lines.join('\n');
}

function asset(path) {
  const type = types[extname(path)];
  if (!type) throw new Error(`${path}: a file of no type that the server knows`);
  // The same bytes give the same program: no time stands in the header.
  const gzip = gzipSync(readFileSync(path), { level: 9 });
  const name = '/' + relative(dist, path).replaceAll('\\', '/');
  return { name, text: `    Asset{"${name}", "${type}", std::string_view(\n${literal(gzip)},\n    ${gzip.length})},` };
}

build();
const all = files(dist).map(asset).sort((a, b) => (a.name < b.name ? -1 : 1));
writeFileSync(
  output,
  `// Made by web/tools/build.mjs.\n#include <array>\n\n#include "web/asset.h"\n\nnamespace web {\nnamespace {\n\n` +
    `constexpr auto kAssets = std::to_array<Asset>({\n${all.map((one) => one.text).join('\n')}\n});\n\n` +
    `}  // namespace\n\nstd::span<const Asset> assets() { return kAssets; }\n\n}  // namespace web\n`,
);
