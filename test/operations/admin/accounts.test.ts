import { randomUUID } from 'node:crypto';
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

const plan = () => ({ name: `Acme ${randomUUID()}`, monthlyCredits: 1_000, requestsPerMinute: 600 });
const newAccount = async () => String((await post('/accounts', plan())).data.id);
const newKey = async (accountId: string) =>
  String((await post('/keys', { accountId, name: 'k', scopes: ['read'] })).data.key);
const ask = (bearer: string) =>
  service.get('/api/v1/search?name=a&limit=1', { authorization: `Bearer ${bearer}` });
const statusOf = async (bearer: string) => (await ask(bearer)).status;
const left = async (id: string) => (await service.app.store.ledger.balance(id, Date.now())).available;

test.each(['a\u0000', '\u202eabc', 'a\u200b', ' a', 'a\ufeff'])(
  'names and reasons that would hide or reorder text are refused: %j',
  async (text) => {
    const id = await newAccount();
    const refused = async (path: string, name: string, body: object) => {
      const message = `${name}: must have no control or invisible characters, and no space at its ends.`;
      expect(await post(path, body)).toMatchObject({ status: 400, message });
    };
    await refused('/accounts', 'name', { name: text, monthlyCredits: 1, requestsPerMinute: 1 });
    await refused(`/accounts/${id}/change`, 'name', { name: text });
    await refused('/keys', 'name', { accountId: id, name: text, scopes: ['read'] });
    await refused(`/accounts/${id}/grants`, 'reason', { credits: 1, reason: text });
    await refused(`/accounts/${id}/grants/1/take-back`, 'reason', { reason: text });
  },
);

test('a suspended account is refused within a second, pays nothing, and is served again when it is resumed', async () => {
  const id = await newAccount();
  const key = await newKey(id);
  expect(await statusOf(key)).toBe(200);
  expect((await post(`/accounts/${id}/suspend`)).data).toMatchObject({ id, status: 'suspended' });
  await expect.poll(() => statusOf(key)).toBe(403);
  const before = await left(id);
  const refused = await ask(key);
  expect(refused.body).toMatchObject({
    error: {
      code: 'account_inactive',
      message: 'The account of this key is suspended; ask the operator of the service.',
    },
  });
  expect(await left(id)).toBe(before);
  expect(await post(`/accounts/${id}/suspend`)).toMatchObject({ status: 409, code: 'conflict' });
  expect((await post(`/accounts/${id}/resume`)).data).toMatchObject({ status: 'active' });
  await expect.poll(() => statusOf(key)).toBe(200);
  expect(await post(`/accounts/${id}/resume`)).toMatchObject({ status: 409, code: 'conflict' });
});

test('a closed account stays closed: no key, no grant, no change, and its rows stay', async () => {
  const id = await newAccount();
  const key = await newKey(id);
  const grant = await post(`/accounts/${id}/grants`, { credits: 5, reason: 'x' });
  expect(await statusOf(key)).toBe(200);
  expect((await post(`/accounts/${id}/close`)).data).toMatchObject({ status: 'closed', monthlyCredits: 0 });
  await expect.poll(() => statusOf(key)).toBe(403);
  for (const [path, body] of [
    [`/accounts/${id}/resume`, undefined],
    [`/accounts/${id}/close`, undefined],
    [`/accounts/${id}/change`, { requestsPerMinute: 5 }],
    [`/accounts/${id}/grants`, { credits: 5, reason: 'x' }],
    ['/keys', { accountId: id, name: 'k', scopes: ['read'] }],
  ] as const) {
    expect([path, await post(path, body)]).toMatchObject([path, { status: 409, code: 'conflict' }]);
  }
  const taken = await post(`/accounts/${id}/grants/${grant.data.id}/take-back`, { reason: 'closed' });
  expect(taken).toMatchObject({ status: 200, data: { takenBack: 5 } });
  const { ledger } = service.app.store;
  expect(await ledger.listGrants(id)).toHaveLength(2);
  expect(await ledger.listKeys(id)).toHaveLength(1);
});

test('name, requests a minute and credits a month are changed; a name is one account’s own', async () => {
  const id = await newAccount();
  const key = await newKey(id);
  const name = `New ${randomUUID()}`;
  const changed = await post(`/accounts/${id}/change`, { name, monthlyCredits: 3, requestsPerMinute: 1 });
  expect(changed.data).toMatchObject({
    name,
    monthlyCredits: 3,
    requestsPerMinute: 1,
    creditsRemaining: 1_000,
  });
  expect(Date.parse(String(changed.data.monthlyCreditsSince))).toBeGreaterThan(Date.now());
  await expect.poll(() => statusOf(key)).toBe(429);
  expect(await post('/accounts', { ...plan(), name })).toMatchObject({ status: 409, code: 'conflict' });
  const other = await newAccount();
  expect(await post(`/accounts/${other}/change`, { name })).toMatchObject({ status: 409, code: 'conflict' });
  expect(await post(`/accounts/${other}/change`, { name: id })).toMatchObject({ status: 409 });
});

test('credits are taken back once under one Idempotency-Key, and never more than are left', async () => {
  const id = await newAccount();
  const { data: grant } = await post(`/accounts/${id}/grants`, { credits: 8, reason: 'x' });
  const path = `/accounts/${id}/grants/${grant.id}/take-back`;
  const first = await post(path, { credits: 3, reason: 'too much' }, 't');
  expect(first.data).toMatchObject({ credits: 8, spent: 0, takenBack: 3 });
  expect(await post(path, { credits: 3, reason: 'too much' }, 't')).toEqual(first);
  expect(await post(path, { credits: 4, reason: 'too much' }, 't')).toMatchObject({ status: 422 });
  expect(await post(path, { credits: 6, reason: 'x' })).toMatchObject({ status: 409, code: 'conflict' });
  expect((await post(path, { reason: 'the rest' })).data).toMatchObject({ takenBack: 8 });
  expect(await left(id)).toBe(1_000);
  const [newest] = await service.app.store.ledger.listAudit(1);
  expect(newest).toMatchObject({ action: 'account.take-back', target: `${id} grant ${grant.id} 5` });
});

test('a repeated change gives the first result and leaves one row', async () => {
  const id = await newAccount();
  const first = await post(`/accounts/${id}/suspend`, undefined, 's');
  expect(first.status).toBe(200);
  expect(await post(`/accounts/${id}/suspend`, undefined, 's')).toEqual(first);
  const change = { monthlyCredits: 4 };
  const changed = await post(`/accounts/${id}/change`, change, 'c');
  expect(await post(`/accounts/${id}/change`, change, 'c')).toEqual(changed);
  const rows = (await service.app.store.ledger.listAudit(1_000)).filter(({ target }) =>
    target.startsWith(id),
  );
  expect(rows.map(({ action }) => action)).toEqual(['account.change', 'account.suspend', 'account.create']);
});

test('what is not valid is a 400, what is not there a 404, another scope a 403, no key a 401', async () => {
  const id = await newAccount();
  for (const body of [
    {},
    { monthlyCredits: -1 },
    { requestsPerMinute: 0 },
    { name: '' },
    { name: ' a' },
    { status: 'closed' },
  ]) {
    expect([body, (await post(`/accounts/${id}/change`, body)).status]).toEqual([body, 400]);
  }
  expect((await post('/accounts', { ...plan(), name: 'a ' })).status).toBe(400);
  expect((await post(`/accounts/${id}/grants/1/take-back`, { credits: 0, reason: 'x' })).status).toBe(400);
  expect((await post(`/accounts/${id}/grants/999999/take-back`, { reason: 'x' })).status).toBe(404);
  const reader = await service.newKey({ scopes: ['read'] });
  for (const [verb, body] of [
    ['change', { name: 'b' }],
    ['suspend', undefined],
    ['resume', undefined],
    ['close', undefined],
  ] as const) {
    expect((await post(`/accounts/nobody/${verb}`, body)).status).toBe(404);
    expect((await post(`/accounts/${id}/${verb}`, body, undefined, reader)).status).toBe(403);
    expect((await post(`/accounts/${id}/${verb}`, body, undefined, 'x')).status).toBe(401);
  }
});
