import { afterEach, beforeEach, expect, test } from 'vitest';
import { inventedOperations, newWork } from '../../support/operations.js';
import { NOW, type Service, startService } from '../../support/service.js';

const work = newWork();
let service: Service;
let reads = 0;
beforeEach(async () => {
  reads = 0;
  service = await startService({
    operations: inventedOperations(work),
    around: (ledger) => ({
      ...ledger,
      findKey: (hash, at) => {
        reads += 1;
        return ledger.findKey(hash, at);
      },
    }),
  });
});
afterEach(async () => {
  expect(work.runs.splice(0)).toEqual([]);
  await service.stop();
});

const refused = async (authorization: string) => {
  const headers = { authorization, 'x-request-id': 'r' };
  const response = await service.get('/things/1', { headers });
  expect(response.status).toBe(401);
  return { challenge: response.headers.get('www-authenticate'), body: await response.text() };
};

test('without a key the challenge is bare', async () => {
  const response = await fetch(`http://127.0.0.1:${service.port}/things/1`);
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  expect(response.headers.get('x-credits-remaining')).toBeNull();
  expect(reads).toBe(0);
});

test('malformed, unknown, revoked and expired keys get one and the same answer', async () => {
  const revoked = await service.newKey(['read']);
  await service.ledger.revokeKey(revoked.id, NOW);
  const expired = await service.newKey(['read'], NOW);
  const unknown = 'dsr_live_00000000000000000000000000000005zJrl';
  const answers = [];
  for (const key of [revoked.key, expired.key, unknown, 'nonsense'])
    answers.push(await refused(`Bearer ${key}`));
  answers.push(await refused('Basic abc'));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(new Set(answers.map(({ challenge }) => challenge))).toEqual(
    new Set(['Bearer error="invalid_token"']),
  );
  expect(answers[0]?.body).toContain('"code":"unauthorized"');
});

test('a wrong checksum costs no read; every well-formed bad key costs exactly one, each time', async () => {
  const wrong = service.key.slice(0, -1) + (service.key.endsWith('a') ? 'b' : 'a');
  await refused(`Bearer ${wrong}`);
  expect(reads).toBe(0);
  const revoked = await service.newKey(['read']);
  await service.ledger.revokeKey(revoked.id, NOW);
  for (const key of [revoked.key, 'dsr_live_00000000000000000000000000000005zJrl']) {
    reads = 0;
    await refused(`Bearer ${key}`);
    await refused(`Bearer ${key}`);
    expect(reads).toBe(2);
  }
});

test('a good key is read once a second', async () => {
  const ask = () => service.get('/things/1?dry_run=true');
  await ask();
  await ask();
  expect(reads).toBe(1);
  service.clock.now += 1_000;
  await ask();
  expect(reads).toBe(2);
});

test('a revocation takes effect within a second', async () => {
  const ask = async () => (await service.get('/things/1?dry_run=true')).status;
  expect(await ask()).toBe(200);
  await service.ledger.revokeKey(service.keyId, service.clock.now);
  service.clock.now += 1_000;
  expect(await ask()).toBe(401);
});

test('a remembered key ends at its expiry to the millisecond', async () => {
  const { key } = await service.newKey(['read'], NOW + 500);
  const ask = async () =>
    (await service.get('/things/1?dry_run=true', { headers: { authorization: `bearer ${key}` } })).status;
  expect(await ask()).toBe(200);
  service.clock.now += 499;
  expect(await ask()).toBe(200);
  service.clock.now += 1;
  expect(await ask()).toBe(401);
});
