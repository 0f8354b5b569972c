import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HostGuards } from '../../src/ingest/live/host-guard.js';
import { askJson } from '../../src/ingest/portal/portal-client.js';
import { WorkEndedError, withDeadline } from '../../src/platform/deadline.js';

const HOST = 'data.example.gov';

let server: Server;
let closed = 0;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** It takes requests, and never answers. */
async function silentServer(): Promise<string> {
  closed = 0;
  server = createServer((_request, response) => {
    response.on('close', () => {
      closed += 1;
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it('a work that fails leaves no request behind that goes on without its deadline', async () => {
  const url = await silentServer();
  const ended: unknown[] = [];
  const work = withDeadline(3_600_000, async (signal) => {
    const arrived = once(server, 'request');
    const other = fetch(url, { signal }).catch((error: unknown) => ended.push(error));
    await arrived;
    await Promise.all([other, Promise.reject(new Error('the first one failed'))]);
  });
  await expect(work).rejects.toThrow('the first one failed');
  await expect.poll(() => closed).toBe(1);
  expect(ended).toEqual([expect.any(WorkEndedError)]);
});

it('a portal that was left because another failed is not taken for one that is late', async () => {
  const url = await silentServer();
  const guards = new HostGuards(Date.now);
  const options = { host: HOST, limit: 1, headers: {}, now: Date.now };
  const errors: unknown[] = [];
  for (let times = 0; times < 6; times += 1) {
    const work = withDeadline(3_600_000, async (signal) => {
      const arrived = once(server, 'request');
      const other = guards.run(HOST, () => askJson(url, { ...options, signal }));
      void other.catch((error: unknown) => errors.push(error));
      await arrived;
      await Promise.all([other, Promise.reject(new Error('the first one failed'))]);
    });
    await expect(work).rejects.toThrow('the first one failed');
  }
  await expect.poll(() => errors.length).toBe(6);
  expect(errors.map((error) => (error as Error).name)).toEqual(Array(6).fill('WorkEndedError'));
  expect(guards.states().get(HOST)).toBe('asked');
});
