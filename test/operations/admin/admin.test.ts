import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndexes } from '../../../src/indexing/build.js';
import { type Document, operationsOf, Validators } from '../../contract/support/document.js';
import { startSample } from '../../contract/support/sample-service.js';
import type { TestService } from '../../support/service.js';

let service: TestService;
let key: string;
let document: Document;
beforeAll(async () => {
  service = await startSample();
  key = await service.newKey({ scopes: ['admin'], credits: 5 });
  document = (await (await fetch(`${service.url}/openapi.admin.json`)).json()) as Document;
});
afterAll(async () => {
  expect(await service.app.store.ledger.verify()).toEqual([]);
  await service.close();
});

interface Reply<Data> {
  readonly status: number;
  readonly data: Data;
  readonly text: string;
}

/** Every answer is checked against the document, by a validator that is not the service's own. */
async function call<Data = Record<string, never>>(
  id: string,
  { path = '', body, with: bearer = key }: { path?: string; body?: unknown; with?: string } = {},
): Promise<Reply<Data>> {
  const operation = operationsOf(document).find(({ operationId }) => operationId === id);
  if (!operation) throw new Error(`The document has no ${id}.`);
  const [route, query = ''] = [
    operation.path.replace(/\{\w+\}/, path.split('?')[0] ?? ''),
    path.split('?')[1],
  ];
  const response = await fetch(`${service.url}${route}${query && `?${query}`}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = JSON.parse(text) as { data: Data };
  const type = response.headers.get('content-type');
  expect(new Validators(document).faultOf(operation, response.status, type, answer)).toBeNull();
  return { status: response.status, data: answer.data, text };
}

interface Account {
  readonly id: string;
  readonly creditsRemaining: number;
}
interface Key {
  readonly id: string;
  readonly key: string;
  readonly revokedAt: string | null;
}
interface AuditRow {
  readonly at: string;
  readonly keyId: string;
  readonly action: string;
  readonly target: string;
}

const plan = { name: 'Acme', monthlyCredits: 10, requestsPerMinute: 60 };
const newAccount = async () =>
  (await call<Account>('adminCreateAccount', { body: { ...plan, name: `Acme ${randomUUID()}` } })).data;
const newKey = async (accountId: string) =>
  (await call<Key>('adminCreateKey', { body: { accountId, name: 'k', scopes: ['read', 'read'] } })).data;
const works = async (bearer: string) =>
  (await service.get('/api/v1/search?name=a', { authorization: `Bearer ${bearer}` })).status;

describe('the admin API', () => {
  it('makes an account, gives credits and a key that works at once', async () => {
    const { id } = await newAccount();
    const grant = { credits: 7, reason: 'welcome', expires: '2099-12-31' };
    const given = await call('adminGrant', { path: id, body: grant });
    expect(given.data).toMatchObject({ credits: 7, spent: 0, expiresAt: '2099-12-31T23:59:59.999Z' });
    const made = await newKey(id);
    expect(made).toMatchObject({ key: expect.stringMatching(/^dsr_test_/), scopes: ['read'] });
    expect(await works(made.key)).toBe(200);
    const { data } = await call<Account[]>('adminListAccounts');
    expect(data.find((account) => account.id === id)).toMatchObject({
      monthlyCredits: 10,
      requestsPerMinute: 60,
      creditsRemaining: 16,
    });
    expect((await call<unknown[]>('adminListGrants', { path: id })).data).toHaveLength(2);
  });

  it('rotates with overlap, revokes within a second, and lists keys without their secrets', async () => {
    const { id } = await newAccount();
    const first = await newKey(id);
    const second = (await call<Key>('adminRotateKey', { path: first.id, body: { overlapSeconds: 3_600 } }))
      .data;
    expect([await works(first.key), await works(second.key)]).toEqual([200, 200]);
    expect((await call<Key>('adminRevokeKey', { path: second.id })).data.revokedAt).not.toBeNull();
    await expect.poll(() => works(second.key)).toBe(401);
    const listed = await call<unknown[]>('adminListKeys', { path: `?account=${id}` });
    expect(listed.data).toHaveLength(2);
    for (const secret of [first.key, second.key]) expect(listed.text).not.toContain(secret);
    expect(listed.text).not.toContain('hash');
  });

  it('rolls the index back and forth, and servers follow', async () => {
    const { catalog } = service.app.store;
    await buildIndexes(catalog, service.folder.index, Date.now);
    type State = { current: { builtAt: string }; previous: { builtAt: string } };
    const before = (await call<State>('adminShowIndex')).data;
    const after = (await call<State>('adminRollBackIndex')).data;
    expect([after.current, after.previous]).toEqual([before.previous, before.current]);
    expect((await call<State>('adminRollBackIndex')).data.current).toEqual(before.current);
    expect(await works(service.key)).toBe(200);
  });

  it('lists runs, newest first', async () => {
    const { data } = await call<{ id: number; sourceId: string }[]>('adminListRuns', { path: '?limit=5' });
    expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).sort((one, other) => other - one));
    expect(data).toHaveLength(5);
    const one = await call<{ sourceId: string }[]>('adminListRuns', { path: `?source=${data[0]?.sourceId}` });
    expect(new Set(one.data.map(({ sourceId }) => sourceId))).toEqual(new Set([data[0]?.sourceId]));
  });

  it('keeps a row of everything that was done, by whom, and none of what was refused', async () => {
    const { id } = await newAccount();
    const { id: keyId } = await newKey(id);
    await call('adminGrant', { path: id, body: { credits: 3, reason: 'x' } });
    await call('adminRevokeKey', { path: keyId });
    expect((await call('adminRevokeKey', { path: keyId })).status).toBe(404);
    const { data } = await call<AuditRow[]>('adminListAudit', { path: '?limit=4' });
    expect(data.map(({ action, target }) => [action, target])).toEqual([
      ['key.revoke', keyId],
      ['account.grant', `${id} 3`],
      ['key.create', keyId],
      ['account.create', id],
    ]);
    const [own] = (await service.app.store.ledger.listKeys(null)).filter(({ scopes }) =>
      scopes.includes('admin'),
    );
    expect(new Set(data.map((row) => row.keyId))).toEqual(new Set([own?.id]));
  });

  it('is closed to every other scope, and costs nothing', async () => {
    const other = await service.newKey({ scopes: ['read', 'usage'] });
    for (const { operationId, method } of operationsOf(document)) {
      const body = method === 'POST' ? { body: {} } : {};
      expect([operationId, (await call(operationId, { path: 'x', with: other, ...body })).status]).toEqual([
        operationId,
        403,
      ]);
    }
    expect((await call('adminListAccounts', { with: 'x' })).status).toBe(401);
    const { data } = await call<Account[]>('adminListAccounts');
    expect(data.some(({ creditsRemaining }) => creditsRemaining === 5)).toBe(true);
  });

  it.each([
    ['adminCreateAccount', '', {}],
    ['adminCreateAccount', '', { ...plan, monthlyCredits: -1 }],
    ['adminCreateAccount', '', { ...plan, admin: true }],
    ['adminCreateKey', '', { accountId: 'nobody', name: 'k', scopes: ['read'] }],
    ['adminCreateKey', '', { accountId: 'nobody', name: 'k', scopes: ['root'] }],
    ['adminRotateKey', 'nobody', { overlapSeconds: -1 }],
  ])('%s %s %j is a 400', async (id, path, body) => {
    expect((await call(id, { path, body })).status).toBe(400);
  });

  it('a grant that ends in the past is a 400, and one for nobody a 404', async () => {
    const { id } = await newAccount();
    const past = { credits: 1, reason: 'x', expires: '2020-01-01' };
    expect((await call('adminGrant', { path: id, body: past })).status).toBe(400);
    expect((await call('adminGrant', { path: id, body: { ...past, expires: '2026-02-31' } })).status).toBe(
      400,
    );
    expect((await call('adminGrant', { path: 'nobody', body: { credits: 1, reason: 'x' } })).status).toBe(
      404,
    );
    expect((await call('adminRotateKey', { path: 'nobody', body: { overlapSeconds: 1 } })).status).toBe(404);
  });
});
