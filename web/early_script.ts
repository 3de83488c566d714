// Puts one small script into the head that runs before the first paint. Module scripts wait for the
// document, and the Content-Security-Policy allows no inline script, so it is a file of its own with
// an immutable name like every other.
import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { transformWithEsbuild, type Plugin } from 'vite';

export function earlyScript(options: { source: string }): Plugin {
  let isBuild = false;
  let fileName = '';
  return {
    name: 'early-script',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    async buildStart() {
      if (!isBuild) return;
      const typed = await readFile(options.source, 'utf8');
      const { code } = await transformWithEsbuild(typed, options.source, {
        minify: true,
        format: 'iife',
        target: 'es2022',
        sourcemap: false,
      });
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      fileName = `assets/early-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
    },
    transformIndexHtml() {
      const attrs = isBuild ? { src: `/${fileName}` } : { src: `/${options.source}`, type: 'module' };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  };
}
