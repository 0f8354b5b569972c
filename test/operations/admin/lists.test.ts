import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { startSample } from '../../contract/support/sample-service.js';
import type { TestService } from '../../support/service.js';

const ACCOUNTS = 10_000;
const KEYS = 300;
const GRANTS = 10_000;
let service: TestService;
let bearer: string;
/** The ledger's functions that were called, with the rows that they gave. */
let calls: (readonly [name: string, rows: number])[] = [];

beforeAll(async () => {
  service = await startSample();
  bearer = await service.newKey({ scopes: ['admin'], credits: 5 });
  const { ledger } = service.app.store;
  const plan = { monthlyCredits: 1, requestsPerMinute: 60, createdAt: Date.UTC(2026, 0, 1) };
  // Through the ledger each would be synced.
  const database = new Database(join(service.folder.path, 'ledger.db'));
  database
    .prepare(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
       INSERT INTO accounts (id, name, monthly_credits, requests_per_minute, created_at, status)
       SELECT 'acc_list' || n, 'List ' || n, 1, 60, ?, 'active' FROM n`,
    )
    .run(ACCOUNTS, plan.createdAt);
  database
    .prepare(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
       INSERT INTO grants (account_id, kind, credits, reason, created_at)
       SELECT 'acc_list1', 'extra', 5, 'x', ? FROM n`,
    )
    .run(GRANTS, plan.createdAt);
  database.exec(
    "INSERT INTO grant_remaining SELECT id, account_id, credits FROM grants WHERE account_id = 'acc_list1'",
  );
  database.close();
  const many = await ledger.createAccount({ ...plan, name: 'Many keys' });
  for (let n = 0; n < KEYS; n += 1) {
    await ledger.createKey({
      ...{ accountId: many.id, name: `k${n}`, prefix: 'dsr_test_lst', scopes: ['read'] },
      ...{ hash: n.toString(16).padStart(64, '0'), createdAt: plan.createdAt, expiresAt: null },
    });
  }
  countCalls(ledger);
});
afterAll(() => service.close());
beforeEach(() => {
  calls = [];
});

/** Without the balance of the caller, which each answer tells. */
const listed = () => {
  expect(calls.filter(([name]) => name === 'balance').length).toBeLessThanOrEqual(1);
  return calls.filter(([name]) => name !== 'balance');
};

/** The functions of the ledger are its own members: the service calls what stands there. */
function countCalls(ledger: object): void {
  const members = ledger as Record<string, (...given: unknown[]) => Promise<unknown>>;
  for (const [name, member] of Object.entries(members)) {
    if (!/account|key|grant|balance/i.test(name) || /^(?:findKey|touchKeys)$/.test(name)) continue;
    members[name] = async (...given) => {
      const answer = await member(...given);
      const rows = Object.values(answer ?? {}).find(Array.isArray) ?? (Array.isArray(answer) ? answer : [1]);
      calls.push([name, rows.length]);
      return answer;
    };
  }
}

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly meta: Readonly<Record<string, unknown>>;
}

async function page(path: string): Promise<Page> {
  const { status, body } = await service.get(`/api/v1/admin${path}`, { authorization: `Bearer ${bearer}` });
  expect(status).toBe(200);
  return body as unknown as Page;
}

test('a page of 10,000 accounts is one call of the ledger, with no more than the page', async () => {
  const { data, meta } = await page('/accounts');
  expect(listed()).toEqual([['pageAccounts', 100]]);
  expect(data).toHaveLength(100);
  expect(data[0]).toMatchObject({ name: expect.any(String), creditsRemaining: 1 });
  const total = (await service.app.store.ledger.listAccounts()).length;
  expect(total).toBeGreaterThan(ACCOUNTS);
  expect(meta).toMatchObject({ totalCount: total, offset: 0, limit: 100, hasMore: true });
});

test('pages follow on each other to the end, and a page has at most 1,000', async () => {
  const ids: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const { data, meta } = await page(`/accounts?limit=5000&offset=${ids.length}`);
    expect(meta.limit).toBe(1_000);
    ids.push(...data.map(({ id }) => id));
    hasMore = meta.hasMore === true;
  }
  expect(ids).toEqual((await service.app.store.ledger.listAccounts()).map(({ id }) => id));
  expect(await page(`/accounts?offset=${ids.length}`)).toMatchObject({ data: [], meta: { hasMore: false } });
});

test('a page of keys is one call, and to revoke or rotate one lists none', async () => {
  const { data, meta } = await page('/keys?limit=2');
  expect(listed()).toEqual([['pageKeys', 2]]);
  expect(meta).toMatchObject({ offset: 0, limit: 2, hasMore: true });
  const { ledger } = service.app.store;
  const many = (await ledger.listAccounts()).find(({ name }) => name === 'Many keys');
  const own = await page(`/keys?account=${many?.id}&offset=299`);
  expect([own.data.length, own.meta.totalCount, own.meta.hasMore]).toEqual([1, KEYS, false]);
  expect(data).toHaveLength(2);

  calls = [];
  const [last] = own.data;
  const send = async (verb: string, body?: object) => {
    const response = await fetch(`${service.url}/api/v1/admin/keys/${last?.id}/${verb}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.status;
  };
  expect(await send('rotate', { overlapSeconds: 0 })).toBe(200);
  expect(await send('revoke')).toBe(200);
  expect(calls.map(([name]) => name).filter((name) => name.startsWith('list'))).toEqual([]);
});

test('a page of 10,000 grants is one call, and to take one back reads that one alone', async () => {
  const path = '/accounts/acc_list1/grants';
  const { data, meta } = await page(`${path}?limit=1000&offset=9500`);
  expect(listed()).toEqual([
    ['getAccount', 1],
    ['pageGrants', 500],
  ]);
  expect(meta).toMatchObject({ totalCount: GRANTS, offset: 9_500, limit: 1_000, hasMore: false });
  expect((await page(path)).meta).toMatchObject({ totalCount: GRANTS, limit: 100, hasMore: true });
  const all = await service.app.store.ledger.listGrants('acc_list1');
  expect(data.map(({ id }) => id)).toEqual(all.slice(9_500).map(({ id }) => id));

  calls = [];
  const takeBack = async (grant: unknown) => {
    const response = await fetch(`${service.url}/api/v1/admin${path}/${grant}/take-back`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ credits: 1, reason: 'x' }),
    });
    return response.status;
  };
  expect(await takeBack(data[7]?.id)).toBe(200);
  expect(listed().map(([name]) => name)).toEqual(['getAccount', 'getGrant']);
  for (const none of ['NaN', '1e0', `0${data[7]?.id}`, '99999999999999999999', '-1']) {
    expect(await takeBack(none)).toBe(404);
  }
});

test('a limit or an offset that is no number is refused, each with its fault', async () => {
  const { status, body } = await service.get('/api/v1/admin/accounts?limit=0&offset=x', {
    authorization: `Bearer ${bearer}`,
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(/limit.*offset/);
});
