/// <reference types="svelte" />
/// <reference types="vite/client" />

interface Window {
  askedEarly?: { path: string; answer: Promise<Response> }; // By early.ts, for lib/api/client.ts.
}
