import { mkdtempSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { Dossier } from '../../sdk/src/index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** An answer comes by then or never. */
const LATE_MS = 20_000;
const PART = { name: 'part-1.csv.gz', bytes: 1_000_000, sha256: '0'.repeat(64) };

let server: Server | undefined;
let collecting: NodeJS.Timeout | undefined;
afterEach(() => {
  clearInterval(collecting);
  server?.closeAllConnections();
  server?.close();
});

const silent: RequestListener = () => undefined;
/** The status at once, and then a byte now and then, without end. */
const drips: RequestListener = (_request, response) => {
  response.writeHead(200);
  const dripping = setInterval(() => response.write('x'), 20);
  response.on('close', () => clearInterval(dripping));
};
/** An export that is done, and whose part drips. */
const exported: RequestListener = (request, response) => {
  if (request.url?.includes('/parts/')) return drips(request, response);
  const data = { id: 'e1', state: 'done', rows: 1, parts: [PART] };
  response.end(JSON.stringify({ data, meta: {} }));
};
const suggest = (dossier: Dossier, signal: AbortSignal) => dossier.suggest({ q: 'willow' }, { signal });
const download = (dossier: Dossier, signal: AbortSignal) =>
  dossier.exports.download('e1', mkdtempSync(join(tmpdir(), 'dossier-signal-')), { signal });

describe('a call whose garbage is collected meanwhile hears its signal', () => {
  it.each([
    ['while the service is silent', silent, suggest],
    ['while an answer drips', drips, suggest],
    ['while a file drips', exported, download],
  ])('%s', async (_when, answer, ask) => {
    const dossier = new Dossier({ url: await listen(answer), key: 'k', retries: 0 });
    const stop = new AbortController();
    collecting = setInterval(collectGarbage, 20);
    setTimeout(() => stop.abort(new Error('the reader left')), 500);
    for (const signal of [stop.signal, AbortSignal.timeout(500)]) {
      const late = new Promise((resolve) => setTimeout(resolve, LATE_MS, 'still waiting'));
      const reported = ask(dossier, signal).catch((error: Error) => error.message);
      expect(await Promise.race([reported, late])).toMatch(/the reader left|aborted due to timeout/);
    }
  });
});

async function listen(answer: RequestListener): Promise<string> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}
