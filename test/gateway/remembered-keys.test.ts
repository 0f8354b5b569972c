import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeApiKey } from '../../src/domain/accounts/api-key.js';
import { Authenticator } from '../../src/gateway/authenticate.js';
import { BadKeyLimiter } from '../../src/gateway/bad-keys.js';
import { inMemoryState } from '../../src/gateway/in-memory-state.js';
import type { Ledger } from '../../src/store/store.js';

const MAX_REMEMBERED = 10_000;
const AT = 1_000;

test('of more keys than are remembered the one read longest ago is forgotten, and no other', async () => {
  let reads = 0;
  const plan = { monthlyCredits: 1, monthlyCreditsSince: 0, requestsPerMinute: 1, createdAt: 0 };
  const account = { id: 'acc', name: 'test', status: 'active' as const, ...plan };
  const found = { id: 'key', accountId: 'acc', name: 'k', prefix: 'dsr_test_', scopes: ['read' as const] };
  const times = { createdAt: 0, expiresAt: null, revokedAt: null, lastUsedAt: null };
  const findKey: Ledger['findKey'] = async () => {
    reads += 1;
    return { ...found, ...times, account, expired: false };
  };
  const shared = inMemoryState();
  const limiter = new BadKeyLimiter(1, shared);
  const authenticator = new Authenticator({ findKey } as Ledger, 60_000, limiter, shared);
  const client = { address: '203.0.113.7', connection: {} };
  const ask = (key: string) => authenticator.authenticate(`Bearer ${key}`, AT, client);
  const keys = Array.from({ length: MAX_REMEMBERED + 1 }, () => makeApiKey('test', randomBytes));
  for (const key of keys) await ask(key);
  reads = 0;
  for (const key of keys.slice(1)) await ask(key);
  expect(reads).toBe(0);
  await ask(keys[0] ?? '');
  expect(reads).toBe(1);
});
