import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import promises from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FetchOptions, fetchFiles } from '../../../src/ingest/fetch/index.js';
import { givenUpAt, IntakeFault, limitedBody } from '../../../src/ingest/fetch/intake-limits.js';
import { fetchPage } from '../../../src/ingest/fetch/pages/page.js';
import { SftpClient, type SftpOptions } from '../../../src/ingest/fetch/sftp/index.js';
import { PASSWORD, type SftpTestServer, startSftp, USER } from '../../support/sftp/sftp-server.js';

const MIB = 2 ** 20;
const LONGER_THAN_A_LOOK = 18 * MIB;

let folder: string;
let waits: number[];
let server: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-limits-'));
  waits = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

describe('a body that does not say how long it is', () => {
  it('is left where it is longer than a file may be, and is not asked for again', async () => {
    const site = await serve((_request, response) => send(response, 40 * MIB));
    await expect(fetchFiles({ ...site.options, maxBytes: MIB })).rejects.toThrow(
      /could not be fetched: it is larger than the maximum of 2 MB\.$/,
    );
    // Some of it is on its way while the client leaves.
    expect(site.sent()).toBeLessThan(20 * MIB);
    expect(waits).toEqual([]);
    expect(filesIn(folder)).toEqual([]);
  });

  it('is left where its second half makes the file too long', async () => {
    const site = await serve((request, response) => {
      const half = Buffer.alloc(MIB);
      if (request.headers.range === undefined) {
        response.writeHead(200, { etag: '"v1"' });
        response.write(half, () => setTimeout(() => response.destroy(), 100));
      } else {
        const from = Number(/\d+/.exec(request.headers.range)?.[0]);
        response.writeHead(206, { 'content-range': `bytes ${from}-${2 * MIB - 1}/${2 * MIB}`, etag: '"v1"' });
        response.end(Buffer.alloc(2 * MIB - from));
      }
    });
    const failing = fetchFiles({ ...site.options, maxBytes: 2 * MIB - 1 });
    await expect(failing).rejects.toThrow(/after 2 tries: it is larger than the maximum of 3 MB\.$/);
  });

  it('is left where the disk fills up while it comes', async () => {
    const site = await serve((_request, response) => send(response, LONGER_THAN_A_LOOK));
    const looks = diskIsFullAfter(1);
    await expect(fetchFiles(site.options)).rejects.toThrow(
      /could not be fetched: it needs 17 MB, but the disk has only 0 MB available\.$/,
    );
    expect([looks(), waits, filesIn(folder)]).toEqual([2, [], []]);
  });

  it('may have fifty gibibytes and no more where nobody says less', async () => {
    // Nobody looks into these bytes, so the system gives no memory for them.
    const gibibyte = Buffer.alloc(2 ** 30);
    const body = limitedBody(join(folder, 'x'), { periodMs: 600_000, until: givenUpAt() });
    body.resume();
    const write = () => new Promise((resolve) => body.write(gibibyte, resolve));
    body.on('error', () => undefined);
    for (let written = 0; written < 50; written += 1) expect(await write()).toBeFalsy();
    expect(await write()).toBeInstanceOf(IntakeFault);
  });
});

describe('an answer whose body nobody wants', () => {
  it.each([
    [404, 1],
    [503, 6],
    [302, 1],
  ])('is left though it never ends: %i', async (status, times) => {
    let left = 0;
    const site = await serve((request, response) => {
      if (request.url !== '/a.csv') return void response.end('id');
      response.writeHead(status, { location: '/b.csv' });
      const dripping = setInterval(() => response.write('x'), 20);
      response.on('close', () => {
        clearInterval(dripping);
        left += 1;
      });
    });
    await Promise.allSettled([fetchFiles(site.options)]);
    await expect.poll(() => left).toBe(times);
  });
});

describe('a page of a list', () => {
  const page = (options: FetchOptions, url: string) => fetchPage(url, { id: 'id', time: 'time' }, options);

  it('is left while it comes where it is longer than a page may be', async () => {
    const site = await serve((_request, response) => send(response, 160 * MIB));
    await expect(page(site.options, site.url)).rejects.toThrow(
      /could not be fetched: it is larger than the maximum of 68 MB\.$/,
    );
    expect(site.sent()).toBeLessThan(100 * MIB);
    expect(waits).toEqual([]);
  });

  it('is not read where it says that it is longer', async () => {
    const site = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': String(65 * MIB) }).flushHeaders();
    });
    await expect(page(site.options, site.url)).rejects.toThrow(
      /could not be fetched: it is 69 MB, larger than the maximum of 68 MB\.$/,
    );
  });
});

describe('a file over SFTP', () => {
  const PATH = 'doc/cordata.zip';
  let sftp: SftpTestServer;
  let client: SftpClient;
  beforeEach(async () => {
    sftp = await startSftp();
  });
  afterEach(async () => {
    client.close();
    await sftp.close();
  });
  const fetch = (bytes: number, options: Partial<SftpOptions> = {}) => {
    sftp.files.set(PATH, { body: Buffer.alloc(bytes), modifiedAt: 0 });
    client = new SftpClient({
      server: { host: '127.0.0.1', port: sftp.port, user: USER, password: PASSWORD, refuse: () => undefined },
      folder,
      clock: clock(),
      ...options,
    });
    return client.fetch(PATH);
  };

  it('is not read where it is said to be longer than a file may be, though the disk has room', async () => {
    const looks = diskIsFullAfter(100);
    sftp.faults.toldBytes = 50 * 2 ** 30 + 1;
    await expect(fetch(1_000)).rejects.toThrow(
      /cordata\.zip could not be fetched: it is 53,688 MB, larger than the maximum of 53,688 MB\.$/,
    );
    expect([looks(), sftp.reads, waits, filesIn(folder)]).toEqual([0, [], [], []]);
  });

  it('is asked for again where it is shorter than it is said to be', async () => {
    diskIsFullAfter(100);
    sftp.faults.toldBytes = 50 * 2 ** 30;
    await expect(fetch(1_000)).rejects.toThrow(/after 6 tries: the file ended at byte 1000\.$/);
    expect([waits.length, filesIn(folder)]).toEqual([5, []]);
  });

  it('is not read where the disk has no room for it', async () => {
    diskIsFullAfter(0);
    await expect(fetch(1_000)).rejects.toThrow(
      /cordata\.zip could not be fetched: it needs 1 MB, but the disk has only 0 MB available\.$/,
    );
    expect([sftp.reads, waits]).toEqual([[], []]);
  });

  it('is left where the disk fills up while it comes', async () => {
    const looks = diskIsFullAfter(1);
    await expect(fetch(LONGER_THAN_A_LOOK)).rejects.toThrow(
      /cordata\.zip could not be fetched: it needs 17 MB, but the disk has only 0 MB available\.$/,
    );
    expect([looks(), waits, filesIn(folder)]).toEqual([2, [], []]);
  });

  it('is left where it drips, and asked for again', async () => {
    const dripped = /^only \d+ bytes received in 2 seconds$/;
    sftp.faults.mostPerRead = 1;
    const reasons: string[] = [];
    const onRetry = (_url: string, reason: string) => {
      reasons.push(reason);
      // A busy machine may let client and server stand still for longer than they wait for each other.
      if (dripped.test(reason)) delete sftp.faults.mostPerRead;
    };
    const file = await fetch(2 * MIB, { idleTimeoutMs: 400, onRetry });
    expect(statSync(file.path).size).toBe(2 * MIB);
    expect(reasons).toContainEqual(expect.stringMatching(dripped));
  });
});

/** The first looks at the disk find room, the later ones none; gives how many looks there were. */
function diskIsFullAfter(looks: number): () => number {
  let looked = 0;
  const look = async () => {
    looked += 1;
    return { bavail: looked <= looks ? 2 ** 30 : 0, blocks: 2 ** 30, bsize: 4_096 };
  };
  vi.spyOn(promises, 'statfs').mockImplementation(look as unknown as typeof promises.statfs);
  // What was imported by name is the new one from here on, too.
  syncBuiltinESMExports();
  return () => looked;
}

/** So many bytes, no faster than they are taken; without a length. */
async function send(response: ServerResponse, bytes: number): Promise<void> {
  const piece = Buffer.alloc(MIB, ' ');
  response.writeHead(200);
  for (let left = bytes; left > 0 && !response.destroyed; left -= piece.length) {
    if (!response.write(piece)) await untilDrained(response);
  }
  response.end();
}

async function untilDrained(response: ServerResponse): Promise<void> {
  while (response.writableNeedDrain && !response.destroyed) await turn();
}

async function serve(answer: RequestListener) {
  let sent = 0;
  const started = createServer(answer);
  started.on('connection', (socket) => {
    socket.on('close', () => {
      sent += socket.bytesWritten;
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}/a.csv`;
  const options: FetchOptions = {
    urls: [url],
    host: '127.0.0.1',
    perSecond: Number.POSITIVE_INFINITY,
    folder,
    contact: 'ops@example.org',
    clock: clock(),
  };
  return { url, options, sent: () => sent };
}

function clock() {
  return { now: () => 0, sleep: async (ms: number) => void waits.push(ms) };
}

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}
