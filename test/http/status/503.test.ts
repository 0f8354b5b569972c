import { expect, test } from 'vitest';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { LedgerAnswerLostError, LedgerUnavailableError } from '../../../src/store/store.js';
import { bodyOf, startService } from '../support/service.js';

test('while the ledger cannot be written nothing is served and nobody charged; afterwards all is well', async () => {
  const service = await startService();
  expect((await service.get('/things/1')).status).toBe(200);
  const other = new Database(service.ledgerPath);
  other.exec('BEGIN IMMEDIATE');
  const refused = await service.get('/things/1');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  const text = await refused.text();
  expect(text).toContain('"code":"unavailable"');
  expect(text).not.toContain('Café');
  other.exec('ROLLBACK');
  other.close();
  expect((await service.get('/things/1')).status).toBe(200);
  expect(await service.charges()).toMatchObject({ requests: 2 });
  await service.stop();
});

test('/readyz tells while nothing can be charged, though nobody asks for anything; /healthz does not mind', async () => {
  const service = await startService();
  expect((await service.get('/readyz')).status).toBe(200);
  const other = new Database(service.ledgerPath);
  other.exec('BEGIN IMMEDIATE');
  await expect.poll(async () => (await service.get('/readyz')).status).toBe(503);
  expect((await bodyOf(await service.get('/readyz'))).detail).toMatch(/nothing can be charged/);
  expect((await service.get('/healthz')).status).toBe(200);
  other.exec('ROLLBACK');
  other.close();
  await expect.poll(async () => (await service.get('/readyz')).status).toBe(200);
  await service.stop();
});

test('/readyz tells of charges that fail though the ledger can be written elsewhere', async () => {
  const charge = () => Promise.reject(new LedgerUnavailableError('damaged'));
  const service = await startService({ around: (ledger) => ({ ...ledger, charge }) });
  expect((await service.get('/readyz')).status).toBe(200);
  expect((await service.get('/things/1')).status).toBe(503);
  expect((await service.get('/readyz')).status).toBe(503);
  await service.stop();
});

test.each([
  [new LedgerUnavailableError('full'), /nothing was charged/],
  [new LedgerAnswerLostError('gone'), /may have been charged.*Idempotency-Key/],
])('after a charge that failed with %s the client is told what is known of it', async (error, known) => {
  const charge = () => Promise.reject(error);
  const service = await startService({ around: (ledger) => ({ ...ledger, charge }) });
  const refused = await service.get('/things/1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await bodyOf(refused)).detail).toMatch(known);
  await service.stop();
});

test('a ledger that can no longer be read refuses every key with a 503, not a 401', async () => {
  const service = await startService();
  const other = new Database(service.ledgerPath);
  other.exec('ALTER TABLE api_keys RENAME TO lost');
  expect((await service.get('/things/1')).status).toBe(503);
  other.exec('ALTER TABLE lost RENAME TO api_keys');
  other.close();
  await service.stop();
});

test('before the service is ready the API says so, and free operations too', async () => {
  let ready = false;
  const service = await startService({
    readiness: () => (ready ? { ready } : { ready, reason: 'The index is being built.' }),
  });
  for (const path of ['/things/1', '/open', '/readyz']) {
    const response = await service.get(path);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect((await bodyOf(response)).detail).toBe('The index is being built.');
  }
  expect((await service.get('/healthz')).status).toBe(200);
  ready = true;
  expect((await service.get('/readyz')).status).toBe(200);
  expect((await service.get('/things/1')).status).toBe(200);
  await service.stop();
});
