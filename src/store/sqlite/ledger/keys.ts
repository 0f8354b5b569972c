import { type FoundColumns, foundKey, type KeyColumns, newKey, toKey } from '../../ledger-rules/accounts.js';
import type { FoundKey, KeyPage, KeyRecord, ListPage, NewKey } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import { type Accounts, MONTHLY_CREDITS, MONTHLY_CREDITS_SINCE } from './accounts.js';
import type { LedgerClock } from './clock.js';

interface Keys {
  create(key: NewKey): KeyRecord;
  list(accountId: string | null): KeyRecord[];
  page(accountId: string | null, page: ListPage): KeyPage;
  get(id: string): KeyRecord | undefined;
  find(hash: string, at: number): FoundKey | undefined;
  revoke(id: string, at: number): boolean;
  expire(id: string, at: number): boolean;
  touch(lastUsed: ReadonlyMap<string, number>): void;
}

const COLUMNS = `k.id, k.account_id AS accountId, k.name, k.prefix, k.scopes, k.created_at AS createdAt,
  k.expires_at AS expiresAt, k.revoked_at AS revokedAt, k.last_used_at AS lastUsedAt`;

export function keyTable(database: Sqlite, clock: LedgerClock, accounts: Accounts): Keys {
  const insert = database.prepare(
    `INSERT INTO api_keys VALUES (@id, @accountId, @name, @hash, @prefix, @scopes, @createdAt, @expiresAt, NULL, NULL)`,
  );
  const list = database.prepare<[string | null, string | null], KeyColumns>(
    `SELECT ${COLUMNS} FROM api_keys k WHERE ? IS NULL OR k.account_id = ? ORDER BY k.created_at, k.id`,
  );
  const page = database.prepare<[ListPage & { accountId: string | null }], KeyColumns>(
    `SELECT ${COLUMNS} FROM api_keys k WHERE @accountId IS NULL OR k.account_id = @accountId
     ORDER BY k.created_at, k.id LIMIT @limit OFFSET @offset`,
  );
  const count = database
    .prepare<[{ accountId: string | null }], number>(
      'SELECT count(*) FROM api_keys WHERE @accountId IS NULL OR account_id = @accountId',
    )
    .pluck();
  const one = database.prepare<[string], KeyColumns>(`SELECT ${COLUMNS} FROM api_keys k WHERE k.id = ?`);
  const find = database.prepare<[string], FoundColumns>(
    `SELECT ${COLUMNS}, a.name AS accountName, ${MONTHLY_CREDITS} AS monthlyCredits,
       a.requests_per_minute AS requestsPerMinute, a.created_at AS accountCreatedAt, a.status,
       ${MONTHLY_CREDITS_SINCE} AS monthlyCreditsSince
     FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.hash = ?`,
  );
  const revoke = database.prepare('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  const expire = database.prepare(
    'UPDATE api_keys SET expires_at = @at WHERE id = @id AND (expires_at IS NULL OR expires_at > @at)',
  );
  const touch = database.prepare(
    'UPDATE api_keys SET last_used_at = @at WHERE id = @id AND (last_used_at IS NULL OR last_used_at < @at)',
  );
  const touchAll = database.transaction((lastUsed: ReadonlyMap<string, number>) => {
    for (const [id, at] of lastUsed) touch.run({ id, at });
  });
  const remember = database.transaction((at: number) => void clock.advance(at));
  return {
    create: (key) => {
      accounts.refuseClosed(key.accountId);
      const made = newKey(key);
      insert.run({ ...key, id: made.id, scopes: key.scopes.join(',') });
      return made;
    },
    list: (accountId) => list.all(accountId, accountId).map(toKey),
    page: database.transaction((accountId: string | null, request: ListPage) => ({
      keys: page.all({ ...request, accountId }).map(toKey),
      totalCount: count.get({ accountId }) ?? 0,
    })),
    get: (id) => {
      const row = one.get(id);
      return row && toKey(row);
    },
    find: (hash, at) => {
      const row = find.get(hash);
      if (!row) return undefined;
      const key = foundKey(row, clock.read(at), clock.read(0));
      if (key.remember) remember.immediate(at);
      return key.found;
    },
    revoke: (id, at) => revoke.run(at, id).changes === 1,
    expire: (id, at) => expire.run({ id, at }).changes === 1,
    touch: (lastUsed) => touchAll.immediate(lastUsed),
  };
}
