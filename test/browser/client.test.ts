import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '../../src/domain/webhooks.js';
import { signedHeaders } from '../../src/webhooks/deliverer.js';
import { SEEN } from '../sdk/support/every-use.mjs';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';
import { chromiumPath, launch } from './browser.js';

const MAX_SIZE = 8 * 1_024;
const PAGE = `<!doctype html><title>A page of another origin</title>
<script type="module">
import * as client from '/client.js';
import { everyUse } from '/every-use.mjs';
Object.assign(globalThis, {
  use: (surroundings) => everyUse(client, surroundings),
  tryOnce: ({ url, key }) =>
    new client.Dossier({ url, key, retries: 0 }).entity('CO:20221555001').catch((error) => error.name),
});
</script>`;
const path = chromiumPath();

let files: ReadonlyMap<string, string>;
let browser: Browser;
let service: TestService;
let page: Server;
let origin: string;

/** The client as a bundler gives it to a page: what only Node has is a file of its own, which nobody asks for. */
async function bundled(): Promise<ReadonlyMap<string, string>> {
  const bundle = await rolldown({ input: 'sdk/src/index.ts', platform: 'browser', external: /^node:/ });
  const { output } = await bundle.generate({ format: 'esm', minify: true, entryFileNames: 'client.js' });
  await bundle.close();
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])));
}

beforeAll(async () => {
  files = new Map([
    ...(await bundled()),
    ['/every-use.mjs', readFileSync('test/sdk/support/every-use.mjs', 'utf8')],
    ['/', PAGE],
  ]);
  page = createServer((request, response) => {
    const text = files.get(request.url ?? '');
    const type = request.url === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type }).end(text);
  });
  await once(page.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
  if (path === undefined) return;
  service = await startOn(await newSampleFolder('dossier-page-'), { corsOrigins: [origin] });
  browser = await launch(path);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  page.close();
});

/** What a function of the page gives, once its script has run. */
async function called(tab: Page, name: string, surroundings: object): Promise<unknown> {
  await tab.waitForFunction((wanted) => wanted in globalThis, name);
  return tab.evaluate(`${name}(${JSON.stringify(surroundings)})`);
}

test('the client takes less than 8 KB of a page, and nothing of Node', () => {
  const scripts = [...files].filter(([name]) => name.endsWith('.js'));
  const sizes = scripts.map(([, text]) => gzipSync(text).length);
  expect(sizes.reduce((one, other) => one + other)).toBeLessThan(MAX_SIZE);
  expect(files.get('/client.js')).not.toMatch(/from ?"node:/);
});

describe.runIf(path !== undefined)('a page of an origin that DOSSIER_CORS_ORIGINS names', () => {
  test('does everything but the download of an export', async () => {
    const at = Date.now();
    const secret = newSecret((size) => new Uint8Array(size).fill(7));
    const body = JSON.stringify({ type: 'watch.test', timestamp: 't', data: {} });
    const webhook = { secret, body, at, headers: { ...signedHeaders('msg_1', at, body, [secret]) } };
    const key = await service.newKey({ scopes: ['read', 'usage'], credits: 1_000 });
    const tab = await browser.newPage();
    await tab.goto(`${origin}/`);
    const seen = await called(tab, 'use', { url: service.url, key, webhook });
    expect(seen).toEqual(SEEN);
    await tab.close();
  });

  test('another origin is told nothing', async () => {
    const tab = await browser.newPage();
    await tab.goto(`${origin.replace('127.0.0.1', 'localhost')}/`);
    const outcome = await called(tab, 'tryOnce', { url: service.url, key: service.key });
    expect(outcome).toBe('ConnectionError');
    await tab.close();
  });
});
