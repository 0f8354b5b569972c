import dns from 'node:dns';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchFiles } from '../../../src/ingest/fetch/index.js';

const servers: Server[] = [];
let inner: string;
let askedInside: number;
beforeEach(async () => {
  // The publisher's name leads to this machine; so does one that only looks public.
  const names = ['data.publisher.example', 'rebound.example'];
  const real = dns.lookup;
  const lookup: LookupFunction = (name, options, done) =>
    names.includes(name) ? real('127.0.0.1', options, done) : real(name, options, done);
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
  // What was imported by name is the new one from here on, too.
  syncBuiltinESMExports();
  askedInside = 0;
  inner = await serve((_request, response) => {
    askedInside += 1;
    response.end('secret');
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

it.each([
  ['127.0.0.1', /it redirects to a private address \(127\.0\.0\.1:\d+\)\.$/],
  ['[::ffff:127.0.0.1]', /it redirects to a private address/],
  ['localhost', /it redirects to a private address \(localhost:\d+\)\.$/],
  ['rebound.example', /rebound\.example is at a private address\.$/],
])('a public host leads to no private address: %s', async (host, message) => {
  const outer = await serve((_request, response) => {
    response.writeHead(302, { location: `http://${host}:${inner}/latest/meta-data` }).end();
  });
  await expect(fetched(`http://data.publisher.example:${outer}/a.csv`)).rejects.toThrow(message);
  expect(askedInside).toBe(0);
});

it('no more does it by way of itself', async () => {
  const outer = await serve((request, response) => {
    const location = request.url === '/a.csv' ? '/b.csv' : `http://127.0.0.1:${inner}/`;
    response.writeHead(302, { location }).end();
  });
  await expect(fetched(`http://data.publisher.example:${outer}/a.csv`)).rejects.toThrow(/private address/);
  expect(askedInside).toBe(0);
});

it('a public host may lead to itself, whatever its address, and a private one to another', async () => {
  const outer = await serve((request, response) => {
    if (request.url === '/b.csv') response.end('rows');
    else response.writeHead(302, { location: '/b.csv' }).end();
  });
  expect(await fetched(`http://data.publisher.example:${outer}/a.csv`)).toBe('rows');
  const mirror = await serve((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${inner}/` }).end();
  });
  expect(await fetched(`http://127.0.0.1:${mirror}/a.csv`)).toBe('secret');
});

async function fetched(url: string): Promise<string> {
  const [file] = await fetchFiles({
    urls: [url],
    host: 'data.publisher.example',
    perSecond: Number.POSITIVE_INFINITY,
    folder: mkdtempSync(join(tmpdir(), 'dossier-redirects-')),
    contact: 'ops@example.org',
    clock: { now: () => 0, sleep: async () => undefined },
  });
  return readFileSync(file?.path ?? '', 'utf8');
}

/** Gives the port. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return String((server.address() as AddressInfo).port);
}
