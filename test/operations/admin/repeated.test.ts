import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSample } from '../../contract/support/sample-service.js';
import type { TestService } from '../../support/service.js';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startSample();
  key = await service.newKey({ scopes: ['admin'], credits: 5 });
});
afterAll(async () => {
  expect(await service.app.store.ledger.verify()).toEqual([]);
  await service.close();
});

interface Reply {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly code: string | undefined;
}

async function post(path: string, under: string | undefined, body?: object, bearer = key): Promise<Reply> {
  const response = await fetch(`${service.url}/api/v1/admin${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(under !== undefined && { 'idempotency-key': under }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, error } = (await response.json()) as { data: Reply['data']; error?: { code: string } };
  return { status: response.status, data, code: error?.code };
}

const newAccount = async () => {
  const { data } = await post('/accounts', undefined, {
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
  const first = await post(`/accounts/${id}/grants`, 'g', grant);
  const rows = await auditRows();
  expect(first.status).toBe(200);
  expect(await post(`/accounts/${id}/grants`, 'g', grant)).toEqual(first);
  for (const [path, body] of [
    [`/accounts/${id}/grants`, { ...grant, credits: 8 }],
    [`/accounts/${await newAccount()}/grants`, grant],
  ] as const) {
    expect(await post(path, 'g', body)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  }
  expect(await grantsOf(id)).toEqual([7]);
  await post(`/accounts/${id}/grants`, 'other', grant);
  await post(`/accounts/${id}/grants`, undefined, grant);
  expect(await grantsOf(id)).toEqual([7, 7, 7]);
  expect(await auditRows()).toBe(rows + 3);
});

test('many repetitions at once make one grant', async () => {
  const id = await newAccount();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => post(`/accounts/${id}/grants`, 'many', { credits: 3, reason: 'x' })),
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
  await post(`/accounts/${id}/grants`, 'shared', grant);
  await post(`/accounts/${id}/grants`, 'shared', grant, other);
  expect(await grantsOf(id)).toEqual([4, 4]);
});

test('a key that is made, rotated and revoked again is the first one, with its secret, and the secret works', async () => {
  const accountId = await newAccount();
  const body = { accountId, name: 'k', scopes: ['read'] };
  const made = await post('/keys', 'k', body);
  expect(made.status).toBe(200);
  expect(await post('/keys', 'k', body)).toEqual(made);
  expect((await post('/keys', 'k2', body)).data.key).not.toBe(made.data.key);
  const rotate = { overlapSeconds: 0 };
  const rotated = await post(`/keys/${made.data.id}/rotate`, 'r', rotate);
  expect(await post(`/keys/${made.data.id}/rotate`, 'r', rotate)).toEqual(rotated);
  expect(await post(`/keys/${made.data.id}/rotate`, 'r2', rotate)).toMatchObject({ status: 404 });
  const asked = await fetch(`${service.url}/api/v1/search?name=a&limit=1`, {
    headers: { authorization: `Bearer ${rotated.data.key}` },
  });
  expect(asked.status).toBe(200);
  expect(await service.app.store.ledger.listKeys(accountId)).toHaveLength(3);
  const revoked = await post(`/keys/${rotated.data.id}/revoke`, 'v');
  expect(revoked.status).toBe(200);
  expect((await post(`/keys/${rotated.data.id}/revoke`, 'v')).data.revokedAt).toBe(revoked.data.revokedAt);
});
