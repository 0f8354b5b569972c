import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Clock, FetchError, type FetchOptions, fetchFiles } from '../../../src/ingest/fetch/index.js';
import { IntakeFault, requireRoom } from '../../../src/ingest/fetch/intake-limits.js';

const BODY = Buffer.from('id,name\n1,ACME LLC\n2,BETA INC\n');
const CHANGED = 'Tue, 01 Sep 2026 00:00:00 GMT';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server | undefined;
let folder = '';
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe('fetchFiles', () => {
  it('fetches a file, says who asks, and keeps the publisher’s name for it', async () => {
    const site = await serve([ok()]);
    const [file] = await fetchFiles(site.options('/full-index/2016/QTR3/master.gz?x=1'));
    expect(readFileSync(file?.path ?? '').equals(BODY)).toBe(true);
    expect(basename(file?.path ?? '')).toBe('master.gz');
    expect(file).toMatchObject({ lastModified: Date.parse(CHANGED), unchanged: false });
    expect(site.requested[0]).toMatchObject({
      'user-agent': 'Dossier (ops@example.org)',
      'accept-encoding': 'gzip',
    });
  });

  it('keeps files of one name and different URLs apart', async () => {
    const site = await serve([ok('one'), ok('two')]);
    const files = await fetchFiles(site.options('/q1/master.idx', '/q2/master.idx'));
    expect(files.map(({ path }) => readFileSync(path, 'utf8'))).toEqual(['one', 'two']);
  });

  it('asks for a file it has only if that has changed', async () => {
    const site = await serve([ok(), status(304), ok('new')]);
    await fetchFiles(site.options('/a.csv'));
    const [same] = await fetchFiles(site.options('/a.csv'));
    expect(same).toMatchObject({ unchanged: true, lastModified: Date.parse(CHANGED) });
    expect(site.requested[1]).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': CHANGED });
    const [fresh] = await fetchFiles(site.options('/a.csv'));
    expect(fresh?.unchanged).toBe(false);
    expect(readFileSync(fresh?.path ?? '', 'utf8')).toBe('new');
  });

  it('keeps a packed answer packed', async () => {
    const packed = gzipSync(BODY);
    const site = await serve([ok(packed, { 'content-encoding': 'gzip' })]);
    const [file] = await fetchFiles(site.options('/a.csv'));
    expect(readFileSync(file?.path ?? '').equals(packed)).toBe(true);
  });

  it('waits as long as Retry-After says, in seconds or until a date', async () => {
    const date = new Date(1_000_000_000_000 + 90_000).toUTCString();
    const site = await serve([
      status(429, { 'retry-after': '7' }),
      status(503, { 'retry-after': date }),
      ok(),
    ]);
    await fetchFiles(site.options('/a.csv'));
    expect(site.waits).toEqual([7_000, 83_000]);
  });

  it('waits longer each time where nobody says how long', async () => {
    const site = await serve([status(429), status(500), reset, ok()]);
    await fetchFiles(site.options('/a.csv'));
    expect(site.waits).toEqual([1_000, 2_000, 4_000]);
  });

  it('goes on from where an answer broke off', async () => {
    const rest: Answer = (_, response) => {
      response.writeHead(206, {
        'content-range': `bytes 10-${BODY.length - 1}/${BODY.length}`,
        'content-length': BODY.length - 10,
        etag: '"v1"',
      });
      response.end(BODY.subarray(10));
    };
    const site = await serve([cutAt(10), rest]);
    const [file] = await fetchFiles(site.options('/a.csv'));
    expect(site.requested[1]).toMatchObject({ range: 'bytes=10-', 'if-range': '"v1"' });
    expect(readFileSync(file?.path ?? '').equals(BODY)).toBe(true);
    expect(site.waits).toEqual([1_000]);
  });

  it('starts again where the file has changed since, or the rest is refused', async () => {
    const elsewhere = status(206, { 'content-range': 'bytes 3-9/30' });
    const site = await serve([
      cutAt(10),
      ok('changed'),
      cutAt(10),
      status(416),
      ok('again'),
      cutAt(10),
      elsewhere,
      ok('whole'),
    ]);
    const files = await fetchFiles(site.options('/a.csv', '/b.csv', '/c.csv'));
    expect(files.map(({ path }) => readFileSync(path, 'utf8'))).toEqual(['changed', 'again', 'whole']);
    expect(site.requested[4]?.range).toBeUndefined();
  });

  it('gives up a server that falls silent, and keeps nothing of a broken file', async () => {
    const silent: Answer = (_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('id');
    };
    const site = await serve([silent, silent, silent, silent, silent, silent]);
    const error = await fetchFiles({ ...site.options('/a.csv'), idleTimeoutMs: 20 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(FetchError);
    expect((error as Error).message).toMatch(
      /\/a\.csv could not be fetched after 6 tries: the response was cut off/,
    );
    expect(site.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  });

  it.each([404, 403, 401])('does not ask again after a %i', async (code) => {
    const site = await serve([status(code)]);
    await expect(fetchFiles(site.options('/a.csv'))).rejects.toThrow(
      `${site.url}/a.csv could not be fetched: the server returned ${code}.`,
    );
    expect(site.waits).toEqual([]);
  });

  it('slows down at the SEC after a 403, once', async () => {
    const site = await serve([status(403), ok(), ok()]);
    await fetchFiles({ ...site.options('/a.csv', '/b.csv'), forbiddenIsBusy: true, perSecond: 10 });
    expect(site.waits).toEqual([600_000, 200]);
    const missing = await serve([status(403), status(403)]);
    await expect(fetchFiles({ ...missing.options('/a.csv'), forbiddenIsBusy: true })).rejects.toThrow('403');
  });

  it('follows redirects, but not for ever', async () => {
    const site = await serve([status(303, { location: '/b.csv' }), ok()]);
    const [file] = await fetchFiles(site.options('/a.csv'));
    expect(readFileSync(file?.path ?? '').equals(BODY)).toBe(true);
    const loop = await serve(Array.from({ length: 40 }, () => status(302, { location: '/a.csv' })));
    await expect(fetchFiles(loop.options('/a.csv'))).rejects.toThrow('it redirects more than 5 times');
  });

  it('gives up a body that drips, and one that is larger than is taken or than the disk has room for', async () => {
    const drips: Answer = (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    };
    const slow = await serve(Array.from({ length: 6 }, () => drips));
    await expect(fetchFiles({ ...slow.options('/a.csv'), idleTimeoutMs: 200 })).rejects.toThrow(
      /after 6 tries: the response was cut off \(only \d+ bytes received in 1 seconds?\)\.$/,
    );
    const claims = (bytes: number) => serve([status(200, { 'content-length': String(bytes) })]);
    const huge = await claims(60 * 2 ** 30);
    await expect(fetchFiles(huge.options('/a.csv'))).rejects.toThrow(
      /could not be fetched: it is 64,425 MB, larger than the maximum of 53,688 MB\.$/,
    );
    expect(huge.waits).toEqual([]);
    await expect(requireRoom(join(folder, 'x'), Number.MAX_SAFE_INTEGER)).rejects.toThrow(IntakeFault);
  });

  it('keeps to the rate', async () => {
    const site = await serve([ok(), ok(), ok()]);
    await fetchFiles({ ...site.options('/a', '/b', '/c'), perSecond: 4 });
    expect(site.waits).toEqual([250, 250]);
  });
});

/** A server that gives the answers in order, and a clock that only sleeping moves. */
async function serve(answers: readonly Answer[]) {
  const requested: IncomingMessage['headers'][] = [];
  const waits: number[] = [];
  const started = createServer((request, response) => {
    requested.push(request.headers);
    const answer = answers[requested.length - 1] ?? status(500);
    answer(request, response);
  });
  server?.closeAllConnections();
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'dossier-fetch-'));
  const clock = sleepingClock(waits);
  const options = (...paths: string[]): FetchOptions => ({
    urls: paths.map((path) => url + path),
    host: '127.0.0.1',
    perSecond: Number.POSITIVE_INFINITY,
    folder,
    contact: 'ops@example.org',
    clock,
  });
  return { url, requested, waits, options };
}

function sleepingClock(waits: number[]): Clock {
  let now = 1_000_000_000_000;
  return {
    now: () => now,
    sleep: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  };
}

function ok(body: string | Buffer = BODY, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(200, {
      'content-length': Buffer.byteLength(body),
      etag: '"v1"',
      'last-modified': CHANGED,
      ...headers,
    });
    response.end(body);
  };
}

function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(code, headers);
    response.end();
  };
}

function cutAt(length: number): Answer {
  return (_, response) => {
    response.writeHead(200, { 'content-length': BODY.length, etag: '"v1"' });
    response.write(BODY.subarray(0, length), () => whenKept(length, () => response.destroy()));
  };
}

const reset: Answer = (request) => {
  request.socket.destroy();
};

/** A connection that breaks may take with it what the client had not written yet: wait until it has. */
function whenKept(bytes: number, work: () => void): void {
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  if (kept.some((size) => size >= bytes)) work();
  else setImmediate(() => whenKept(bytes, work));
}
