import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportItem } from '../../src/contract/export.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-withheld-'));
  key = await service.newKey({ credits: 4 });
});
afterAll(() => service.close());

const ask = (path: string, body?: unknown) =>
  fetch(`${service.url}/api/v1/exports${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
const shown = async (id: string) => ((await (await ask(`/${id}`)).json()) as { data: ExportItem }).data;

test('an export whose account cannot pay at the end is withheld, and paid for once when it can', async () => {
  const { ledger, state } = service.app.store;
  const [account] = (await ledger.listAccounts()).filter(({ monthlyCredits }) => monthlyCredits === 4);
  if (!account) throw new Error('There is no such account.');
  const { data } = (await (await ask('', { kind: 'entities' })).json()) as { data: ExportItem };
  await expect.poll(async () => (await shown(data.id)).state).toBe('done');
  const made = await shown(data.id);
  expect([made.state, made.rows, made.credits]).toEqual(['done', 200, 2]);
  // As if the rest had been spent elsewhere while it was written.
  const [used] = await ledger.listKeys(account.id);
  const job = await state.exports.find(account.id, made.id);
  const order = {
    id: 'exp_later',
    accountId: account.id,
    keyId: used?.id ?? '',
    once: null,
    createdAt: Date.now(),
  };
  await state.exports.create({ ...order, order: job?.order ?? '' }, 10);
  const complete = {
    state: 'unpaid' as const,
    rows: 200,
    credits: 2,
    parts: job?.parts ?? [],
    at: Date.now(),
  };
  await state.exports.finish('exp_later', 1, {
    ...complete,
    manifest: job?.manifest ?? { bytes: 0, sha256: '' },
  });
  cpSync(join(service.folder.path, 'exports', made.id), join(service.folder.path, 'exports', 'exp_later'), {
    recursive: true,
  });
  await ledger.charge([
    {
      ...{ accountId: account.id, keyId: used?.id ?? '', requestId: 'other', operation: 'searchEntities' },
      ...{ credits: 1, breakdown: [{ item: 'entity_search', credits: 1 }], at: Date.now() },
    },
  ]);
  // It is being charged: `finish` noted that.
  expect(await shown('exp_later')).toMatchObject({ state: 'running', rows: null, parts: [] });
  const refused = await ask('/exp_later/parts/1');
  expect(await refused.json()).toMatchObject({ status: 402, required: 1, available: 0 });
  const unpaid = await shown('exp_later');
  expect(unpaid).toMatchObject({ state: 'unpaid', rows: null, credits: 2, charged: false, parts: [] });
  await ledger.grant({
    accountId: account.id,
    credits: 5,
    reason: 'more',
    createdAt: Date.now(),
    expiresAt: null,
  });
  const fetched = await Promise.all([1, 2, 3].map(() => ask('/exp_later/parts/1')));
  expect(fetched.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await ledger.balance(account.id, Date.now())).available).toBe(4);
  expect(await shown('exp_later')).toMatchObject({
    state: 'done',
    rows: 200,
  });
});
