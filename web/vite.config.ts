import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, loadEnv } from 'vite';
import { earlyScript } from './early_script';

export default defineConfig(({ mode }) => {
  // Only for `npm run dev`: where a `holdfast serve` runs, and its token.
  const env = loadEnv(mode, '.', 'HOLDFAST_');
  const target = env['HOLDFAST_URL'] ?? 'http://127.0.0.1:4653';
  return {
    plugins: [svelte(), earlyScript({ source: 'src/early.ts' })],
    build: {
      target: 'es2022',
      cssTarget: 'chrome123', // light-dark() stays as it is written.
      assetsInlineLimit: 0, // The Content-Security-Policy knows files, not data.
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
    worker: { format: 'es' },
    server: {
      proxy: {
        '/api': {
          target,
          // The server checks Host and Origin against its own address.
          changeOrigin: true,
          headers: {
            origin: target,
            ...(env['HOLDFAST_TOKEN'] ? { authorization: `Bearer ${env['HOLDFAST_TOKEN']}` } : {}),
          },
        },
      },
    },
  };
});
