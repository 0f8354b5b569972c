import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { firstSundayEdition } from '../../../src/ingest/fetch/edition.js';
import { fetchFiles } from '../../../src/ingest/fetch/index.js';
import { fetchPages } from '../../../src/ingest/fetch/pages.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Site {
  readonly origin: string;
  readonly asked: IncomingMessage[];
}

async function serve(
  answer: (path: string) => { status?: number; location?: string; body?: string },
): Promise<Site> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const { status = 200, location, body = '' } = answer(request.url ?? '');
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const options = () => ({
  host: 'lda.example.gov',
  perSecond: 1_000,
  folder: join(mkdtempSync(join(tmpdir(), 'dossier-pages-')), 'pages'),
  contact: 'ops@example.org',
  clock: { now: () => 0, sleep: async () => {} },
});

describe('pages', () => {
  it('are fetched one after the other up to the last, each with the key', async () => {
    const next: Record<string, string | null> = {
      '/f?page=1': '/f?page=2',
      '/f?page=2': '/f?page=3',
      '/f?page=3': null,
    };
    const site = await serve((path) => ({ body: JSON.stringify({ results: [path], next: next[path] }) }));
    const ownHeaders = { authorization: 'Token key-1' };
    const files = await fetchPages({ ...options(), url: `${site.origin}/f?page=1`, ownHeaders });
    const results = files.map(({ path }) => JSON.parse(readFileSync(path, 'utf8')).results[0]);
    expect(results).toEqual(['/f?page=1', '/f?page=2', '/f?page=3']);
    expect(site.asked.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Token key-1'));
  });

  it('keep the publisher’s pace from one to the next', async () => {
    const site = await serve((path) => ({ body: JSON.stringify({ next: path === '/f' ? '/g' : null }) }));
    const slept: number[] = [];
    const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
    await fetchPages({ ...options(), perSecond: 0.25, clock, url: `${site.origin}/f` });
    expect(slept).toEqual([4_000]);
  });

  it.each([
    ['that is no JSON', 'Be right back.', /is no JSON\.$/],
    [
      'that names a next one elsewhere',
      '{"next":"https://elsewhere.example/f"}',
      /names a next page at https:\/\/elsewhere/,
    ],
    ['that names itself', '{"next":"/f"}', /names itself as the next page\.$/],
  ])('end with a sentence at one %s', async (_what, body, sentence) => {
    const site = await serve(() => ({ body }));
    await expect(fetchPages({ ...options(), url: `${site.origin}/f` })).rejects.toThrow(sentence);
  });
});

describe('a key', () => {
  it('goes to the publisher alone, not to where it redirects, and is in no address that is kept or told', async () => {
    const other = await serve(() => ({ body: 'a,b\n1,2\n' }));
    const site = await serve(() => ({ status: 302, location: `${other.origin}/file.zip` }));
    const own = { ownParameters: { api_key: 'key-1' }, ownHeaders: { 'x-app-token': 'key-2' } };
    const [file] = await fetchFiles({ ...options(), ...own, urls: [`${site.origin}/extracts?a=1`] });
    expect(site.asked[0]?.url).toBe('/extracts?a=1&api_key=key-1');
    expect(site.asked[0]?.headers['x-app-token']).toBe('key-2');
    expect(other.asked[0]?.url).toBe('/file.zip');
    expect(other.asked[0]?.headers['x-app-token']).toBeUndefined();
    expect(file?.url).toBe(`${site.origin}/extracts?a=1`);
    const gone = await serve(() => ({ status: 404 }));
    const failing = fetchFiles({ ...options(), ...own, urls: [`${gone.origin}/extracts`] });
    await expect(failing).rejects.toThrow(`${gone.origin}/extracts could not be fetched: it answered 404.`);
  });
});

describe('the edition of the first Sunday', () => {
  it.each([
    ['2026-10-20T12:00:00Z', '10/2026'],
    // The first Sunday of November 2026 is the 1st.
    ['2026-11-01T20:00:00Z', '10/2026'],
    ['2026-11-02T20:00:00Z', '11/2026'],
    // That of January 2027 is the 3rd.
    ['2027-01-03T23:00:00Z', '12/2026'],
    ['2027-01-05T00:00:00Z', '01/2027'],
  ])('at %s is that of %s', (now, edition) => {
    expect(firstSundayEdition(Date.parse(now))).toBe(edition);
  });
});
