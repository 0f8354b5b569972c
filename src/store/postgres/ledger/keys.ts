import {
  type FoundColumns,
  foundKey,
  type KeyColumns,
  newKey,
  refuseClosed,
  toKey,
} from '../../ledger-rules/accounts.js';
import type { KeyPage, KeyRecord, ListPage, NewKey } from '../../store.js';
import { one, type Queries } from '../connection/pool.js';
import { type Accounts, MONTHLY_CREDITS, MONTHLY_CREDITS_SINCE } from './accounts.js';
import { type LedgerClock, NOW, timeOf } from './clock.js';

type FoundRow = FoundColumns & { readonly seenAt: number; readonly now: number };

const COLUMNS = `k.id, k.account_id AS "accountId", k.name, k.prefix, k.scopes, k.created_at AS "createdAt",
  k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt"`;
const INSERT = `INSERT INTO ledger.api_keys VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, NULL)`;
const LIST = `SELECT ${COLUMNS} FROM ledger.api_keys k WHERE $1::text IS NULL OR k.account_id = $1
  ORDER BY k.created_at, k.id COLLATE "C"`;
const PAGE = `${LIST} LIMIT $2 OFFSET $3`;
const COUNT = `SELECT count(*)::bigint AS rows FROM ledger.api_keys k WHERE $1::text IS NULL OR k.account_id = $1`;
const ONE = `SELECT ${COLUMNS} FROM ledger.api_keys k WHERE k.id = $1`;
/**
 * Two steps, because PostgreSQL extensions that distribute balances by account cannot join them with a subquery over other
 * tables.
 */
const FIND = `WITH found AS MATERIALIZED (
    SELECT ${COLUMNS}, a.name AS "accountName", ${MONTHLY_CREDITS} AS "monthlyCredits",
      a.requests_per_minute AS "requestsPerMinute", a.created_at AS "accountCreatedAt", a.status,
      ${MONTHLY_CREDITS_SINCE} AS "monthlyCreditsSince"
    FROM ledger.api_keys k JOIN ledger.accounts a ON a.id = k.account_id WHERE k.hash = $1
  )
  SELECT found.*, p.seen_at AS "seenAt", ${NOW} FROM found JOIN ledger.purses p ON p.account_id = found."accountId"`;
const REVOKE = 'UPDATE ledger.api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL';
const EXPIRE = `UPDATE ledger.api_keys SET expires_at = $2 WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)`;
const TOUCH = `UPDATE ledger.api_keys k SET last_used_at = t.at FROM unnest($1::text[], $2::bigint[]) AS t(id, at)
  WHERE k.id = t.id AND (k.last_used_at IS NULL OR k.last_used_at < t.at)`;
const REMEMBER = 'UPDATE ledger.purses SET seen_at = greatest(seen_at, $2) WHERE account_id = $1';

/** Functions within a transaction; those that write need a writing one. */
export function keyTable(clock: LedgerClock, accounts: Accounts) {
  return {
    create: async (queries: Queries, key: NewKey): Promise<KeyRecord> => {
      const { account } = await accounts.lock(queries, key.accountId, 0);
      refuseClosed(account);
      const { accountId, name, hash, prefix, scopes, createdAt, expiresAt } = key;
      const made = newKey(key);
      const values = [made.id, accountId, name, hash, prefix, scopes.join(','), createdAt, expiresAt];
      await queries.change(INSERT, values);
      return made;
    },
    list: async ({ rows }: Queries, accountId: string | null): Promise<KeyRecord[]> =>
      (await rows<KeyColumns>(LIST, [accountId])).map(toKey),
    page: async (
      { rows }: Queries,
      accountId: string | null,
      { limit, offset }: ListPage,
    ): Promise<KeyPage> => ({
      keys: (await rows<KeyColumns>(PAGE, [accountId, limit, offset])).map(toKey),
      totalCount: (await one(rows<{ rows: number }>(COUNT, [accountId])))?.rows ?? 0,
    }),
    get: async ({ rows }: Queries, id: string): Promise<KeyRecord | undefined> => {
      const row = await one(rows<KeyColumns>(ONE, [id]));
      return row && toKey(row);
    },
    /** `remember`: stores the key's end as minimum ledger time of its account. */
    find: async ({ rows }: Queries, hash: string, at: number) => {
      const row = await one(rows<FoundRow>(FIND, [hash]));
      if (!row) return undefined;
      const time = timeOf(clock, at, row.now, row.seenAt);
      const { found, remember } = foundKey(row, time, row.seenAt);
      return { found, ...(remember && { remember: { id: row.accountId, at: time } }) };
    },
    remember: async ({ change }: Queries, { id, at }: { id: string; at: number }): Promise<void> =>
      void (await change(REMEMBER, [id, at])),
    revoke: async ({ change }: Queries, id: string, at: number): Promise<boolean> =>
      (await change(REVOKE, [id, at])) === 1,
    expire: async ({ change }: Queries, id: string, at: number): Promise<boolean> =>
      (await change(EXPIRE, [id, at])) === 1,
    touch: async ({ change }: Queries, lastUsed: ReadonlyMap<string, number>): Promise<void> =>
      void (await change(TOUCH, [[...lastUsed.keys()], [...lastUsed.values()]])),
  };
}
