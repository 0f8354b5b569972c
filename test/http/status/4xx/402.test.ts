import { afterEach, expect, test } from 'vitest';
import { inventedOperations, newWork } from '../../support/operations.js';
import { bodyOf, NOW, type Service, startService } from '../../support/service.js';

let service: Service;
afterEach(() => service.stop());

test('the answer says what is required, available and when credits come; nothing was looked up', async () => {
  const work = newWork();
  service = await startService({ credits: 1, operations: inventedOperations(work) });
  const response = await service.get('/things/missing?include=ucc');
  expect(response.status).toBe(402);
  expect(await bodyOf(response)).toMatchObject({
    error: { code: 'insufficient_credits' },
    required: 2,
    available: 1,
    resetsAt: '2026-06-05T10:20:29.000Z',
  });
  expect(response.headers.get('x-credits-cost')).toBe('0');
  expect(response.headers.get('x-credits-remaining')).toBe('1');
  expect(work.runs).toEqual([]);
  expect(await service.available()).toBe(1);
});

test('an entity that exists and one that does not are refused alike', async () => {
  service = await startService({ credits: 0 });
  const ask = async (id: string) => {
    const response = await service.get(`/things/${id}`, { headers: { 'x-request-id': 'r' } });
    return (await response.text()).replace(`"/things/${id}"`, '');
  };
  expect(await ask('1')).toBe(await ask('missing'));
});

test('the balance must cover the quote, though less may be charged', async () => {
  service = await startService({ credits: 1 });
  expect((await service.get('/things/1?include=ppp')).status).toBe(402);
});

test('credits granted by another process count at once', async () => {
  service = await startService({ credits: 1 });
  expect((await service.get('/things/1')).status).toBe(200);
  expect((await service.get('/things/1')).status).toBe(402);
  await service.ledger.grant({
    accountId: service.account.id,
    credits: 1,
    reason: 'gift',
    createdAt: NOW,
    expiresAt: null,
  });
  expect((await service.get('/things/1')).status).toBe(200);
});

test('credits spent by another process since the last look are refused by the charge', async () => {
  service = await startService({ credits: 10 });
  expect((await service.get('/things/1')).status).toBe(200);
  await service.ledger.charge([
    {
      accountId: service.account.id,
      keyId: service.keyId,
      requestId: 'elsewhere',
      operation: 'getEntity',
      credits: 9,
      breakdown: [{ item: 'entity', credits: 9 }],
      at: NOW,
    },
  ]);
  const response = await service.get('/things/1');
  expect(response.status).toBe(402);
  expect(await response.text()).not.toContain('Café');
});
