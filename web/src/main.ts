import { mount } from 'svelte';
import App from './App.svelte';
import { clock } from './lib/format/clock.svelte';
import { live } from './lib/live/live.svelte';
import { router } from './lib/router/router.svelte';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/parts.css';

const target = document.getElementById('app');
if (target) {
  router.start();
  clock.start();
  target.replaceChildren();
  mount(App, { target });
  live.start(); // Starting a worker must not keep the first paint waiting.
}
