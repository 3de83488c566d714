// The npm packages of tools/npm/browser, which lie below build/ and not beside the tests.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const installed = createRequire(path.join(root, 'build/npm/browser/package.json'));

export const { chromium } = installed('playwright-core');
export const axeSource = () => installed('axe-core').source;
export const Ajv = installed('ajv/dist/2020').default;
export const addFormats = installed('ajv-formats').default;
