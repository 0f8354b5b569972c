import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSample } from '../../contract/support/sample-service.js';
import type { TestService } from '../../support/service.js';
import { adminClient, type Post } from './admin-client.js';

let service: TestService;
let post: Post;
beforeAll(async () => {
  service = await startSample();
  post = await adminClient(service);
});
afterAll(async () => {
  expect(await service.app.store.ledger.verify()).toEqual([]);
  await service.close();
});

const newAccount = async () => {
  const { data } = await post('/accounts', {
    name: `a${Math.random()}`,
    monthlyCredits: 10,
    requestsPerMinute: 60,
  });
  return String(data.id);
};
const grantsOf = async (id: string) =>
  (await service.app.store.ledger.listGrants(id)).map(({ credits }) => credits);
const auditRows = async () => (await service.app.store.ledger.listAudit(1_000)).length;

test('a grant that is repeated is made once and gives the first result; another request is a 422', async () => {
  const id = await newAccount();
  const grant = { credits: 7, reason: 'x' };
  const first = await post(`/accounts/${id}/grants`, grant, 'g');
  const rows = await auditRows();
  expect(first.status).toBe(200);
  expect(await post(`/accounts/${id}/grants`, grant, 'g')).toEqual(first);
  for (const [path, body] of [
    [`/accounts/${id}/grants`, { ...grant, credits: 8 }],
    [`/accounts/${await newAccount()}/grants`, grant],
  ] as const) {
    expect(await post(path, body, 'g')).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  }
  expect(await grantsOf(id)).toEqual([7]);
  await post(`/accounts/${id}/grants`, grant, 'other');
  await post(`/accounts/${id}/grants`, grant);
  expect(await grantsOf(id)).toEqual([7, 7, 7]);
  expect(await auditRows()).toBe(rows + 3);
});

test('many repetitions at once make one grant', async () => {
  const id = await newAccount();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => post(`/accounts/${id}/grants`, { credits: 3, reason: 'x' }, 'many')),
  );
  expect(new Set(all.map(({ status }) => status))).toSatisfy((found: Set<number>) =>
    [...found].every((status) => status === 200 || status === 409),
  );
  expect(await grantsOf(id)).toEqual([3]);
});

test('another admin key has keys of its own', async () => {
  const id = await newAccount();
  const other = await service.newKey({ scopes: ['admin'], credits: 5 });
  const grant = { credits: 4, reason: 'x' };
  await post(`/accounts/${id}/grants`, grant, 'shared');
  await post(`/accounts/${id}/grants`, grant, 'shared', other);
  expect(await grantsOf(id)).toEqual([4, 4]);
});

test('a key that is made, rotated and revoked again is the first one, with its secret, and the secret works', async () => {
  const accountId = await newAccount();
  const body = { accountId, name: 'k', scopes: ['read'] };
  const made = await post('/keys', body, 'k');
  expect(made.status).toBe(200);
  expect(await post('/keys', body, 'k')).toEqual(made);
  expect((await post('/keys', body, 'k2')).data.key).not.toBe(made.data.key);
  const rotate = { overlapSeconds: 0 };
  const rotated = await post(`/keys/${made.data.id}/rotate`, rotate, 'r');
  expect(await post(`/keys/${made.data.id}/rotate`, rotate, 'r')).toEqual(rotated);
  expect(await post(`/keys/${made.data.id}/rotate`, rotate, 'r2')).toMatchObject({ status: 404 });
  const request = await fetch(`${service.url}/api/v1/search?name=a&limit=1`, {
    headers: { authorization: `Bearer ${rotated.data.key}` },
  });
  expect(request.status).toBe(200);
  expect(await service.app.store.ledger.listKeys(accountId)).toHaveLength(3);
  const revoked = await post(`/keys/${rotated.data.id}/revoke`, undefined, 'v');
  expect(revoked.status).toBe(200);
  expect((await post(`/keys/${rotated.data.id}/revoke`, undefined, 'v')).data.revokedAt).toBe(
    revoked.data.revokedAt,
  );
});
