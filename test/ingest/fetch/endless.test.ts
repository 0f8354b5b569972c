import { mkdtempSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchFiles } from '../../../src/ingest/fetch/index.js';
import { fetchPages } from '../../../src/ingest/fetch/pages/pages.js';

const HOUR_MS = 3_600_000;

let waits: number[] = [];
let server: Server | ReturnType<typeof createPlain>;
afterEach(() => {
  vi.restoreAllMocks();
  server.close();
});

async function serve(started: typeof server) {
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  waits = [];
  return {
    url: `http://127.0.0.1:${(started.address() as AddressInfo).port}/list?since=2026-01-01`,
    host: '127.0.0.1',
    perSecond: Number.POSITIVE_INFINITY,
    folder: mkdtempSync(join(tmpdir(), 'dossier-endless-')),
    contact: 'ops@example.org',
    clock: { now: () => 0, sleep: async (ms: number) => void waits.push(ms) },
  };
}

describe('a file that comes fast enough in each five minutes', () => {
  const slow: RequestListener = (_request, response) => {
    const sending = setInterval(() => response.write(Buffer.alloc(2 ** 16)), 5);
    response.on('close', () => clearInterval(sending));
  };

  it('is given up after a day, and not asked for again', async () => {
    const { url, ...options } = await serve(createServer(slow));
    const now = performance.now.bind(performance);
    let looks = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 5 * HOUR_MS * looks++);
    const fetching = fetchFiles({ ...options, urls: [url], idleTimeoutMs: 1_000 });
    await expect(fetching).rejects.toThrow(
      /could not be fetched: the download was not complete after 24 hours\.$/,
    );
    // The first look at the clock is when it begins.
    expect(looks).toBeGreaterThanOrEqual(6);
    expect(waits).toEqual([]);
  });
});

describe('a server whose head drips', () => {
  it('is left as one is that sends nothing', async () => {
    let request = 0;
    const { url, ...options } = await serve(
      createPlain((socket) => {
        request += 1;
        socket.on('error', () => undefined);
        if (request > 1) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
        socket.write('HTTP/1.1 200 OK\r\nx-word: ');
        const dripping = setInterval(() => socket.write('x'), 10);
        socket.on('close', () => clearInterval(dripping));
      }),
    );
    const reasons: string[] = [];
    const onRetry = (_url: string, reason: string) => void reasons.push(reason);
    const fetching = fetchFiles({ ...options, urls: [url], idleTimeoutMs: 500, onRetry });
    await expect(fetching).rejects.toThrow(/the server returned 404\.$/);
    expect(reasons).toEqual(['no response within 2.5 seconds']);
  });
});

describe('a list of pages without end', () => {
  it('is given up after more pages than any list has, though each ends on a later day', async () => {
    let page = 0;
    const options = await serve(
      createServer((_request, response) => {
        page += 1;
        const dt_posted = `${new Date(page * 24 * HOUR_MS).toISOString().slice(0, 10)}T08:00:00-04:00`;
        const results = [{ filing_uuid: String(page), dt_posted }];
        response.end(JSON.stringify({ count: 1e12 - page, next: `?page=${page}`, results }));
      }),
    );
    const members = { id: 'filing_uuid', time: 'dt_posted' };
    const fetching = fetchPages({ ...options, since: '1970-01-01', members, maxPages: 40 });
    await expect(fetching).rejects.toThrow(/was reached after 40 pages, which is the maximum\.$/);
    expect(page).toBe(40);
  });
});
