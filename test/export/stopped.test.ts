import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openApp } from '../../src/app.js';
import { ExportFiles } from '../../src/export/service/files.js';
import { ExportRunner } from '../../src/export/service/runner.js';
import { SharedAwayError, SharedFiles } from '../../src/export/service/shared-files.js';
import { type Ledger, type State, StateUnavailableError } from '../../src/store/store.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn } from '../support/service.js';

let folder: string;
let bucket: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-stopped-'));
});
afterEach(() => {
  bucket?.closeAllConnections();
  bucket?.close();
  bucket = undefined;
  rmSync(folder, { recursive: true });
});

const never = () => new Promise<never>(() => undefined);

test('of a file that is shared nothing more is put once the service stops', async () => {
  const path = join(folder, 'part');
  writeFileSync(path, Buffer.alloc(2 ** 24 + 1));
  const put: string[] = [];
  const shared = new SharedFiles({
    put: async (name) => {
      put.push(name);
      shared.close();
    },
    get: never,
    list: async function* () {},
    remove: never,
    close: () => undefined,
  });
  const reported = { name: 'part', bytes: 2 ** 24 + 1, sha256: 'a'.repeat(64) };
  await expect(shared.put('exp_1', reported, path)).rejects.toBeInstanceOf(SharedAwayError);
  expect(put).toHaveLength(1);
});

test('a place that answers nothing more does not keep the exports from being closed', async () => {
  let look = () => {};
  const looked = new Promise<void>((resolve) => {
    look = resolve;
  });
  const exports = {
    ids: () => {
      look();
      return never();
    },
  } as unknown as State['exports'];
  const runner = new ExportRunner({
    folder,
    files: new ExportFiles(folder),
    state: { leases: {} as State['leases'], exports },
    ledger: {} as Ledger,
    served: () => ({ version: null, data: folder }),
    now: Date.now,
    keptMs: 1,
    onCharged: () => undefined,
    onProblem: () => undefined,
  });
  await looked;
  await runner.close();
});

test('an outage of the state is logged once, and the next one again', async () => {
  let isAway = true;
  let looks = 0;
  const problems: string[] = [];
  const take = async () => {
    looks += 1;
    if (isAway) throw new StateUnavailableError('away');
    return null;
  };
  const runner = new ExportRunner({
    folder,
    files: new ExportFiles(folder),
    state: {
      leases: { take } as unknown as State['leases'],
      exports: { ids: async () => [] } as unknown as State['exports'],
    },
    ledger: {} as Ledger,
    served: () => ({ version: null, data: folder }),
    now: Date.now,
    keptMs: 1,
    onCharged: () => undefined,
    onProblem: (problem) => problems.push(problem),
  });
  const after = async (more: number) => {
    const until = looks + more;
    await expect.poll(() => looks).toBeGreaterThanOrEqual(until);
  };
  await after(3);
  expect(problems).toHaveLength(1);
  isAway = false;
  await after(2);
  isAway = true;
  await after(3);
  await runner.close();
  expect(problems).toHaveLength(2);
});

test('a service stops while a bucket does not answer, and shares the export after its next start', async () => {
  let isSilent = true;
  let put = () => {};
  const isPut = new Promise<void>((resolve) => {
    put = resolve;
  });
  bucket = createServer((request, response) => {
    if (request.method === 'PUT') put();
    if (!isSilent || request.method !== 'PUT') request.resume().on('end', () => response.end('<a/>'));
  });
  await new Promise<void>((resolve) => bucket?.listen(0, '127.0.0.1', resolve));
  const secretKeyFile = join(folder, 'secret');
  writeFileSync(secretKeyFile, 'secret');
  const exportsPlace = {
    ...{ kind: 's3' as const, bucket: 'b', prefix: '', region: 'eu-test-1', pathStyle: true },
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    keys: { accessKey: 'a', secretKeyFile },
  };
  const data = await newSampleFolder('dossier-stopped-');
  const service = await startOn(data, { exportsPlace });
  const response = await fetch(`${service.url}/api/v1/exports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'links' }),
  });
  const { id } = ((await response.json()) as { data: { id: string } }).data;
  await isPut;
  await service.app.close();
  isSilent = false;
  const log = pino({ level: 'silent' });
  const again = await openApp({ folder: data, log, now: Date.now, exportsPlace });
  const state = async () => (await again.store.state.exports.find(service.accountId, id))?.state;
  await expect.poll(state).toBe('done');
  await again.close();
  rmSync(data.path, { recursive: true });
});
